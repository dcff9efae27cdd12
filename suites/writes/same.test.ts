import { expect, test } from 'vitest'
import { type BodyField, bodyFields, CARRIED } from '../../lib/engine/contract/request-bodies.ts'
import { isRightAnswer, isShown } from './same.ts'

const FIELDS: readonly BodyField[] = [
  ...CARRIED,
  ...bodyFields('ConversationPatch'),
  ...bodyFields('MessageCreate'),
]
const named = (name: string): BodyField | undefined => FIELDS.find((one) => one.name === name)

test.each([
  ['email', ' A@x.org', 'a@x.org', true],
  ['name', ' Ada', 'Ada', true],
  ['name', 'ada', 'Ada', false],
  ['name', 'Ada', null, true],
  ['name', 'a\0b', 'ab', true],
  ['name', 'Zoe\u0308', 'Zo\u00EB', true],
  ['name', null, 'Ada', false],
  ['content', 'a\r\nb\rc', 'a\nb\nc', true],
  ['content', 'a\r\nb', 'a\n\nb', false],
  ['content', 'a\nb', 'ab', false],
  ['conversation_id', null, 'kX3', true],
  ['tags', ['a', 'b'], ['b', ' a'], true],
  ['tags', ['a'], ['A'], false],
  ['tags', ['a'], ['a', 'b'], false],
  ['tags', [], null, true],
  ['is_resolved', true, false, false],
])('%s: after %j an answer may show %j: %j', (name, sent, shown, may) => {
  expect(isRightAnswer(named(name), sent, shown)).toBe(may)
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
  expect([7, '7', 8, null].map((shown) => isRightAnswer(priority, 7, shown))).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test.each([
  ['as they were sent', ['new'], true],
  ['with a tag of an automation', ['new', 'reviewed'], true],
  ['without the new one', [], false],
  ['with one that was taken away', ['new', 'old'], false],
  ['not at all', undefined, false],
])('a later read that shows tags %s shows the update: %j', (_how, shown, does) => {
  expect(isShown(named('tags'), ['new'], shown, ['old'])).toBe(does)
})

test.each([
  [[], null, true],
  [[], ['old'], false],
  [[], ['other'], true],
])('after %j a later read may show %j: %j', (sent, shown, may) => {
  expect(isShown(named('tags'), sent, shown, ['old'])).toBe(may)
})

test('times are told apart by the second', () => {
  expect(isShown(undefined, '2026-11-20T12:00:00.75Z', '2026-11-20T12:00:00Z')).toBe(true)
  expect(isShown(undefined, '2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z')).toBe(false)
})
