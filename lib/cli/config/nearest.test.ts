import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

const WORDS = ['LEAD-01', 'LEAD-02', 'AUTH-01']

test.each([
  ['LEAD-2', 'LEAD-02'],
  ['lead-02', 'LEAD-02'],
  ['ATUH-01', 'AUTH-01'],
  ['RESERVATION', undefined],
  ['', undefined],
])('for %j the nearest is %j', (word, expected) => {
  expect(nearest(word, WORDS)).toBe(expected)
})

test('a suggestion continues a sentence, and is left out where there is none', () => {
  expect(didYouMean('LEAD-2', WORDS)).toBe('; did you mean LEAD-02?')
  expect(didYouMean('xyz', WORDS)).toBe('')
})
