import { expect, test } from 'vitest'
import { didYouMean, nearest } from './nearest.ts'

const WORDS = ['THING-01', 'THING-02', 'AUTH-01']

test.each([
  ['THING-2', 'THING-02'],
  ['thing-02', 'THING-02'],
  ['ATUH-01', 'AUTH-01'],
  ['RESERVATION', undefined],
  ['', undefined],
])('for %j the nearest is %j', (word, expected) => {
  expect(nearest(word, WORDS)).toBe(expected)
})

test('a suggestion continues a sentence, and is left out where there is none', () => {
  expect(didYouMean('THING-2', WORDS)).toBe('; did you mean THING-02?')
  expect(didYouMean('xyz', WORDS)).toBe('')
})
