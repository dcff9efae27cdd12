import { expect, test } from 'vitest'
import { CONTRACT } from './api.ts'

test('inherited fields come first, and an unknown schema has none', () => {
  const names = (schema: string): string[] => CONTRACT.fieldsOf(schema).map(({ name }) => name)
  expect(names('ConversationDetail')).toEqual([...names('Conversation'), 'messages'])
  expect(['Journal', '__proto__'].flatMap(names)).toEqual([])
})

test('an operation takes its body from the schema', () => {
  expect(CONTRACT.operation('PATCH /conversations/{id}').requestSchema).toBe('ConversationPatch')
  expect(() => CONTRACT.operation('PUT /leads')).toThrow('The contract has no operation PUT /leads')
})

test('path parameters are decoded, and a malformed escape stays as it is', () => {
  expect(CONTRACT.match('GET', '/leads/a%2Fb%20c')).toEqual({
    operation: 'GET /leads/{id}',
    params: { id: 'a/b c' },
  })
  expect(CONTRACT.match('GET', '/leads/%zz')?.params).toEqual({ id: '%zz' })
})

test.each([
  ['DELETE', '/leads/x'],
  ['get', '/leads'],
  ['GET', '/journals'],
  ['GET', '/leads/'],
  ['GET', '/leads/x/y'],
  ['GET', 'leads'],
  ['GET', '/'],
  ['GET', ''],
])('nothing is at %s %s', (method, path) => {
  expect(CONTRACT.match(method, path)).toBeUndefined()
})
