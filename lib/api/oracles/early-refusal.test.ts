import { expect, test } from 'vitest'
import type { Exchange, KeyLabel } from '../../http/exchange.ts'
import { earlyRefusal } from './early-refusal.ts'
import { exchange } from './testing/exchanges.ts'

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

test('a 429 while plenty was left a moment before is told once, with both answers', () => {
  const run = [answered(10, 900), answered(20, 899), answered(30, 0, 429), answered(40, 0, 429)]

  expect(earlyRefusal(run)).toEqual([
    {
      requirement: 'RATE-10',
      where: 'GET /me',
      expected: 'no 429 before the 1,000 requests of the hour are spent',
      received: 'status 429 while 899 were left a moment before',
      status: 429,
      exchanges: [30, 20],
      count: 1,
    },
  ])
})

test.each<[string, readonly Exchange[]]>([
  ['by a key that was spent', [answered(10, 1), answered(20, 0), answered(30, 0, 429)]],
  ['by a key that somebody else may have spent', [answered(10, 90), answered(30, 0, 429)]],
  ['after a while', [answered(10, 900), answered(9_000, 0, 429)]],
  ['to what was asked at the same time', [answered(10, 900), answered(10, 0, 429)]],
  ['by hosts of which one lags', [answered(10, 40), answered(12, 900), answered(30, 0, 429)]],
  ['at once', [answered(10, 0, 429), answered(20, 900)]],
  ['to another key', [answered(10, 900), answered(30, 0, 429, 'other')]],
  [
    'when the exhaustible key is spent',
    [answered(10, 900), answered(20, 900, 200, 'exhaustible'), answered(30, 0, 429)],
  ],
])('a 429 %s is none', (_, run) => {
  expect(earlyRefusal(run)).toEqual([])
})
