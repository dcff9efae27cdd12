import { describe, expect, test } from 'vitest'
import type { Exchange } from './exchange.ts'
import { Limiter } from './limiter.ts'
import { Patience } from './patience.ts'
import { simulatedClock } from './testing/clock.ts'
import { answered, jsonExchange } from './testing/exchange.ts'

function limited(atMost?: number): { limiter: Limiter; now: () => number; patience: Patience } {
  const clock = simulatedClock()
  const patience = new Patience(clock)
  return { limiter: new Limiter(patience, atMost), now: clock.now, patience }
}

const refusals = (count: number): Exchange[] =>
  Array.from({ length: count }, (_, n) => answered(n + 1, [], { startedAt: 10 * n, durationMs: 1 }))

test('requests are sent at the rate that is allowed, which is no waiting', async () => {
  const { limiter, now, patience } = limited(0.05)
  for (let i = 0; i < 5; i++) await limiter.turn()

  expect([now(), patience.waited]).toEqual([80_000, []])
})

test.each([
  [undefined, [undefined, 5, 5, 5]],
  [50, [50, 5, 5, 5]],
  [0.5, [0.5, 0.5, 0.5, 0.5]],
])('from %s on, the run goes at one pace after a second refusal, unless it is slower', (most, rates) => {
  const { limiter } = limited(most)
  const seen = refusals(rates.length).map((one) => {
    limiter.refused(one, 0)
    return limiter.rate
  })
  expect(seen).toEqual(rates)
})

describe('an operation is refused for good', () => {
  /**
   * How the limiter decides on refusals of one operation that ask for a second each, with `apartMs` before
   * each of them.
   */
  const decisions = (count: number, apartMs: number): string[] => {
    const clock = simulatedClock()
    const limiter = new Limiter(new Patience(clock))
    const busy = jsonExchange({}, { status: 429, headers: [['Retry-After', '1']] }, () => 'GET /status')
    return Array.from({ length: count }, () => {
      void clock.pause(apartMs)
      return limiter.refused(busy, 0)
    })
  }

  test('after ten seconds in which it was asked again and again', () => {
    expect(decisions(12, 1000)).toEqual([...Array.from({ length: 11 }, () => 'again'), 'for good'])
  })

  test('and not because a request waited for its turn', () => {
    expect(decisions(3, 30_000)).toEqual(['again', 'again', 'again'])
  })
})

test('nothing is sent while it is held, unless the run has waited long enough', async () => {
  const { limiter, now } = limited()
  const [one, other] = [answered(1, []), answered(2, [])]
  limiter.hold(one, 11)
  limiter.hold(other, 3)
  for (let i = 0; i < 5; i++) await limiter.turn()
  expect(now()).toBe(3000)

  limiter.hold(one, 300)
  for (let i = 0; i < 100; i++) await limiter.turn()
  expect([now(), limiter.rate]).toEqual([3000, undefined])
})
