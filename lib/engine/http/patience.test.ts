import { expect, test } from 'vitest'
import { Patience } from './patience.ts'
import { simulatedClock } from './testing/clock.ts'

test('a minute is waited in all, for everything together, and then nothing is waited for', async () => {
  const clock = simulatedClock()
  const told: string[] = []
  const patience = new Patience(clock, (reason) => told.push(reason))
  const waited = []
  for (const [ms, reason] of [
    [20_000, 'a limiter'],
    [35_000, 'a restart'],
    [6_000, 'a limiter'],
    [1, 'a limiter'],
  ] as const)
    waited.push(await patience.wait(ms, reason))

  expect(waited).toEqual([true, true, false, false])
  expect([clock.now(), patience.isOver, told]).toEqual([55_000, true, ['a limiter', 'a restart']])
  expect(patience.waited).toEqual([
    ['a restart', 35_000],
    ['a limiter', 20_000],
  ])
})

test('waits at the same time count once', async () => {
  const patience = new Patience({ now: () => 0, pause: () => Promise.resolve() })
  const waits = Array.from({ length: 30 }, (_, n) => patience.wait(n * 1000, 'a limiter'))

  expect(await Promise.all(waits)).not.toContain(false)
  expect(patience.waited).toEqual([['a limiter', 29_000]])
})
