import { describe, expect, test } from 'vitest'
import { changed } from '../testing/changed.ts'
import { validityOf } from './validity.ts'

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

describe('finds nothing wrong with a legitimate document', () => {
  test.each<[title: string, served: object]>([
    ['3.1.1', changed({ openapi: '3.1.1' })],
    ['3.1.2', changed({ openapi: '3.1.2' })],
    ['a patch version to come', changed({ openapi: '3.1.7' })],
    [
      'webhooks only',
      { openapi: '3.1.0', info: { title: 't', version: '1' }, webhooks: { a: { post: ok } } },
    ],
    [
      'an operationId that a webhook has too',
      { ...operation({ operationId: 'a' }), webhooks: { b: { post: { ...ok, operationId: 'a' } } } },
    ],
    [
      'a path item that two paths share',
      {
        ...document({
          paths: { '/a': { $ref: '#/components/pathItems/p' }, '/b': { $ref: '#/components/pathItems/p' } },
        }),
        components: { pathItems: { p: { get: { ...ok, operationId: 'a' } } } },
      },
    ],
    ['components only', { openapi: '3.1.0', info: { title: 't', version: '1' }, components: {} }],
    [
      'a parameter that an operation overrides',
      document({ paths: { '/a': { parameters: [limit], get: { ...ok, parameters: [limit] } } } }),
    ],
    [
      'a parameter of the same name in another place',
      operation({ parameters: [limit, { ...limit, in: 'header' }] }),
    ],
    ['an operation without responses', document({ paths: { '/a': { get: {} } } })],
    [
      'a reference with a summary',
      {
        ...operation({ parameters: [{ $ref: '#/components/parameters/p', summary: 's', description: 'd' }] }),
        components: { parameters: { p: { name: 'p', in: 'query', schema: {} } } },
      },
    ],
    [
      'a described server variable',
      document({
        servers: [
          { url: 'https://{h}', variables: { h: { default: 'a', enum: ['a'], description: 'host' } } },
        ],
      }),
    ],
    [
      'a bearer scheme in capitals',
      document({
        components: { securitySchemes: { b: { type: 'http', scheme: 'Bearer', bearerFormat: 'key' } } },
      }),
    ],
    [
      'links with values',
      operation({
        responses: {
          200: {
            description: 'x',
            links: { l: { operationId: 'o', parameters: { n: 1 }, requestBody: 'b' } },
          },
        },
      }),
    ],
    [
      'references in examples',
      schema({ examples: [{ $ref: '#/gone' }], default: { $ref: 'x.json#/y' }, enum: [{ $ref: '#/gone' }] }),
    ],
    ['references in extensions', document({ 'x-include': { $ref: '#/gone' } })],
    [
      'a property named $ref',
      schema({
        properties: { $ref: { type: 'string' }, example: { type: 'string' }, properties: { type: 'object' } },
      }),
    ],
    [
      'a header named schema',
      operation({
        responses: { 200: { description: 'x', headers: { schema: { schema: { type: 'string' } } } } },
      }),
    ],
    ['boolean schemas', document({ components: { schemas: { A: true, B: false } } })],
    ['a recursive schema', schema({ properties: { parent: { $ref: '#/components/schemas/A' } } })],
    [
      'a schema with its own base',
      schema({
        $id: 'https://schemas.example.net/a',
        $defs: { z: {} },
        properties: { z: { $ref: '#/$defs/z' } },
      }),
    ],
    ['a remote reference', schema({ $ref: 'http://127.0.0.1:9/lead.json' })],
    [
      'another dialect',
      { ...schema({ type: 'strin' }), jsonSchemaDialect: 'https://schemas.example.net/dialect' },
    ],
    [
      'a schema of another dialect',
      schema({ $schema: 'http://json-schema.org/draft-04/schema#', exclusiveMinimum: true, minimum: 0 }),
    ],
    [
      'the keywords of OpenAPI',
      schema({
        discriminator: { propertyName: 'a' },
        xml: { name: 'a' },
        externalDocs: { url: 'a' },
        nullable: true,
      }),
    ],
    ['a pattern of another engine', schema({ pattern: '(?i)^[a-z]++$' })],
    [
      'an escaped reference',
      {
        ...operation({
          responses: {
            200: {
              description: 'x',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/%41' } } },
            },
          },
        }),
        components: { schemas: { A: {} } },
      },
    ],
  ])('%s', async (_title, served) => {
    const { problems } = await validityOf(served)
    expect(problems).toEqual([])
  })
})

describe('finds what is wrong', () => {
  test.each<[title: string, served: object, problem: RegExp]>([
    ['a misspelled type', schema({ type: 'strin' }), /^\/components\/schemas\/A\/type: /],
    [
      'a misspelled type further down',
      schema({ properties: { a: { items: { type: 'strin' } } } }),
      /^\/components\/schemas\/A\/properties\/a\/items\/type: /,
    ],
    ['a flag for a bound', schema({ exclusiveMinimum: true }), /exclusiveMinimum: must be number/],
    ['a text for a list', schema({ required: 'id' }), /required: must be array/],
    ['a schema that is no object', schema('string'), /A: must be object,boolean/],
    [
      'a bad schema of a parameter',
      operation({ parameters: [{ name: 'a', in: 'query', schema: { type: 'int' } }] }),
      /^\/paths\/~1a\/get\/parameters\/0\/schema\/type: /,
    ],
    [
      'a response without description',
      document({ paths: { '/a': { get: { responses: { 200: {} } } } } }),
      /^\/paths\/~1a\/get\/responses\/200: .*description/,
    ],
    [
      'an unknown member',
      operation({ produces: ['application/json'] }),
      /^\/paths\/~1a\/get: .*\(produces\)/,
    ],
    [
      'an operationId that stands twice',
      document({
        paths: { '/a': { get: { ...ok, operationId: 'x' } }, '/b': { put: { ...ok, operationId: 'x' } } },
      }),
      /operationId of \/paths\/~1a\/get once more/,
    ],
    ['no info', { openapi: '3.1.0', paths: {} }, /info/],
    ['a dangling reference', schema({ $ref: '#/components/schemas/Gone' }), /Gone/],
    ['a parameter without schema', operation({ parameters: [{ name: 'a', in: 'query' }] }), /parameters\/0/],
  ])('%s', async (_title, served, problem) => {
    const { problems } = await validityOf(served)
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.some((line) => problem.test(line))).toBe(true)
  })
})

test('does not alter the document', async () => {
  const served = changed({ 'info.title': 'A copy' })
  const before = JSON.stringify(served)
  await validityOf(served)
  expect(JSON.stringify(served)).toBe(before)
})

test.each([[null], [3], [[]], [{}], [{ openapi: '3.0.3' }]])('%j is not of version 3.1', async (served) => {
  expect(await validityOf(served)).toMatchObject({ problems: [expect.stringContaining('3.1.x')] })
})

test('does not decide what is nested too deep or holds too many values', async () => {
  const deep = JSON.parse('{"items":'.repeat(20_000) + '{}' + '}'.repeat(20_000)) as unknown
  const tags = Array.from({ length: 200_000 }, () => 7)
  for (const served of [schema(deep), document({ tags })])
    expect(await validityOf(served)).toMatchObject({ problems: [], undecided: expect.any(String) as string })
})

test('ends with schemas that each refer twice to the one before', async () => {
  const twice = (to: string): object => ({ $ref: `#/components/schemas/${to}` })
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, i) => [
      `S${i}`,
      i === 0 ? {} : { properties: { a: twice(`S${i - 1}`), b: twice(`S${i - 1}`) } },
    ]),
  )
  const { problems, undecided } = await validityOf(document({ components: { schemas } }), undefined, 300)
  expect(problems).toEqual([])
  expect(undecided).toContain('too')
})

test('leaves the prototype alone', async () => {
  await validityOf(
    JSON.parse(
      '{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"__proto__":{"polluted":1}}',
    ),
  )
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})
