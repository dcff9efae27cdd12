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
  const rates = Array.from({ length: 6 }, () => {
    pace.slowDown()
    return pace.rate
  })
  const allowed = [5, 0.5].map((rate) => createPace(rate, pause, now))
  for (const one of allowed) one.slowDown()

  expect(rates).toEqual([20, 10, 5, 2.5, 1.25, 1])
  expect(allowed.map(({ rate }) => rate)).toEqual([2.5, 0.5])
})

test('the rate rises again by one for each second without a refusal', async () => {
  const { now, pause } = clock()
  const pace = createPace(10, pause, now)
  for (let i = 0; i < 3; i++) pace.slowDown()
  const from = now()
  while ((pace.rate ?? 0) < 10) await pace.turn()

  expect(Math.round((now() - from) / 1000)).toBe(9)
})
