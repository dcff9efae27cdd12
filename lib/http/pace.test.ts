import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

/** A clock on which waiting takes no time. */
function clock(): { now: () => number; pause: (ms: number) => Promise<void> } {
  let time = 0
  return { now: () => time, pause: async (ms) => void (time += ms) }
}

test('requests are sent at the given rate', async () => {
  const { now, pause } = clock()
  const pace = createPace(4, pause, now)
  for (let i = 0; i < 5; i++) await pace.turn()

  expect(now()).toBe(1000)
})

test('the rate falls step by step to one a second, starting from what the operator allows', () => {
  const { now, pause } = clock()
  const pace = createPace(undefined, pause, now)
  const rates = Array.from({ length: 12 }, () => {
    pace.slowDown()
    return pace.rate
  })
  const allowed = createPace(5, pause, now)
  allowed.slowDown()

  expect([rates[0], rates.at(-1), allowed.rate]).toEqual([20, 1, 3.5])
})
