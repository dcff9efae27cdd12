import { createContract } from '../contract.ts'

const answer = (schema: string): object => ({
  description: 'as asked',
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})

/** The contract of a small library: what a contract can state, and no more. */
export const LIBRARY = createContract({
  openapi: '3.1.0',
  info: { title: 'Library', version: '1.0.0' },
  servers: [{ url: '/v1' }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [
          { $ref: '#/components/parameters/limit' },
          { name: 'shelf', in: 'query', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: answer('Shelf'), 401: answer('Error'), default: answer('Error') },
      },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getBook', responses: { 200: answer('Loan') } },
      patch: {
        operationId: 'updateBook',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Patch' } } } },
        responses: { 200: answer('Loan') },
      },
    },
  },
  components: {
    parameters: {
      limit: { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
    },
    schemas: {
      Book: {
        type: 'object',
        required: ['id', 'title', 'added_at'],
        properties: {
          id: { type: 'string' },
          title: { type: 'string', minLength: 1, maxLength: 40 },
          kind: { type: 'string', enum: ['novel', 'play'] },
          added_at: { type: 'string', format: 'date-time' },
          contact: { type: ['string', 'null'], format: 'email' },
          copies: { type: 'integer', minimum: 0, maximum: 9 },
          edition: { type: 'string', const: 'first' },
        },
      },
      Loan: {
        allOf: [{ $ref: '#/components/schemas/Book' }],
        required: ['reader'],
        properties: { reader: { type: 'string' } },
      },
      Shelf: {
        type: 'object',
        properties: { books: { type: 'array', items: { $ref: '#/components/schemas/Book' } } },
      },
      Patch: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          tags: { type: 'array', maxItems: 2, items: { type: 'string' } },
        },
        anyOf: [{ required: ['title'] }, { required: ['tags'] }],
      },
      Error: { type: 'object' },
    },
  },
})
