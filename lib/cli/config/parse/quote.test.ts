import { expect, test } from 'vitest'
import { quote } from './quote.ts'

test.each([
  ['fast', '"fast"'],
  ['', 'an empty value'],
  ['x'.repeat(21), 'a value of 21 characters'],
  ['\u001b[2J', 'a value of 4 characters'],
  ['\n', 'a value of 1 character'],
  ['cak_live_1', 'a value of 10 characters'],
  ['sk-1234', 'a value of 7 characters'],
])('%j is shown as %s', (text, shown) => {
  expect(quote(text)).toBe(shown)
})
