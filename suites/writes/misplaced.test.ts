import { expect, test } from 'vitest'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'
import { conversation, lead } from '../../lib/engine/judge/testing/items.ts'
import { misplacedTexts } from './misplaced.ts'

const MARK = 'cac-zik0zj12345-7'
const LEADS = 'GET /leads'
const DETAIL = 'GET /conversations/c1'

/** A write of a text, with an item of this id in its answer. */
const write = (asked: string, id: string, status = 200, more: object = {}): Exchange =>
  exchange(asked, { sent: { name: MARK }, status, body: { data: { id }, ...more } })

const read = (asked: string, body: object, key: 'main' | 'other' = 'main'): Exchange =>
  exchange(asked, { id: 2, key, body, text: JSON.stringify(body) })

const leads = (id: string): Exchange => read(LEADS, page([lead({ id, name: MARK })]))
const tagged = (id: string): Exchange =>
  read('GET /conversations', page([conversation({ id, tags: [MARK] })]))
const noted = (id: string): Exchange =>
  read(DETAIL, { data: { id: 'c1', messages: [{ id, content: MARK }] } })

const [CREATE, UPDATE, NOTE] = ['POST /leads', 'PATCH /conversations/c1', 'POST /conversations/c1/messages']

test.each([
  ['a lead', write(CREATE, 'l1'), leads('l2'), 'CREATE-LEAD-04', 'Lead "l2"'],
  [
    'an existing lead',
    write(CREATE, 'l1', 200, { existing: true }),
    leads('l2'),
    'CREATE-LEAD-32',
    'Lead "l2"',
  ],
  ['an update', write(UPDATE, 'c1'), tagged('c2'), 'PATCH-CONVERSATION-14', 'Conversation "c2"'],
  ['an update', write(UPDATE, 'c1'), leads('l1'), 'PATCH-CONVERSATION-14', 'Lead "l1"'],
  ['a note', write(NOTE, 'm1'), noted('m2'), 'ADD-NOTE-10', 'Message "m2"'],
  ['a note', write(NOTE.replace('c1', 'c2'), 'm1'), noted('m1'), 'ADD-NOTE-12', 'Message "m1"'],
])('a text of %s stands in one place alone', (_of, sent, seen, requirement, place) => {
  const pointer = place.startsWith('Message') ? '/data/messages/0' : '/data/0'
  const before = [
    read('GET /conversations', page([{ id: 'c1' }, { id: 'c2' }])),
    read(LEADS, page([{ id: 'l1' }])),
  ]
  const earlier = before.map((one) => ({ ...one, id: 0 }))
  expect(summarised(misplacedTexts([...earlier, sent, seen]))).toEqual([
    [
      requirement,
      'a text only where it was written',
      `${place} has ${MARK}, sent to ${sent.operation}: status 200`,
      pointer,
    ],
  ])
})

test.each([
  [CREATE, 'CREATE-LEAD-28', 'ISOLATION-16'],
  [UPDATE, 'PATCH-CONVERSATION-15', 'ISOLATION-14'],
  [NOTE, 'ADD-NOTE-11', 'ISOLATION-15'],
])('nothing of a refused %s is left, here or in another workspace', (asked, own, foreign) => {
  const refused = write(asked, '', 404)
  const shown = (key: 'main' | 'other'): unknown =>
    summarised(misplacedTexts([refused, read(LEADS, page([lead({ notes: MARK })]), key)]))

  const received = `Lead "l1" has ${MARK}, sent to ${refused.operation}: status 404`
  expect(shown('main')).toEqual([[own, 'nothing of a refused write', received, '/data/0']])
  expect(shown('other')).toEqual([[foreign, 'nothing of a refused write', received, '/data/0']])
})

test('nothing of a write without a key is left', () => {
  const refused = { ...write(NOTE, '', 401), key: 'none' } as const
  expect(summarised(misplacedTexts([refused, noted('m1')]))[0]?.[0]).toBe('AUTH-06')
})

test.each([
  ['where it was written', [write(CREATE, 'l1'), leads('l1')]],
  ['in a copy of an updated conversation', [write(UPDATE, 'c1'), tagged('c2')]],
  ['in a copy of a conversation with a note', [write(NOTE.replace('c1', 'c2'), 'm1'), noted('m1')]],
  ['in a message that tells of a lead', [write(CREATE, 'l1'), noted('m1')]],
  [
    'in a field that is no part of the resource',
    [write(CREATE, 'l1'), read(LEADS, page([{ id: 'l2', by: MARK }]))],
  ],
  ['if the request had no usable answer', [write(CREATE, 'l1', 500), leads('l2')]],
  ['if a limiter answered', [write(CREATE, '', 429), leads('l2')]],
  ['if the request was sent again', [{ ...write(CREATE, 'l1'), repeats: [0] }, leads('l2')]],
  ['if two requests share it', [write(CREATE, 'l1'), write(CREATE, 'l2'), leads('l3')]],
  ['if nobody of this run wrote it', [leads('l1')]],
])('a text may stand %s', (_where, exchanges: readonly Exchange[]) => {
  expect(misplacedTexts(exchanges).findings).toEqual([])
})
