import { expect, test } from 'vitest'
import { type Figure, isMet, median, repeat } from './figure.ts'

const figure = (values: number[], target?: Figure['target']): Figure => ({
  name: 'time',
  unit: 's',
  values,
  ...(target && { target }),
})

test.each([
  [[3], 3],
  [[9, 1], 5],
  [[9, 1, 2], 2],
  [[10, 9, 1, 2], 5.5],
  [[], NaN],
])('the median of %j is %d', (values, middle) => {
  expect(median(values)).toBe(middle)
})

test('a target is met where the median keeps to it', () => {
  expect(isMet(figure([1, 2, 9], { atMost: 2 }))).toBe(true)
  expect(isMet(figure([1, 3, 9], { atMost: 2 }))).toBe(false)
  expect(isMet(figure([1, 2, 9], { atLeast: 2 }))).toBe(true)
  expect(isMet(figure([1, 1, 9], { atLeast: 2 }))).toBe(false)
})

test('without a target nothing is to be met, and without a value no target is', () => {
  expect(isMet(figure([1]))).toBeUndefined()
  expect(isMet(figure([], { atMost: 2 }))).toBe(false)
})

test('repetitions are measured one after the other', async () => {
  let under = 0
  const seen = await repeat(3, async (turn) => {
    under += 1
    const together = under
    await Promise.resolve()
    under -= 1
    return [turn, together]
  })

  expect(seen).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
  ])
})
