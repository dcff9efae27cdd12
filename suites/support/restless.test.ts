import { expect, test } from 'vitest'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { conversation } from '../../lib/engine/judge/testing/items.ts'
import { restlessFields } from './restless.ts'

const listed = (after: number, ...items: readonly JsonObject[]): Exchange =>
  exchange('GET /conversations', { after, body: page(items.map((one) => conversation(one))) })
const found = (after: number, fields: JsonObject): Exchange =>
  exchange('GET /conversations/c1', { after, body: { data: { ...conversation({ id: 'c1', ...fields }) } } })
const update = (after: number): Exchange =>
  exchange('PATCH /conversations/c2', { after, sent: { is_resolved: true }, body: { data: {} } })

const restless = (...exchanges: readonly Exchange[]): readonly string[] => [
  ...restlessFields((key) => exchanges.filter(({ operation }) => operation === key), 'Conversation'),
]

const refused = (after: number): Exchange =>
  exchange('PATCH /conversations/c2', { after, status: 400, sent: { is_resolved: 7 } })

const OPEN = { id: 'c1', is_resolved: false, tags: ['a', 'b'] }

test('a field of which an item had two values before the first write is changed by others', () => {
  expect(restless(listed(0, OPEN), listed(1, { ...OPEN, is_resolved: true }), update(2))).toEqual([
    'is_resolved',
  ])
})

test.each<[string, readonly Exchange[]]>([
  ['it changed after a write of the run', [listed(0, OPEN), update(1), listed(2, { ...OPEN, tags: ['c'] })]],
  ['it has other values in other items', [listed(0, OPEN, { ...OPEN, id: 'c2', is_resolved: true })]],
  ['two operations differ in it', [listed(0, OPEN), found(1, { ...OPEN, is_resolved: true })]],
  ['its tags come in another order', [listed(0, OPEN), listed(1, { ...OPEN, tags: ['b', 'a'] })]],
  ['it is null in one answer', [listed(0, OPEN), listed(1, { ...OPEN, tags: null })]],
])('a field is not if %s', (_why, exchanges) => {
  expect(restless(...exchanges)).toEqual([])
})

test('a refused write tells nothing of the item that it names, and is none', () => {
  const looks = (id: string): readonly Exchange[] => [
    listed(0, { ...OPEN, id }),
    refused(1),
    listed(2, { ...OPEN, id, is_resolved: true }),
  ]
  expect([restless(...looks('c1')), restless(...looks('c2'))]).toEqual([['is_resolved'], []])
})
