import { describe, expect, test } from 'vitest'
import { CONTRACT, examineDescription } from '../api.ts'
import { OPERATIONS } from '../operations.ts'
import { changed, contradictionsIn, perOperation, put } from './changed.test-support.ts'

const contract = CONTRACT.document

test('the contract does not contradict itself', () => {
  expect(examineDescription(contract)).toEqual({ contradictions: [], notUnderstood: [] })
})

describe('a single false statement about the whole gives exactly one contradiction', () => {
  test.each<[title: string, path: string, value: unknown, kind: string, where: string]>([
    ['another OpenAPI version', 'openapi', '3.0.3', 'openapi-version', 'openapi'],
    ['a later OpenAPI version', 'openapi', '3.2.0', 'openapi-version', 'openapi'],
    ['a version that is a number', 'openapi', 3.1, 'openapi-version', 'openapi'],
    ['another version of the API', 'info.version', '1.0.0', 'info-version', 'info.version'],
    ['no version of the API', 'info.version', undefined, 'info-version', 'info.version'],
    ['a missing path', '/me', undefined, 'operation', 'GET /me'],
    ['a missing method', '/leads.post', undefined, 'operation', 'POST /leads'],
    ['another version', 'servers', [{ url: 'https://a.example/v2' }], 'operation', 'servers'],
    ['other versions', 'servers', [{ url: '/api/v2/' }, { url: '//b.example/v3' }], 'operation', 'servers'],
  ])('%s', (_title, path, value, kind, where) => {
    expect(contradictionsIn(changed({ [path]: value }))).toMatchObject([{ kind, where }])
  })
})

test('says what was expected, what was received, and where else the same statement shows', () => {
  expect(contradictionsIn(changed({ 'Lead.properties.id.type': 'integer' }))).toEqual([
    {
      kind: 'response',
      where: 'GET /leads 200 data[].id',
      expected: 'string',
      received: 'integer',
      alsoAt: ['POST /leads 200 data.id', 'GET /leads/{id} 200 data.id'],
    },
  ])
})

test('reports each of two different false statements', () => {
  const served = changed({
    'Lead.properties.id.type': 'integer',
    'Lead.properties.status.type': 'integer',
  })
  expect(contradictionsIn(served)).toMatchObject([
    { where: 'GET /leads 200 data[].id' },
    { where: 'GET /leads 200 data[].status' },
  ])
})

test('reports every operation that a document without paths lacks', () => {
  const found = contradictionsIn(changed({ paths: undefined }))
  expect(found.filter(({ kind }) => kind === 'operation')).toHaveLength(OPERATIONS.length)
})

test.each([null, [], 3, 'x', true])('reports that %j is no document', (served) => {
  expect(examineDescription(served).contradictions).toMatchObject([{ kind: 'invalid-document' }])
})

test('leaves documents of another major version alone', () => {
  expect(contradictionsIn({ swagger: '2.0' })).toMatchObject([{ kind: 'openapi-version' }])
})

describe('security', () => {
  test.each<[title: string, path: string, value: unknown, where: string]>([
    ['an operation open to all', '/me.get.security', [], 'GET /me'],
    ['optional authentication', 'security', [{ bearer: [] }, {}], 'GET /me'],
    ['a scheme that is not defined', 'components.securitySchemes', undefined, 'GET /me'],
    ['basic authentication', 'components.securitySchemes.bearer.scheme', 'basic', 'GET /me'],
    [
      'a key in the query',
      'components.securitySchemes.bearer',
      { type: 'apiKey', in: 'query', name: 'key' },
      'GET /me',
    ],
  ])('%s gives exactly one contradiction', (_title, path, value, where) => {
    const found = contradictionsIn(changed({ [path]: value }))
    expect(found).toMatchObject([{ kind: 'security', where }])
  })

  test('one operation without a requirement is found where the others have one', () => {
    const { security: _, ...document } = changed(perOperation({ security: [{ bearer: [] }] }))
    put(document, ['paths', '/leads', 'get', 'security'], undefined)
    expect(contradictionsIn(document)).toMatchObject([{ kind: 'security', where: 'GET /leads' }])
  })

  test.each([
    ['requirement', { security: undefined }],
    ['requirement and any scheme', { security: undefined, 'components.securitySchemes': undefined }],
  ])('a document without any %s is found once', (_, changes) => {
    expect(contradictionsIn(changed(changes))).toEqual([
      {
        kind: 'security',
        where: 'the whole description',
        expected: 'an HTTP bearer token',
        received: 'no security requirement',
        alsoAt: [],
      },
    ])
  })
})
