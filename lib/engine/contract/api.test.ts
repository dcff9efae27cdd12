import SwaggerParser from '@apidevtools/swagger-parser'
import { describe, expect, test } from 'vitest'
import { problemsIn } from './served/validity.ts'
import { asObject, atPointer, entries, own, strings } from './json.ts'
import type { JsonObject } from '../util/values.ts'
import { CONTRACT } from './api.ts'
import { OPERATIONS } from './operations.ts'

const document = CONTRACT.document

test('is valid OpenAPI 3.1, for this tool and for swagger-parser', async () => {
  expect(problemsIn(document)).toEqual([])
  await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined()
})

test('describes the operations of the table and no other', () => {
  const described = entries(document['paths']).flatMap(([path, item]) =>
    entries(item).flatMap(([name]) => (name === 'parameters' ? [] : [`${name.toUpperCase()} ${path}`])),
  )
  expect(described.toSorted()).toEqual(OPERATIONS.toSorted())
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

/** The tables of bodies in part 4, one word for each item: name, `!` where required, type; `?` where null is allowed. The catalogue freezes part 2. */
const FIELDS: Record<string, string> = {
  ConversationPatch: 'tags:array{..20} is_resolved:boolean',
  MessageCreate: 'content!string{1..10000}',
  LeadCreate: `chatbot_id!string conversation_id:string? name:string?{..200} email:email?{..320} phone:string?{..50}
    company:string?{..200} source:string?{..100} source_url:uri?{..2048} status:string{..40} notes:string?{..5000}`,
}

const PARAMETERS: Record<string, string> = {
  'GET /chatbots': 'limit:integer{1..100} offset:integer{0..}',
  'GET /conversations': `chatbot_id:string is_lead:boolean is_resolved:boolean status:string language:string since:date-time
    limit:integer{1..100} offset:integer{0..}`,
  'GET /leads': 'chatbot_id:string status:string since:date-time limit:integer{1..100} offset:integer{0..}',
  'GET /bookings': 'chatbot_id:string since:date-time limit:integer{1..100} offset:integer{0..}',
  'GET /reservations': `chatbot_id:string status:string from:date-time to:date-time since:date-time
    limit:integer offset:integer`,
  'GET /knowledge/sources': 'chatbot_id!string',
  'GET /analytics/summary': 'chatbot_id:string',
  'GET /me': '',
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

describe('each item of a table stands in the contract, and no other', () => {
  test.each(Object.entries(FIELDS))('%s', (name, items) => {
    expect(CONTRACT.fieldsOf(name).map(({ name, required, schema }) => item(name, required, schema))).toEqual(
      words(items),
    )
  })

  test.each(Object.entries(PARAMETERS))('%s', (key, items) => {
    const { queryParameters } = CONTRACT.operations.get(
      OPERATIONS.find((known) => known === key) ?? 'GET /me',
    ) ?? { queryParameters: [] }
    expect(queryParameters.map(({ name, required, schema }) => item(name, required, schema))).toEqual(
      words(items),
    )
  })
})

test('what stands below the items is there too', () => {
  const members = (pointer: string): string =>
    entries(schema(`${pointer}/properties`))
      .map(([name]) => name)
      .join(' ')
  const required = (pointer: string): string => strings(schema(`${pointer}/required`)).join(' ')
  const [totals, days] = ['AnalyticsSummary/properties/totals', 'AnalyticsSummary/properties/by_day/items']

  expect(schema('ConversationPatch/properties/tags/items')).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 40,
  })
  expect(schema('ConversationPatch/anyOf')).toEqual([{ required: ['tags'] }, { required: ['is_resolved'] }])
  expect(schema('Conversation/properties/tags/items')).toEqual({ type: 'string' })
  expect([members(totals), required(totals)]).toEqual(Array(2).fill('conversations leads messages tokens'))
  expect([members(days), required(days)]).toEqual(Array(2).fill('date conversations messages tokens'))
  expect(schema(`${days}/properties/date`)).toMatchObject({ type: 'string', format: 'date' })
  expect(CONTRACT.fieldsOf('ConversationDetail').at(-1)).toMatchObject({ name: 'messages', required: true })
  expect(CONTRACT.fieldsOf('LeadCreated').map(({ name, required }) => [name, required])).toEqual([
    ['data', true],
    ['existing', false],
  ])
})

function schema(pointer: string): unknown {
  return atPointer(CONTRACT.document, `/components/schemas/${pointer}`)
}

function item(name: string, required: boolean, schema: JsonObject): string {
  const types = [own(schema, 'type')].flat()
  const format = own(schema, 'format')
  const values = [own(schema, 'enum') ?? own(schema, 'const') ?? []].flat().filter((value) => value !== null)
  const type = `${String(typeof format === 'string' ? format : types[0])}${types.includes('null') ? '?' : ''}`
  return `${name}${required ? '!' : ':'}${type}${bounds(schema)}${values.length > 0 ? `(${values.map(String).join('|')})` : ''}`
}

function bounds(schema: JsonObject): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = asObject(schema)
  const [least, most] = [minimum ?? minLength ?? minItems, maximum ?? maxLength ?? maxItems]
  return least === undefined && most === undefined
    ? ''
    : `{${least === undefined ? '' : JSON.stringify(least)}..${most === undefined ? '' : JSON.stringify(most)}}`
}
