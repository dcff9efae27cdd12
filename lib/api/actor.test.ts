import { expect, test } from 'vitest'
import { Actor, RawBody } from './actor.ts'
import type { Answer } from './answer.ts'
import { fakeClient } from './testing/fake-client.ts'

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
