import { expect, test } from 'vitest'
import { CONTRACT, STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { entries, own } from '../../lib/engine/contract/json.ts'
import { changed, renamed } from '../../lib/engine/contract/testing/changed.ts'
import { contradictionsOf, objectionsOf } from './testing/compared.ts'

/**
 * Points that the specification leaves open, additions of a server, and promises beyond the specification.
 */
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
    'integers that may be text, as .NET writes them',
    changed({ 'Reservation.properties.party_size': { type: ['integer', 'string'], pattern: '^-?\\d+$' } }),
  ],
  [
    'bounds of a column, as Django writes them',
    changed({ 'Conversation.properties.message_count': { type: 'integer', minimum: -2147483648 } }),
  ],
  [
    'a blank alternative, as Django writes it',
    changed({
      'Reservation.properties.cancelled_by': {
        oneOf: [{ enum: ['customer', 'staff', 'system'] }, { enum: [''] }, { enum: [null] }],
      },
    }),
  ],
  [
    'lists that may be null, as Go writes them',
    changed({ 'LeadList.properties.data.type': ['array', 'null'] }),
  ],
  ['an answer that is a free object', changed({ LeadList: { type: 'object' } })],
  ['texts that are never null, where null is never used', withoutNull()],
  [
    'a body that says nothing of null, beside answers that do',
    changed(
      Object.fromEntries(
        CONTRACT.fieldsOf('LeadCreate').map(({ name, schema }) => [
          `LeadCreate.properties.${name}.type`,
          [own(schema, 'type')].flat()[0],
        ]),
      ),
    ),
  ],
  [
    'what allows more than is stated',
    changed({
      'components.parameters.limit.schema.maximum': 500,
      '/knowledge/sources.get.parameters.0.required': false,
      'MessageCreate.required': undefined,
      'ConversationPatch.properties.tags.items.maxLength': 50,
      'Reservation.properties.status.enum.9': 'seated',
      'ConversationDetail.allOf.1.required': [],
    }),
  ],
  [
    'words of other dialects',
    changed({
      'LeadCreate.properties.email': { type: 'string', nullable: true, format: 'idn-email', example: 7 },
      'Lead.properties.phone': { $ref: '#/components/schemas/Phone', nullable: true, xml: { name: 'p' } },
      'components.schemas.Phone': { $id: 'phone', type: 'string', pattern: '(?i)\\A[+0-9 ]+\\z' },
      'Lead.discriminator': { propertyName: 'status' },
      'Lead.properties.conversation_id': { nullable: true, oneOf: [{ type: 'string' }] },
      'Lead.properties.email': { oneOf: [{}, { type: 'null' }] },
    }),
  ],
  [
    'the longest valid e-mail address',
    changed({ 'LeadCreate.properties.email.maxLength': 254, 'Booking.properties.email.format': undefined }),
  ],
  ...['^[0-9a-f-]{36}$', '^\\w{8}-\\w{4}-4\\w{3}-[89ab]\\w{3}-\\w{12}$'].map(
    (pattern): [string, JsonObject] => [
      `UUIDs as ${pattern}`,
      changed({ 'Booking.properties.id.pattern': pattern }),
    ],
  ),
  ['paths with a final slash', renamed((path) => `${path}/`)],
  [
    'statuses as a list',
    changed({
      '/reservations.get.parameters.1.schema': { type: 'array', items: { enum: STATUSES_OF_RESERVATIONS } },
    }),
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
    'a pattern and a length of ids',
    changed({
      'LeadCreate.properties.chatbot_id': { type: 'string', minLength: 6, pattern: '^[A-Za-z0-9]+$' },
    }),
  ],
  ['an object that names no type', changed({ 'LeadCreate.type': undefined })],
  ['unique tags', changed({ 'ConversationPatch.properties.tags.uniqueItems': true })],
  [
    'a patch with at least one property',
    changed({ 'ConversationPatch.anyOf': undefined, ['ConversationPatch.minProperties']: 1 }),
  ],
  ['a patch as alternatives', changed({ ConversationPatch: patchAlternatives() })],
  [
    'a read-only field of a body',
    changed({
      'LeadCreate.properties.id': { type: 'string', readOnly: true },
      'LeadCreate.required.1': 'id',
    }),
  ],
  [
    'a field of answers that only bodies have',
    changed({
      'Lead.properties.secret': { type: 'string', writeOnly: true },
      'Lead.required.4': 'secret',
    }),
  ],
  [
    'a success without its status',
    changed({ '/me.get.responses': { 401: { description: 'x' }, default: { description: 'y' } } }),
  ],
  ['a body with fields of any name', changed({ LeadCreate: { type: 'object', additionalProperties: true } })],
  [
    'a second way to authenticate',
    changed({
      security: [{ session: [] }, { bearer: [] }],
      'components.securitySchemes.session': { type: 'apiKey', in: 'cookie', name: 's' },
    }),
  ],
  // The same API in other words: the meaning of a schema counts, not its form.
  ['paths that hold the version', renamed((path) => `/v1${path}`)],
  ['paths that hold the version as a parameter', renamed((path) => `/api/v{version}${path}`)],
  ['other names of path parameters', renamed((path) => path.replace('{id}', '{conversation_id}'))],
  [
    'path items by reference',
    changed({
      '/me': { $ref: '#/components/pathItems/me' },
      'components.pathItems': { me: contractMe() },
    }),
  ],
  [
    'exclusive bounds',
    changed({
      'components.parameters.limit.schema': { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 101 },
    }),
  ],
  [
    'security on an operation, by a scheme of any name',
    changed({
      '/me.get.security': [{ apiKey: [] }],
      'components.securitySchemes.apiKey': { type: 'http', scheme: 'Bearer' },
    }),
  ],
  [
    'null as an alternative',
    changed({ 'Lead.properties.email': { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }] } }),
  ],
  [
    'the code of one status',
    changed({
      'components.responses.NotFound.content.application/json.schema': {
        allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { const: 'not_found' } } }],
      },
    }),
  ],
  [
    'the Authorization header as a key',
    changed({ 'components.securitySchemes.bearer': { type: 'apiKey', in: 'header', name: 'Authorization' } }),
  ],
])('%s contradicts nothing', (_title, served) => {
  expect([...contradictionsOf(served), ...objectionsOf(served)]).toEqual([])
})

function withoutNull(): JsonObject {
  const document = JSON.stringify(CONTRACT.document)
  return JSON.parse(
    document.replaceAll(/"type":\["(\w+)","null"\]/g, '"type":"$1"').replaceAll(',null]', ']'),
  )
}

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

function contractMe(): unknown {
  return Object.fromEntries(entries(CONTRACT.document['paths']))['/me']
}
