import { expect, test } from 'vitest'
import { type BodyField, bodyFields, CARRIED } from '../../lib/engine/spec/request-bodies.ts'
import { mayShow } from './shown.ts'

const FIELDS: readonly BodyField[] = [...CARRIED, ...bodyFields('ConversationPatch')]

test.each([
  ['email', ' A@x.org', 'a@x.org', true],
  ['name', ' Ada', 'Ada', true],
  ['name', 'ada', 'Ada', false],
  ['name', 'Ada', null, true],
  ['name', 'a\0b', 'ab', true],
  ['name', null, 'Ada', false],
  ['conversation_id', null, 'kX3', true],
  ['tags', ['a', 'b'], ['b', ' a'], true],
  ['tags', ['a'], ['A'], false],
  ['tags', ['a'], ['a', 'b'], false],
  ['tags', [], null, true],
  ['is_resolved', true, false, false],
])('%s: after %j an answer may show %j: %j', (name, sent, shown, may) => {
  const field = FIELDS.find((one) => one.name === name)
  expect(field && mayShow(field, sent, shown)).toBe(may)
})

test('a field of another type shows the value that was sent', () => {
  const priority = {
    name: 'priority',
    required: false,
    type: 'integer',
    nullable: true,
    least: 0,
    most: 9,
  } as const
  expect([7, '7', 8, null].map((shown) => mayShow(priority, 7, shown))).toEqual([true, false, false, true])
})
