import { describe, expect, test } from 'vitest'
import { bookingSince, itemsOnBound } from './since.ts'
import { exchange, page } from './testing/exchanges.ts'
import { AT, lead } from './testing/items.ts'
import type { JsonObject } from '../../util/values.ts'

describe('an item on the bound of since', () => {
  const known = exchange('GET /leads', { body: page([lead({ status: 'new' })]) })
  const ask = (query: string, items: readonly object[], more = false): Parameters<typeof itemsOnBound>[1] => [
    known,
    exchange(`GET /leads?since=${AT}${query}`, {
      id: 2,
      body: { data: items, pagination: { limit: 50, offset: 0, total: 100, has_more: more } },
    }),
  ]
  const seen = (...asked: Parameters<typeof ask>): boolean[] =>
    itemsOnBound('GET /leads', ask(...asked)).map(({ included }) => included)

  test.each([
    ['comes', '', [lead({ status: 'new' })], [true]],
    ['is missing', '', [], [false]],
    ['comes beside a filter that keeps it', '&status=new', [lead({ status: 'new' })], [true]],
    ['proves nothing where another filter drops it', '&status=won', [], []],
    ['proves nothing of a later page', '&offset=50', [], []],
  ])('%s', (_, query, items, expected) => {
    expect(seen(query, items)).toEqual(expected)
  })

  test('proves nothing where it may stand on the next page', () => {
    expect(seen('', [], true)).toEqual([])
  })
})

const BOUND = '2026-11-10T00:00:00Z'
const [EARLY, LATE] = ['2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z']
const known = [
  { id: 'made-early', created_at: EARLY, start_at: LATE, end_at: LATE },
  { id: 'made-late', created_at: LATE, start_at: EARLY, end_at: EARLY },
]
const consistent = (items: readonly JsonObject[], ids: readonly string[], since: string = BOUND): string[] =>
  bookingSince(items, exchange(`GET /bookings?since=${since}`, { body: page(ids.map((id) => ({ id }))) }))

test.each([
  ['created_at', known, ['made-late'], ['created_at']],
  ['start or end', known, ['made-early'], ['start_at', 'end_at']],
  ['no date', known, [], []],
  ['any date, where none is shown', [{ id: 'x' }], [], ['created_at', 'start_at', 'end_at']],
  [
    'any date, where all stand on the bound',
    [{ id: 'x', created_at: BOUND, start_at: BOUND, end_at: BOUND }],
    [],
    ['created_at', 'start_at', 'end_at'],
  ],
])('%s explains what was kept', (_, items, kept, dates) => {
  expect(consistent(items, kept)).toEqual(dates)
})

test('nothing explains what cannot be read', () => {
  expect(consistent(known, [], 'yesterday')).toEqual([])
  expect(bookingSince(known, exchange(`GET /bookings?since=${BOUND}`, { status: 400 }))).toEqual([])
})
