import { expect, test } from 'vitest'
import { LIBRARY } from './testing/library.ts'

test('lists the fields of a schema in its order, with what is required', () => {
  expect(LIBRARY.fieldsOf('Book').map(({ name, required }) => [name, required])).toEqual([
    ['id', true],
    ['title', true],
    ['kind', false],
    ['added_at', true],
    ['contact', false],
    ['copies', false],
    ['edition', false],
  ])
})

test('gives each field its schema', () => {
  expect(LIBRARY.fieldsOf('Book').find(({ name }) => name === 'contact')).toEqual({
    name: 'contact',
    required: false,
    schema: { type: ['string', 'null'], format: 'email' },
  })
})

test('lists inherited fields first', () => {
  const names = LIBRARY.fieldsOf('Loan').map(({ name }) => name)
  expect(names).toEqual([...LIBRARY.fieldsOf('Book').map(({ name }) => name), 'reader'])
})

test.each(['Journal', '__proto__'])('knows no schema %s', (name) => {
  expect(LIBRARY.fieldsOf(name)).toEqual([])
})

test('reads everything that is stated of an operation', () => {
  expect(LIBRARY.operation('GET /books')).toEqual({
    key: 'GET /books',
    operationId: 'listBooks',
    method: 'GET',
    path: '/books',
    pathParameters: [],
    queryParameters: [
      { name: 'limit', required: false, schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'shelf', required: true, schema: { type: 'string' } },
    ],
    requestSchema: undefined,
    responseSchema: 'Shelf',
    statuses: [200, 401],
  })
})

test('takes path parameters from the path item, and the body from its schema', () => {
  const { pathParameters, requestSchema } = LIBRARY.operation('PATCH /books/{id}')
  expect({ pathParameters, requestSchema }).toEqual({ pathParameters: ['id'], requestSchema: 'Patch' })
})

test('has no operation that is not described', () => {
  expect([...LIBRARY.operations.keys()]).toEqual(['GET /books', 'GET /books/{id}', 'PATCH /books/{id}'])
  expect(() => LIBRARY.operation('PUT /books')).toThrow('The contract has no operation PUT /books')
})

test('decodes path parameters', () => {
  expect(LIBRARY.match('GET', '/books/a%2Fb%20c')).toEqual({
    operation: 'GET /books/{id}',
    params: { id: 'a/b c' },
  })
})

test('keeps a malformed escape as it is', () => {
  expect(LIBRARY.match('GET', '/books/%zz')?.params).toEqual({ id: '%zz' })
})

test.each([
  ['DELETE', '/books/x'],
  ['get', '/books'],
  ['GET', '/journals'],
  ['GET', '/books/'],
  ['GET', '/books/x/y'],
  ['GET', 'books'],
  ['GET', '/'],
  ['GET', ''],
])('finds nothing for %s %s', (method, path) => {
  expect(LIBRARY.match(method, path)).toBeUndefined()
})
