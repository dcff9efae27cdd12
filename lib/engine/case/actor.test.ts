import { describe, expect, test } from 'vitest'
import { Actor } from './actor.ts'
import { RawBody } from './bodies.ts'
import type { Answer } from './answer.ts'
import { fakeClient } from './testing/fake-client.ts'
import { answerOf } from './testing/answers.ts'

const client = fakeClient(() => ({}))
const api = new Actor((spec) => client.send(spec), { key: 'main' })

test.each<[string, () => Promise<Answer>, object]>([
  ['values that are undefined', () => api.leads({ status: undefined }), { path: '/leads', query: {} }],
  ['an odd id', () => api.conversation('a/b c'), { path: '/conversations/a%2Fb%20c' }],
  ['a raw body', () => api.createLead(new RawBody('not json')), { body: 'not json' }],
])('a request with %s is sent as meant', async (_, ask, expected) => {
  await ask()

  expect(client.asked.at(-1)).toMatchObject({ authorization: 'Bearer key-main-1', ...expected })
})

test('a caller with an own Authorization header has no known key', async () => {
  const imposter = new Actor((spec) => client.send(spec), {
    authorization: 'Basic x',
    authorizationShell: 'Basic x',
  })
  const { exchange } = await imposter.me()

  expect([imposter.label, exchange.key, exchange.request.authorizationShell]).toEqual([
    'invalid',
    'invalid',
    'Basic x',
  ])
  expect(client.asked.at(-1)?.authorization).toBe('Basic x')
  expect(api.label).toBe('main')
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
