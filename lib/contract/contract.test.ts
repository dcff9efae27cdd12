import { expect, test } from 'vitest'
import { CONTRACT } from '../api/contract.ts'
import { OPERATIONS } from '../api/operations.ts'

test('lists the rows of a table in its order', () => {
  expect(CONTRACT.fieldsOf('Pagination').map(({ name, required }) => [name, required])).toEqual([
    ['limit', true],
    ['offset', true],
    ['total', true],
    ['has_more', true],
  ])
})

test('gives each field its schema', () => {
  expect(CONTRACT.fieldsOf('Lead').find(({ name }) => name === 'email')).toMatchObject({
    name: 'email',
    required: false,
    schema: { type: ['string', 'null'], format: 'email' },
  })
})

test('lists inherited fields first', () => {
  const names = CONTRACT.fieldsOf('ConversationDetail').map(({ name }) => name)
  expect(names).toEqual([...CONTRACT.fieldsOf('Conversation').map(({ name }) => name), 'messages'])
})

test('knows no other resources', () => {
  expect(CONTRACT.fieldsOf('Webhook')).toEqual([])
  expect(CONTRACT.fieldsOf('__proto__')).toEqual([])
})

test('lists the operations that the API knows', () => {
  expect([...CONTRACT.operations.keys()].sort()).toEqual([...OPERATIONS].sort())
})

test('reads everything that part 4 says of an operation', () => {
  expect(CONTRACT.operation('GET /chatbots')).toEqual({
    key: 'GET /chatbots',
    operationId: 'listChatbots',
    method: 'GET',
    path: '/chatbots',
    pathParameters: [],
    queryParameters: [
      { name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', required: false, schema: { type: 'integer', minimum: 0 } },
    ],
    requestSchema: undefined,
    responseSchema: 'ChatbotList',
    statuses: [200, 401, 429],
  })
})

test('takes path parameters from the path item, and the body from its schema', () => {
  const { pathParameters, requestSchema } = CONTRACT.operation('POST /conversations/{id}/messages')
  expect({ pathParameters, requestSchema }).toEqual({
    pathParameters: ['id'],
    requestSchema: 'MessageCreate',
  })
})

test.each([
  ['GET /me', [200, 401, 429]],
  ['GET /chatbots', [200, 401, 429]],
  ['GET /conversations', [200, 401, 429]],
  ['GET /conversations/{id}', [200, 401, 404, 429]],
  ['PATCH /conversations/{id}', [200, 400, 401, 404, 429]],
  ['POST /conversations/{id}/messages', [200, 400, 401, 404, 429]],
  ['GET /leads', [200, 401, 429]],
  ['POST /leads', [200, 400, 401, 404, 429]],
  ['GET /leads/{id}', [200, 401, 404, 429]],
  ['GET /bookings', [200, 401, 429]],
  ['GET /reservations', [200, 400, 401, 404, 429]],
  ['GET /knowledge/sources', [200, 400, 401, 404, 429]],
  ['GET /analytics/summary', [200, 401, 429]],
] as const)('%s answers %j', (key, statuses) => {
  expect(CONTRACT.operation(key).statuses).toEqual(statuses)
})

test.each(OPERATIONS)('finds %s by its own template', (key) => {
  const [method = '', path = ''] = key.split(' ')
  expect(CONTRACT.match(method, path.replace('{id}', 'k3Jx9'))?.operation).toBe(key)
})

test('decodes path parameters', () => {
  expect(CONTRACT.match('GET', '/leads/a%2Fb%20c')).toEqual({
    operation: 'GET /leads/{id}',
    params: { id: 'a/b c' },
  })
})

test('keeps a malformed escape as it is', () => {
  expect(CONTRACT.match('GET', '/leads/%zz')?.params).toEqual({ id: '%zz' })
})

test.each([
  ['DELETE', '/leads/x'],
  ['get', '/me'],
  ['GET', '/openapi.json'],
  ['GET', '/leads/'],
  ['GET', '/leads/x/y'],
  ['GET', '/conversations/x/messages'],
  ['GET', 'me'],
  ['GET', '/'],
  ['GET', ''],
])('finds nothing for %s %s', (method, path) => {
  expect(CONTRACT.match(method, path)).toBeUndefined()
})
