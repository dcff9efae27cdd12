import { expect, test } from 'vitest'
import { mayShow } from './shown.ts'

test.each([
  ['email', ' A@x.org', 'a@x.org', true],
  ['name', ' Ada', 'Ada', true],
  ['name', 'ada', 'Ada', false],
  ['name', 'Ada', null, true],
  ['name', 'a\0b', 'ab', true],
  ['name', null, 'Ada', false],
  ['conversation_id', null, 'kX3', true],
])('%s: after %j a lead may show %j: %j', (field, sent, shown, may) => {
  expect(mayShow(field, sent, shown)).toBe(may)
})
