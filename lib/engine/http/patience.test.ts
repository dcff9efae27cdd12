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
  let time = 0
  const pause = async (ms: number): Promise<void> => {
    await Promise.resolve()
    time = Math.max(time, ms)
  }
  const patience = new Patience({ now: () => time, pause })
  const waits = Array.from({ length: 30 }, (_, n) => patience.wait(n * 1000, 'a limiter'))

  expect(await Promise.all(waits)).not.toContain(false)
  expect(patience.waited).toEqual([['a limiter', 29_000]])
})

test('a wait that the end of the run cuts off counts for as long as it was', async () => {
  let time = 0
  const pause = async (): Promise<void> => {
    await Promise.resolve()
    time = 900
  }
  const patience = new Patience({ now: () => time, pause })

  await patience.wait(10_000, 'a limiter')
  expect(patience.waited).toEqual([['a limiter', 900]])
})
