import SwaggerParser from '@apidevtools/swagger-parser'
import { CONTRACT } from './contract.ts'
import { describe, expect, test } from 'vitest'
import { OPERATIONS } from './catalogue/requirement.ts'
import { describeValidity } from '../contract/describe-validity.ts'
import { asObject, atPointer, entries, isObject, own, strings } from '../contract/json.ts'

const document = CONTRACT.document
const schemas = entries(atPointer(document, '/components/schemas'))

test('is valid OpenAPI 3.1', async () => {
  // Another title, because the contract as it stands is passed over.
  const copy = { ...document, info: { ...asObject(document['info']), title: 'A copy' } }
  expect(await describeValidity(copy)).toEqual([])
})

test('is valid to swagger-parser, too', async () => {
  await expect(SwaggerParser.validate(JSON.parse(JSON.stringify(document)))).resolves.toBeDefined()
})

test('carries the versions that part 9 names', () => {
  expect(document['openapi']).toBe('3.1.0')
  expect(own(document['info'], 'version')).toBe('1.1.0')
})

test('describes the 13 operations and no other', () => {
  const described = entries(document['paths']).flatMap(([path, item]) =>
    entries(item).flatMap(([name]) => (name === 'parameters' ? [] : [`${name.toUpperCase()} ${path}`])),
  )
  expect(described.toSorted()).toEqual(OPERATIONS.toSorted())
  const ids = [...CONTRACT.operations.values()].map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(13)
})

test('needs a bearer token everywhere', () => {
  expect(document['security']).toEqual([{ bearer: [] }])
  expect(atPointer(document, '/components/securitySchemes/bearer')).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  })
  expect(all(document).filter((value) => own(value, 'security') !== undefined)).toEqual([document])
})

test('carries the three rate headers on every response', () => {
  const responses = all(document).filter(
    (value) => own(value, 'content') !== undefined && own(value, 'headers') !== undefined,
  )
  expect(responses).toHaveLength(13 + 4)
  for (const response of responses)
    expect(Object.keys(asObject(own(response, 'headers')))).toEqual([
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ])
})

describe('says nothing that the specification does not say', () => {
  test.each([
    'nullable',
    'additionalProperties',
    'unevaluatedProperties',
    'default',
    'pattern',
    'example',
    'examples',
  ])('no %s', (keyword) => {
    expect(all(document).filter((value) => Object.hasOwn(asObject(value), keyword))).toEqual([])
  })
})

test.each(schemas)('%s compiles in strict mode, and requires only what it lists', (name, schema) => {
  expect(() => CONTRACT.validate(name, {})).not.toThrow()
  const listed = entries(own(schema, 'properties')).map(([field]) => field)
  expect(strings(own(schema, 'required')).filter((field) => !listed.includes(field))).toEqual([])
})

/** Every object of a JSON document, the outermost first. */
function all(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(all)
  return isObject(value) ? [value, ...Object.values(value).flatMap(all)] : []
}
