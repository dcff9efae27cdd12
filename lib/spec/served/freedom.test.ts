import { expect, test } from 'vitest'
import { CONTRACT } from '../api.ts'
import { isObject, type JsonObject } from '../../util/values.ts'
import { entries } from '../json.ts'
import { changed, contradictionsIn, renamed, rewritten } from '../testing/changed.ts'

/** What the specification leaves open, what a server may add, and what it may promise beyond the specification. */
test.each<[title: string, served: JsonObject]>([
  [
    'a nullable filter',
    changed({ 'components.parameters.chatbot_id.schema': { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  ],
  [
    'a flag as text',
    changed({ '/conversations.get.parameters.1.schema': { type: 'string', enum: ['true', 'false'] } }),
  ],
  [
    'statuses as a list',
    changed({ '/reservations.get.parameters.1.schema': { type: 'array', items: { enum: ['held'] } } }),
  ],
  ['known statuses of a filter', changed({ '/leads.get.parameters.1.schema.enum': ['new', 'won'] })],
  [
    'query parameters as one object',
    changed({
      '/chatbots.get.parameters': [
        { name: 'page', in: 'query', schema: { type: 'object', properties: { limit: {}, offset: {} } } },
      ],
    }),
  ],
  [
    'a range of statuses',
    changed({
      '/me.get.responses': {
        '2XX': { description: 'x' },
        default: { $ref: '#/components/responses/Unauthorized' },
      },
    }),
  ],
  [
    'a media type with a charset',
    changed({ 'components.responses.NotFound.content': { 'application/json; charset=utf-8': {} } }),
  ],
  [
    'the role `note` left out, which only the note beside the table adds',
    changed({ 'Message.properties.role.enum': ['user', 'assistant', 'system'] }),
  ],
  ['a version in the name of a host', changed({ servers: [{ url: 'https://v2.example' }] })],
  [
    'a pattern and a length of ids',
    changed({ 'LeadCreate.properties.chatbot_id': { type: 'string', minLength: 6, pattern: '^[a-z]+$' } }),
  ],
  ['unique tags', changed({ 'ConversationPatch.properties.tags.uniqueItems': true })],
  [
    'a patch with at least one property',
    changed({ 'ConversationPatch.anyOf': undefined, ['ConversationPatch.minProperties']: 1 }),
  ],
  ['a patch as alternatives', changed({ ConversationPatch: patchAlternatives() })],
  ['a created lead as alternatives', changed({ LeadCreated: leadAlternatives() })],
  [
    'a read-only field of a body',
    changed({
      'LeadCreate.properties.id': { type: 'string', readOnly: true },
      'LeadCreate.required.1': 'id',
    }),
  ],
  [
    'a second way to authenticate',
    changed({
      security: [{ session: [] }, { bearer: [] }],
      'components.securitySchemes.session': { type: 'apiKey', in: 'cookie', name: 's' },
    }),
  ],
])('%s contradicts nothing', (_title, served) => {
  expect(contradictionsIn(served)).toEqual([])
})

function patchAlternatives(): object {
  const tags = { type: 'array', maxItems: 20, items: { type: 'string', minLength: 1, maxLength: 40 } }
  const is_resolved = { type: 'boolean' }
  return {
    anyOf: [
      { type: 'object', required: ['tags'], properties: { tags, is_resolved } },
      { type: 'object', required: ['is_resolved'], properties: { is_resolved } },
    ],
  }
}

function leadAlternatives(): object {
  const data = { $ref: '#/components/schemas/Lead' }
  const existing = {
    type: 'object',
    required: ['data', 'existing'],
    properties: { data, existing: { const: true } },
  }
  return { oneOf: [{ type: 'object', required: ['data'], properties: { data } }, existing] }
}

/** The same API in other words: what a schema means counts, not how it is written. */
test.each<[title: string, served: JsonObject]>([
  ['paths that hold the version', renamed((path) => `/v1${path}`)],
  [
    'two versions side by side',
    renamed(
      (path) => `/v1${path}`,
      (path) => `/v2${path}`,
    ),
  ],
  ['other names of path parameters', renamed((path) => path.replace('{id}', '{conversation_id}'))],
  [
    'path items by reference',
    changed({
      '/me': { $ref: '#/components/pathItems/me' },
      'components.pathItems': { me: contractMe() },
    }),
  ],
  ['null written with oneOf', rewritten(nullAlternative('oneOf'))],
  ['objects that name no type', rewritten(without((name, value) => name === 'type' && value === 'object'))],
  ['closed objects', rewritten((s) => (s['type'] === 'object' ? { ...s, additionalProperties: false } : s))],
  [
    'exclusive bounds',
    changed({
      'components.parameters.limit.schema': { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 101 },
    }),
  ],
  [
    'fields that are always there',
    rewritten(
      (s) => s,
      (s) =>
        isObject(s['properties']) ? { ...s, required: entries(s['properties']).map(([name]) => name) } : s,
    ),
  ],
  ['a scheme in capitals', changed({ 'components.securitySchemes.bearer.scheme': 'Bearer' })],
  [
    'the Authorization header as a key',
    changed({ 'components.securitySchemes.bearer': { type: 'apiKey', in: 'header', name: 'Authorization' } }),
  ],
])('%s contradicts nothing', (_title, served) => {
  expect(contradictionsIn(served)).toEqual([])
})

function nullAlternative(keyword: string): (schema: JsonObject) => JsonObject {
  return (schema) => {
    if (!Array.isArray(schema['type'])) return schema
    const { enum: values, type, ...others } = schema
    const kept = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {}
    return { [keyword]: [{ type: type[0], ...others, ...kept }, { type: 'null' }] }
  }
}

function without(drop: (name: string, value: unknown) => boolean): (schema: JsonObject) => JsonObject {
  return (schema) => Object.fromEntries(entries(schema).filter(([name, value]) => !drop(name, value)))
}

function contractMe(): unknown {
  return Object.fromEntries(entries(CONTRACT.document['paths']))['/me']
}
