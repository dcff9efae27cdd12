import { expect, test } from 'vitest'
import { Actor, RawBody } from './actor.ts'
import type { Answer } from './answer.ts'
import { discoveryOf } from './testing/answers.ts'
import { fakeClient } from './testing/fake-client.ts'
import { runCase, sessionOf } from './testing/run-case.ts'

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

test('the bystander is the stranger where there is one', async () => {
  const labels: string[] = []
  for (const other of [undefined, {}])
    await runCase(sessionOf(undefined, { discovery: discoveryOf({}, other) }), async ({ bystander }) => {
      labels.push(bystander.label)
      await Promise.resolve()
    })

  expect(labels).toEqual(['main', 'other'])
})
