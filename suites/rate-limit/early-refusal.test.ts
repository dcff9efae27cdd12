import { expect, test } from 'vitest'
import type { Exchange, KeyLabel } from '../../lib/engine/http/exchange.ts'
import { remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { earlyRefusal } from './early-refusal.ts'
import { rateHeaders } from './headers.ts'
import { exchange, judgementsOf, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

const REMAINING = 'X-RateLimit-Remaining'

test('the same value twice is one value, two values are none', () => {
  const twice = (value: string): string[][] =>
    summarised(judgementsOf(exchange('GET /me', { more: [[REMAINING, value]] }), rateHeaders))

  expect([twice('990'), twice('5').map(([id]) => id)]).toEqual([[], ['RATE-03']])
})

test.each([
  ['990', 990],
  [' 7 ', 7],
  ['-1', undefined],
  [undefined, undefined],
])('%j left is read as %j', (value, read) => {
  expect(remainingOf(exchange('GET /me', { headers: { [REMAINING]: value } }))).toBe(read)
})

/** An answer at a time, in milliseconds, with what it says that remains. */
const answered = (startedAt: number, remaining: number, status = 200, key: KeyLabel = 'main'): Exchange => ({
  ...exchange('GET /me', {
    id: startedAt,
    status,
    key,
    headers: { 'X-RateLimit-Remaining': `${remaining}` },
  }),
  startedAt,
  durationMs: 1,
})

test('a 429 that lasts, while plenty was left a moment before, is reported once, with both answers', () => {
  const run = [answered(10, 900), answered(20, 899), answered(30, 0, 429), answered(40, 0, 429)]

  expect(earlyRefusal(run).findings).toEqual([
    {
      requirement: 'RATE-10',
      where: 'GET /me',
      expected: 'no 429 before 1,000 requests in an hour',
      received: 'status 429 from then on, although 899 requests were left just before',
      status: 429,
      exchanges: [30, 20, 40],
      count: 1,
    },
  ])
})

const more = [answered(9_900, 0, 429), answered(9_910, 0, 429)]
test.each<[string, readonly Exchange[]]>([
  ['by a key that was spent', [answered(10, 1), answered(20, 0), answered(30, 0, 429), ...more]],
  ['by a key that somebody else may have spent', [answered(10, 90), answered(30, 0, 429), ...more]],
  ['after a while', [answered(10, 900), answered(9_000, 0, 429), ...more]],
  ['to what was asked at the same time', [answered(10, 900), answered(10, 0, 429), ...more]],
  ['by hosts of which one lags', [answered(10, 40), answered(12, 900), answered(30, 0, 429), ...more]],
  ['at once', [answered(10, 0, 429), answered(20, 900)]],
  ['to another key', [answered(10, 900), answered(30, 0, 429, 'other'), answered(40, 0, 429, 'other')]],
  ['that passes', [answered(10, 900), answered(30, 898, 429), answered(40, 897)]],
  ['that nothing follows', [answered(10, 900), answered(30, 898, 429)]],
])('a 429 %s is none', (_, run) => {
  expect(earlyRefusal(run).findings).toEqual([])
})
