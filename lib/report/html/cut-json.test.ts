import { expect, test } from 'vitest'
import { closeCutJson } from './json-view.ts'

const whole = '{"data":[{"id":"a,]}\\"","n":[1,2]},{"id":"b"}],"pagination":{"limit":2}}'

test('closes JSON that is cut anywhere, and keeps what is whole', () => {
  for (let length = 1; length <= whole.length; length += 1) {
    expect(() => JSON.parse(closeCutJson(whole.slice(0, length))) as unknown).not.toThrow()
  }
  expect(closeCutJson(whole)).toBe(whole)
  expect(closeCutJson('{"data":[{"id":"a"},{"id":"b","na')).toBe('{"data":[{"id":"a"},{"id":"b"}]}')
})
