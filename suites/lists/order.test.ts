import { expect, test } from 'vitest'
import { order } from './order.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

const at = (...seconds: number[]): object[] =>
  seconds.map((second) => {
    const time = `2026-11-01T10:00:0${second}Z`
    return { id: `r${second}`, created_at: time, start_at: time }
  })
const judged = (asked: string, items: readonly unknown[]) =>
  judgementsOf(exchange(asked, { body: page(items) }), order)

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
