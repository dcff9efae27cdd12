import { describe, expect, test } from 'vitest'
import { problemsIn } from './validity.ts'

const limit = { name: 'limit', in: 'query', schema: {} }
const ok = { responses: { 200: { description: 'x' } } }
const document = (members: object): object => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1' },
  paths: {},
  ...members,
})
const operation = (members: object): object => document({ paths: { '/a': { get: { ...ok, ...members } } } })
const schema = (value: unknown): object => document({ components: { schemas: { A: value, B: {} } } })

/**
 * Valid constructs that the published schema refuses, or that a careless reader mistakes for errors, in one
 * document.
 */
const LEGITIMATE = {
  openapi: '3.1.7',
  info: { title: 't', version: '1', license: { name: 'MIT' } },
  servers: [{ url: 'https://{h}', variables: { h: { default: 'a', enum: ['a'], description: 'host' } } }],
  'x-include': { $ref: '#/gone' },
  webhooks: { b: { post: { ...ok, operationId: 'a' } } },
  paths: {
    '/shared': { $ref: '#/components/pathItems/p' },
    '/shared-too': { $ref: '#/components/pathItems/p' },
    '/without-responses': { get: { operationId: 'a' } },
    '/parameters': {
      parameters: [limit],
      get: {
        ...ok,
        parameters: [
          limit,
          { ...limit, in: 'header' },
          { $ref: '#/components/parameters/p', summary: 's', description: 'd' },
        ],
      },
    },
    '/answers': {
      get: {
        responses: {
          200: {
            description: 'x',
            headers: { schema: { schema: { type: 'string' } } },
            links: { l: { operationId: 'o', parameters: { n: 1 }, requestBody: 'b' } },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/%41' } } },
          },
        },
      },
    },
  },
  components: {
    pathItems: { p: { get: { ...ok, operationId: 'p' } } },
    parameters: { p: { name: 'p', in: 'query', schema: {} } },
    securitySchemes: { b: { type: 'http', scheme: 'Bearer', bearerFormat: 'key' } },
    schemas: {
      A: true,
      Recursive: { properties: { parent: { $ref: '#/components/schemas/Recursive' } } },
      Remote: { $ref: 'http://127.0.0.1:9/lead.json' },
      Names: { properties: { $ref: { type: 'string' }, example: {}, properties: { type: 'object' } } },
      Data: { examples: [{ $ref: '#/gone' }], default: { $ref: 'x.json#/y' }, enum: [{ $ref: '#/gone' }] },
      Keywords: {
        discriminator: { propertyName: 'a' },
        xml: { name: 'a' },
        nullable: true,
        pattern: '(?i)^[a-z]++$',
      },
    },
  },
}

describe('finds nothing wrong with a legitimate document', () => {
  test.each<[title: string, served: object]>([
    ['many freedoms', LEGITIMATE],
    ['webhooks only', { openapi: '3.1.0', info: { title: 't', version: '1' }, webhooks: {} }],
    [
      'a schema with its own base',
      schema({
        $id: 'https://schemas.example.net/a',
        $defs: { z: {} },
        properties: { z: { $ref: '#/$defs/z' } },
      }),
    ],
    [
      'another dialect',
      { ...schema({ type: 'strin' }), jsonSchemaDialect: 'https://schemas.example.net/dialect' },
    ],
  ])('%s', (_title, served) => {
    expect(problemsIn(served)).toEqual([])
  })
})

test.each<[title: string, served: object, problems: readonly RegExp[]]>([
  [
    'schemas',
    {
      ...operation({ parameters: [{ name: 'a', in: 'query', schema: { type: 'int' } }] }),
      components: {
        schemas: {
          Misspelt: { properties: { a: { items: { type: 'strin' } } } },
          Bound: { exclusiveMinimum: true },
          List: { required: 'id' },
        },
      },
    },
    [
      /Bound\/exclusiveMinimum: must be number/,
      /List\/required: must be array/,
      /^\/paths\/~1a\/get\/parameters\/0\/schema\/type, \/components\/schemas\/Misspelt\/properties\/a\/items\/type: /,
    ],
  ],
  [
    'structure',
    document({
      paths: {
        '/a': { get: { responses: { 200: {} }, operationId: 'x' } },
        '/b/{id}': {
          put: { ...ok, operationId: 'x', produces: [], parameters: [{ name: 'a', in: 'query' }] },
        },
      },
      components: { schemas: { A: 'string' } },
    }),
    [
      /^\/paths\/~1a\/get\/responses\/200: .*description/,
      /^\/paths\/~1b~1{id}\/put: .*\(produces\)/,
      /put\/parameters\/0: /,
      /A: must be object,boolean/,
      /operationId of GET \/a once more/,
      /the path parameter id is not declared/,
    ],
  ],
  ['information', { openapi: '3.1.0', paths: {} }, [/info/]],
  ['references', schema({ $ref: '#/components/schemas/Gone' }), [/Gone/]],
])('finds what is wrong with %s', (_title, served, wanted) => {
  const problems = problemsIn(served)
  expect(wanted.filter((one) => !problems.some((line) => one.test(line)))).toEqual([])
})

test.each([[null], [3], [[]], [{}], [{ openapi: '3.0.3' }]])('%j is not of version 3.1', (served) => {
  expect(problemsIn(served)).toEqual([expect.stringContaining('3.1.x')])
})
