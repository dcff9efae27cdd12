import { expect, test } from 'vitest'
import { bookingSince } from './bookings.ts'
import { exchange, page } from './testing/exchanges.ts'
import type { Row } from '../../util/values.ts'

const BOUND = '2026-11-10T00:00:00Z'
const [EARLY, LATE] = ['2026-11-01T00:00:00Z', '2026-11-20T00:00:00Z']
const known = [
  { id: 'made-early', created_at: EARLY, start_at: LATE, end_at: LATE },
  { id: 'made-late', created_at: LATE, start_at: EARLY, end_at: EARLY },
]
const consistent = (rows: readonly Row[], ids: readonly string[], since: string = BOUND): string[] =>
  bookingSince(rows, exchange(`GET /bookings?since=${since}`, { body: page(ids.map((id) => ({ id }))) }))

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
])('%s explains what was kept', (_, rows, kept, dates) => {
  expect(consistent(rows, kept)).toEqual(dates)
})

test('nothing explains what cannot be read', () => {
  expect(consistent(known, [], 'yesterday')).toEqual([])
  expect(bookingSince(known, exchange(`GET /bookings?since=${BOUND}`, { status: 400 }))).toEqual([])
})
