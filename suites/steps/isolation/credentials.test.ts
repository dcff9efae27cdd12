import { expect, test } from 'vitest'
import { shownPrefix, withoutKey } from './credentials.ts'

const KEY = 'sk_live_4Kd93jXw7Pq2'

test.each(['sk_live_', 'sk_live_4Kd'])('the prefix %s that is shown is used as a key', (shown) => {
  expect(shownPrefix(KEY, shown)).toEqual([`Bearer ${shown}`])
})

test.each([KEY, '', 'sk_test_', 5, undefined])('what is shown as %j is no prefix', (shown) => {
  expect(shownPrefix(KEY, shown)).toBeUndefined()
})

test('a bearer header without a token has nothing after the scheme', () => {
  expect(withoutKey()).toEqual(['Bearer ', 'Bearer '])
})
