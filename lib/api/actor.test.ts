import { expect, test } from 'vitest'
import { Actor, RawBody } from './actor.ts'
import type { Answer } from './answer.ts'
import { fakeClient } from './testing/fake-client.ts'

const client = fakeClient(() => ({}))
const api = new Actor((spec) => client.send(spec), { key: 'main' })

test.each<[string, () => Promise<Answer>, object]>([
  ['the key', () => api.me(), { method: 'GET', path: '/me' }],
  ['a list', () => api.list('GET /bookings', { limit: 2 }), { path: '/bookings', query: { limit: '2' } }],
  [
    'a list without values that are undefined',
    () => api.leads({ status: undefined }),
    { path: '/leads', query: {} },
  ],
  ['a conversation with an odd id', () => api.conversation('a/b c'), { path: '/conversations/a%2Fb%20c' }],
  ['a lead', () => api.lead('L1'), { path: '/leads/L1' }],
  [
    'sources',
    () => api.sources({ chatbot_id: 'B' }),
    { path: '/knowledge/sources', query: { chatbot_id: 'B' } },
  ],
  ['analytics', () => api.analytics(), { path: '/analytics/summary' }],
  ['the description', () => api.description(), { path: '/openapi.json' }],
  [
    'an update',
    () => api.patchConversation('C1', { tags: [] }),
    { method: 'PATCH', path: '/conversations/C1', body: { tags: [] } },
  ],
  [
    'a note',
    () => api.addNote('C1', { content: 'x' }),
    { method: 'POST', path: '/conversations/C1/messages' },
  ],
  [
    'a lead to create',
    () => api.createLead({ chatbot_id: 'B' }),
    { method: 'POST', path: '/leads', body: { chatbot_id: 'B' } },
  ],
  ['a body that is sent as it stands', () => api.createLead(new RawBody('not json')), { body: 'not json' }],
])('%s is asked for where the specification says', async (_, ask, expected) => {
  await ask()

  expect(client.asked.at(-1)).toMatchObject({ authorization: 'Bearer key-main-1', ...expected })
})

test('who has a header of his own is nobody whose key is known', async () => {
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
