import { CONTRACT } from '../api/contract.ts'
import { expect, test } from 'vitest'
import { OPERATIONS } from '../api/catalogue/requirement.ts'

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
