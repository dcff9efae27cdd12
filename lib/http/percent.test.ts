import { expect, test } from 'vitest'
import { percentEncoded } from './request.ts'

test.each([
  ['plain', 'plain'],
  ['a/b?c#d é', 'a%2Fb%3Fc%23d%20%C3%A9'],
  ['\u{1F4A5}', '%F0%9F%92%A5'],
  ['\uD800x', '%EF%BF%BDx'],
])('%j goes out as %s', (text, encoded) => {
  expect(percentEncoded(text)).toBe(encoded)
})
