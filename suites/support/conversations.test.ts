import { expect, test } from 'vitest'
import { sameTags } from './conversations.ts'

test.each([
  [['a'], ['a'], true],
  [['a', 'b'], ['b', ' a'], true],
  [[], [], true],
  [['a'], ['A'], false],
  [['a'], ['a', 'b'], false],
  [null, [], false],
  ['a', ['a'], false],
])('%j and %j are the same tags: %j', (actual, wanted, same) => {
  expect(sameTags(actual, wanted)).toBe(same)
})
