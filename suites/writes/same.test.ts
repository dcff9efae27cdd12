import { expect, test } from 'vitest'
import { type BodyField, bodyFields, CARRIED } from '../../lib/engine/contract/request-bodies.ts'
import { isWrong, type Moment } from './same.ts'

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
  expect(isWrong('answer', [field, sent, shown])).toBe(!may)
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
  const isShown = (shown: unknown): boolean => !isWrong('answer', [priority, 7, shown])
  expect([7, '7', 8, null].map(isShown)).toEqual([true, false, false, true])
})

const MOMENTS: readonly Moment[] = ['answer', 'soon', 'later']

test.each([
  ['as it was sent', ['new'], []],
  ['with a tag of an automation', ['new', 'reviewed'], ['answer']],
  ['without a tag', [], ['answer', 'soon']],
  ['with a tag that was taken away', ['new', 'found'], ['answer', 'soon']],
  ['as an automation set it again', ['found'], ['answer', 'soon']],
  ['as it was before the update', ['sent'], ['answer', 'soon', 'later']],
])('tags may be shown %s, as nothing explains it at: %j', (_how, shown, wrong) => {
  const field = FIELDS.find(({ name }) => name === 'tags')
  const old = { all: ['found', 'sent'], sent: ['sent'] }
  expect(MOMENTS.filter((moment) => isWrong(moment, [field, ['new'], shown], old))).toEqual(wrong)
})
