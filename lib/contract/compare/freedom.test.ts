import { contradictionsIn } from './changed.test-support.ts'
import { expect, test } from 'vitest'
import { changed } from './changed.test-support.ts'

const lead = 'components.schemas.LeadCreate'
const patch = 'components.schemas.ConversationPatch'
const notFound = {
  type: 'object',
  required: ['error', 'code'],
  properties: { error: { type: 'string' }, code: { const: 'not_found' } },
}

/** What the specification leaves open, what a server may add, and what it may promise beyond the specification. */
test.each<[title: string, served: object]>([
  ['any default page size', changed({ 'components.parameters.limit.schema.default': 20 })],
  [
    'a nullable filter',
    changed({ 'components.parameters.chatbot_id.schema': { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  ],
  [
    'a flag as text',
    changed({ 'paths./conversations.get.parameters.1.schema': { type: 'string', enum: ['true', 'false'] } }),
  ],
  [
    'statuses as a list',
    changed({ 'paths./reservations.get.parameters.1.schema': { type: 'array', items: { enum: ['held'] } } }),
  ],
  ['known statuses of a filter', changed({ 'paths./leads.get.parameters.1.schema.enum': ['new', 'won'] })],
  [
    'query parameters as one object',
    changed({
      'paths./chatbots.get.parameters': [
        { name: 'page', in: 'query', schema: { type: 'object', properties: { limit: {}, offset: {} } } },
      ],
    }),
  ],
  [
    'an additional optional parameter',
    changed({ 'paths./me.get.parameters': [{ name: 'verbose', in: 'query', schema: {} }] }),
  ],
  ['an additional operation', changed({ 'paths./webhooks': { get: { responses: {} } } })],
  ['webhooks beside', changed({ webhooks: { 'lead.created': { post: {} } } })],
  [
    'additional fields',
    changed({
      'components.schemas.Lead.properties.score': { type: 'integer' },
      'components.schemas.Lead.required.4': 'score',
    }),
  ],
  ['an additional body field', changed({ [`${lead}.properties.campaign`]: { type: 'string' } })],
  ['an additional success status', changed({ 'paths./leads.post.responses.201': { description: 'x' } })],
  [
    'no error responses',
    changed({ 'paths./me.get.responses.401': undefined, 'paths./me.get.responses.429': undefined }),
  ],
  [
    'a range of statuses',
    changed({
      'paths./me.get.responses': {
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
    'an optional field that is left out',
    changed({ 'components.schemas.Reservation.properties.channel': undefined }),
  ],
  [
    'the role `note` left out, which only the note beside the table adds',
    changed({ 'components.schemas.Message.properties.role.enum': ['user', 'assistant', 'system'] }),
  ],
  [
    'error codes of one status',
    changed({ 'components.responses.NotFound.content.application/json.schema': notFound }),
  ],
  [
    'an enumeration of a free response field',
    changed({ 'components.schemas.Lead.properties.status.enum': ['new', 'won'] }),
  ],
  [
    'rows of two lists that are shown alike',
    changed({
      'components.schemas.Lead.properties': common(),
      'components.schemas.Booking.properties': common(),
    }),
  ],
  ['the version before another segment', changed({ servers: [{ url: 'https://a.example/v1/chat' }] })],
  ['a version in the name of a host', changed({ servers: [{ url: 'https://v2.example' }] })],
  [
    'a version to come beside',
    changed({ servers: [{ url: 'https://a.example/v2' }, { url: 'https://a.example/v1' }] }),
  ],
  ['a version to choose', changed({ servers: [{ url: 'https://a.example/{version}' }] })],
  [
    'a pattern and a length of ids',
    changed({ [`${lead}.properties.chatbot_id`]: { type: 'string', minLength: 6, pattern: '^[a-z]+$' } }),
  ],
  ['no empty names', changed({ [`${lead}.properties.name.minLength`]: 1 })],
  ['unique tags', changed({ [`${patch}.properties.tags.uniqueItems`]: true })],
  [
    'a patch with at least one property',
    changed({ [`${patch}.anyOf`]: undefined, [`${patch}.minProperties`]: 1 }),
  ],
  ['a patch as alternatives', changed({ [patch]: patchAlternatives() })],
  [
    'a patch with nullable fields',
    changed({ [`${patch}.properties.is_resolved.type`]: ['boolean', 'null'] }),
  ],
  ['a created lead as alternatives', changed({ 'components.schemas.LeadCreated': leadAlternatives() })],
  [
    'a read-only field of a body',
    changed({ [`${lead}.properties.id`]: { type: 'string', readOnly: true }, [`${lead}.required.1`]: 'id' }),
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

function common(): object {
  return { id: {}, chatbot_id: {}, name: {}, email: {}, status: {}, created_at: {} }
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

function leadAlternatives(): object {
  const data = { $ref: '#/components/schemas/Lead' }
  const existing = {
    type: 'object',
    required: ['data', 'existing'],
    properties: { data, existing: { const: true } },
  }
  return { oneOf: [{ type: 'object', required: ['data'], properties: { data } }, existing] }
}
