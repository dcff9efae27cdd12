import { expect, test } from 'vitest'
import { Pace } from './pace.ts'
import { Patience } from './patience.ts'
import { simulatedClock } from './testing/clock.ts'

/** A pace on a clock of its own. */
function paced(atMost?: number): {
  readonly pace: Pace
  readonly now: () => number
  readonly patience: Patience
} {
  const clock = simulatedClock()
  const patience = new Patience(clock)
  return { pace: new Pace(patience, atMost), now: clock.now, patience }
}

test('requests are sent at the rate that is allowed, which is no waiting', async () => {
  const { pace, now, patience } = paced(0.05)
  for (let i = 0; i < 5; i++) await pace.turn()

  expect([now(), patience.waited]).toEqual([80_000, []])
})

test('the rate falls step by step to one a second, starting from what the operator allows', () => {
  const { pace } = paced()
  const rates = Array.from({ length: 6 }, () => {
    pace.slowDown()
    return pace.rate
  })
  const allowed = [5, 0.5].map((rate) => paced(rate).pace)
  for (const one of allowed) one.slowDown()

  expect(rates).toEqual([20, 10, 5, 2.5, 1.25, 1])
  expect(allowed.map(({ rate }) => rate)).toEqual([2.5, 0.5])
})

test('the rate rises again by one for each second without a refusal', async () => {
  const { pace, now } = paced(10)
  for (let i = 0; i < 3; i++) pace.slowDown()
  while ((pace.rate ?? 0) < 10) await pace.turn()

  expect(Math.round(now() / 1000)).toBe(9)
})

test('nothing is sent while it is held', async () => {
  const { pace, now } = paced()
  pace.hold(3000)
  pace.hold(1000)
  for (let i = 0; i < 5; i++) await pace.turn()

  expect(now()).toBe(3000)
})

test('where the run has waited long enough, nothing is held or slowed down any more', async () => {
  const { pace, now } = paced()
  pace.slowDown()
  pace.hold(61_000)
  for (let i = 0; i < 100; i++) await pace.turn()

  expect([now(), pace.rate]).toEqual([0, undefined])
})
