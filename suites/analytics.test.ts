import { expect, test } from 'vitest'
import { exchange, judgementsOf } from '../lib/engine/judge/testing/exchanges.ts'
import { summary } from '../lib/engine/judge/testing/items.ts'
import { analyticsDays } from './analytics.ts'

const DAY_MS = 86_400_000
const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

/** The findings on a rollup with these days, if `Date` is that many days ago. */
function found(days: readonly string[], dateAgo = 0): readonly string[] {
  const answered = exchange('GET /analytics/summary', {
    body: { data: summary({ by_day: days.map((date) => ({ date })) }) },
    headers: { Date: new Date(Date.now() - dateAgo * DAY_MS).toUTCString() },
  })
  const now = { ...answered, startedAt: Date.now() }
  return judgementsOf(now, analyticsDays).findings.map(({ received }) => received)
}

test('a day is wrong only where it is by both clocks', () => {
  expect(found([day(0)], 10)).toEqual([])
  expect(found([day(5)], -40)).toEqual([])
  expect(found([day(-4)])).toEqual([day(-4)])
  expect(found([day(40)])).toEqual([`no day after ${day(40)}`])
})
