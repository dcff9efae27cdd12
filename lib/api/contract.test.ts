import { OPERATIONS } from './operations.ts'
import SwaggerParser from '@apidevtools/swagger-parser'
import { CONTRACT } from './contract.ts'
import { describe, expect, test } from 'vitest'
import { describeValidity } from '../contract/describe-validity.ts'
import { asObject, atPointer, entries, isObject, own, pointerTo, strings } from '../contract/json.ts'

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

test('describes the operations of the table and no other', () => {
  const described = entries(document['paths']).flatMap(([path, item]) =>
    entries(item).flatMap(([name]) => (name === 'parameters' ? [] : [`${name.toUpperCase()} ${path}`])),
  )
  expect(described.toSorted()).toEqual(OPERATIONS.toSorted())
  const ids = [...CONTRACT.operations.values()].map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(OPERATIONS.length)
})

test('needs a bearer token everywhere', () => {
  expect(document['security']).toEqual([{ bearer: [] }])
  expect(atPointer(document, '/components/securitySchemes/bearer')).toMatchObject({
    type: 'http',
    scheme: 'bearer',
  })
  expect(all(document['paths']).filter((value) => own(value, 'security') !== undefined)).toEqual([])
})

test('carries the three rate headers on every response', () => {
  const responses = all(document).filter(
    (value) => own(value, 'content') !== undefined && own(value, 'headers') !== undefined,
  )
  expect(responses).toHaveLength(OPERATIONS.length + 5)
  for (const response of responses)
    expect(Object.keys(asObject(own(response, 'headers')))).toEqual([
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
    ])
})

describe('says nothing that the specification does not say', () => {
  test.each(['nullable', 'additionalProperties', 'unevaluatedProperties', 'default', 'examples'])(
    'no %s in a schema',
    (keyword) => {
      const schemas = all(document).filter(
        (value) => own(value, 'responses') === undefined && !isResponses(value),
      )
      expect(schemas.filter((value) => Object.hasOwn(asObject(value), keyword))).toEqual([])
    },
  )

  test('no bound of the limit and offset of reservations', () => {
    const { queryParameters } = CONTRACT.operation('GET /reservations')
    const paging = queryParameters.filter(({ name }) => name === 'limit' || name === 'offset')
    expect(paging.map(({ schema }) => schema)).toEqual([{ type: 'integer' }, { type: 'integer' }])
  })
})

describe('says to other tools', () => {
  test('that every operation may answer with the error envelope', () => {
    const operations = OPERATIONS.map((key) => {
      const [method = '', path = ''] = key.split(' ')
      return atPointer(
        document,
        `${pointerTo('/paths', path)}/${method.toLowerCase()}/responses/default/$ref`,
      )
    })
    expect(new Set(operations)).toEqual(new Set(['#/components/responses/Error']))
  })

  test('the form of every timestamp, and of a list of statuses', () => {
    const timestamps = all(document).filter((value) => own(value, 'format') === 'date-time')
    expect(new Set(timestamps.map((value) => own(value, 'pattern'))).size).toBe(1)
    const pattern = new RegExp(String(own(timestamps[0], 'pattern')))
    expect(
      ['2026-01-31T09:00:00Z', '2026-01-31T09:00:00.5Z', '2026-01-31'].map((at) => pattern.test(at)),
    ).toEqual([true, false, false])
    const { queryParameters } = CONTRACT.operation('GET /reservations')
    const statuses = new RegExp(
      String(queryParameters.find(({ name }) => name === 'status')?.schema['pattern']),
    )
    expect(['held', 'held,no_show', 'held,', 'asleep'].map((text) => statuses.test(text))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('an example of every parameter', () => {
    const parameters = all(document).filter((value) => own(value, 'in') !== undefined)
    expect(parameters.filter((value) => own(value, 'example') === undefined)).toEqual([])
  })

  test('which webhooks there are', () => {
    expect(entries(document['webhooks']).map(([name]) => name)).toEqual(['lead.created', 'reservation.*'])
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

/** Whether an object has a response for each status. */
function isResponses(value: unknown): boolean {
  return own(value, '200') !== undefined || own(own(value, 'default'), 'description') !== undefined
}
