import { describe, expect, test } from 'vitest'
import { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import { fakeClient } from './testing/fake-client.ts'
import { answerOf } from './testing/answers.ts'

const client = fakeClient(() => ({}))
const api = new Actor((spec) => client.send(spec), { key: 'main' })

test.each<[string, () => Promise<Answer>, object]>([
  ['an odd id', () => api.conversation('a/b c'), { path: '/conversations/a%2Fb%20c' }],
])('a request with %s is sent as meant', async (_, ask, expected) => {
  await ask()

  expect(client.asked.at(-1)).toMatchObject({ authorization: 'Bearer key-main-1', ...expected })
})

describe('reading an answer', () => {
  test.each<[string, unknown]>([
    ['an array', [1]],
    ['null', null],
    ['a number', 7],
    ['an object without data', { pagination: 'x' }],
    ['data of another kind', { data: 'x', pagination: [] }],
  ])('never throws: %s', (_, body) => {
    const answer = answerOf(body)

    expect([answer.data, answer.items, answer.total, answer.usable]).toEqual([{}, [], undefined, false])
  })

  test('of a list gives its items, as far as they are objects, and its total', () => {
    const answer = answerOf({ data: [{ id: 'a' }, 7, null], pagination: { total: 3 } }, { path: '/leads' })

    expect([answer.items, answer.total, answer.usable]).toEqual([[{ id: 'a' }], 3, true])
  })
})
