import { describe, expect, test } from 'vitest'
import { firstRise, order } from './order.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/judge/testing/exchanges.ts'

const at = (...seconds: number[]): object[] =>
  seconds.map((second) => {
    const time = `2026-11-01T10:00:0${second}Z`
    return { id: `r${second}`, created_at: time, start_at: time }
  })
const judged = (asked: string, items: readonly unknown[]) =>
  judgementsOf(exchange(asked, { body: page(items) }), order)

describe('newest first', () => {
  test.each([
    ['GET /leads?limit=3', 'LIST-LEADS-02', 'created_at'],
    ['GET /reservations', 'LIST-RESERVATIONS-02', 'start_at'],
  ])('%s may not rise', (asked, id, field) => {
    expect(summarised(judged(asked, at(5, 1, 2)))).toEqual([
      [
        id,
        `${field} not later than in the item before`,
        '"2026-11-01T10:00:02Z", after "2026-11-01T10:00:01Z"',
        `/data/2/${field}`,
      ],
    ])
  })
})

test('the first rise is found with both its items', () => {
  const [a, b, c] = [
    { t: '2026-01-02T00:00:00Z' },
    { t: '2026-01-01T00:00:00Z' },
    { t: '2026-01-03T00:00:00Z' },
  ]

  expect(firstRise([a, b, c], 't')).toEqual({ index: 2, items: [b, c] })
  expect(firstRise([c, a, b], 't')).toBeUndefined()
  expect(firstRise([], 't')).toBeUndefined()
})
