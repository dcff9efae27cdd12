import { describe, expect, test } from 'vitest'
import { changed, contradictionsIn } from './changed.test-support.ts'

/** A single false statement: what is put where, and where it contradicts the contract. */
type Statement = readonly [title: string, path: string, value: unknown, where: string]

describe('of a parameter', () => {
  test.each<Statement>([
    [
      'a missing query parameter',
      '/leads.get.parameters.1',
      { name: 'state', in: 'query', schema: {} },
      'GET /leads query status',
    ],
    [
      'a required parameter that is optional',
      '/knowledge/sources.get.parameters.0.required',
      false,
      'GET /knowledge/sources query chatbot_id',
    ],
    [
      'an integer typed number',
      'components.parameters.offset.schema',
      { type: 'number', minimum: 0 },
      'GET /chatbots query offset',
    ],
    [
      'a boolean typed integer',
      '/conversations.get.parameters.1.schema',
      { type: 'integer' },
      'GET /conversations query is_lead',
    ],
    [
      'a boolean typed string',
      '/conversations.get.parameters.1.schema',
      { type: 'string' },
      'GET /conversations query is_lead',
    ],
    [
      'an id typed integer',
      'components.parameters.id.schema',
      { type: 'integer' },
      'GET /conversations/{id} path id',
    ],
    ['a smaller page', 'components.parameters.limit.schema.maximum', 50, 'GET /chatbots query limit'],
    ['a page of zero', 'components.parameters.limit.schema.minimum', 0, 'GET /chatbots query limit'],
    [
      'some page sizes only',
      'components.parameters.limit.schema.enum',
      [10, 50, 100],
      'GET /chatbots query limit',
    ],
    [
      'a date for an instant',
      '/reservations.get.parameters.2.schema.format',
      'date',
      'GET /reservations query from',
    ],
    [
      'one status in place of a list',
      '/reservations.get.parameters.1.schema.enum',
      ['held', 'confirmed'],
      'GET /reservations query status',
    ],
    [
      'another required parameter',
      '/me.get.parameters',
      [{ name: 'team', in: 'query', required: true, schema: {} }],
      'GET /me query team',
    ],
  ])('%s gives exactly one contradiction', (_title, path, value, where) => {
    expect(contradictionsIn(changed({ [path]: value }))).toMatchObject([{ kind: 'parameter', where }])
  })
})

describe('of a request body', () => {
  test.each<Statement>([
    ['no request body', '/leads.post.requestBody', undefined, 'POST /leads body'],
    ['a missing field', 'LeadCreate.properties.company', undefined, 'POST /leads body company'],
    ['a looser length', 'LeadCreate.properties.name.maxLength', 300, 'POST /leads body name'],
    ['a longer minimum', 'LeadCreate.properties.name.minLength', 2, 'POST /leads body name'],
    ['fewer tags', 'ConversationPatch.properties.tags.maxItems', 10, 'PATCH /conversations/{id} body tags'],
    [
      'at least one tag',
      'ConversationPatch.properties.tags.minItems',
      1,
      'PATCH /conversations/{id} body tags',
    ],
    [
      'shorter tags',
      'ConversationPatch.properties.tags.items.maxLength',
      30,
      'PATCH /conversations/{id} body tags[]',
    ],
    ['tags that are required', 'ConversationPatch.required', ['tags'], 'PATCH /conversations/{id} body tags'],
    ['a field that is required', 'LeadCreate.required.1', 'email', 'POST /leads body email'],
    ['an unknown field that is required', 'LeadCreate.required.1', 'tenant', 'POST /leads body tenant'],
    [
      'a required field that is optional',
      'MessageCreate.required',
      [],
      'POST /conversations/{id}/messages body content',
    ],
    [
      'a field that may be null',
      'LeadCreate.properties.status.type',
      ['string', 'null'],
      'POST /leads body status',
    ],
    [
      'an enumeration of a free field',
      'LeadCreate.properties.status.enum',
      ['new', 'won'],
      'POST /leads body status',
    ],
    ['another format', 'LeadCreate.properties.source_url.format', 'email', 'POST /leads body source_url'],
    ['another type', 'LeadCreate.properties.notes.type', ['object', 'null'], 'POST /leads body notes'],
    [
      'a flag that may only be true',
      'ConversationPatch.properties.is_resolved.const',
      true,
      'PATCH /conversations/{id} body is_resolved',
    ],
  ])('%s gives exactly one contradiction', (_title, path, value, where) => {
    expect(contradictionsIn(changed({ [path]: value }))).toMatchObject([{ kind: 'request-body', where }])
  })
})

const envelope = {
  description: 'x',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['code', 'error'],
        properties: { code: {}, error: { type: 'object' } },
      },
    },
  },
}

describe('of a response', () => {
  test.each<Statement>([
    ['a success that is not JSON', '/me.get.responses.200.content', { 'text/html': {} }, 'GET /me 200'],
    [
      'a missing field',
      'Me',
      { type: 'object', required: ['key_name', 'key_prefix'], properties: { key_name: {}, key_prefix: {} } },
      'GET /me 200 data.team_id',
    ],
    [
      'a renamed field',
      'Me',
      {
        type: 'object',
        required: ['teamId', 'key_name', 'key_prefix'],
        properties: { teamId: {}, key_name: {}, key_prefix: {} },
      },
      'GET /me 200 data.team_id',
    ],
    ['an optional field', 'Conversation.required.5', 'id', 'GET /conversations 200 data[].created_at'],
    ['a field of another type', 'Lead.properties.id.type', 'integer', 'GET /leads 200 data[].id'],
    ['a field of two types', 'Lead.properties.id.type', ['string', 'integer'], 'GET /leads 200 data[].id'],
    [
      'an optional field of another type',
      'Lead.properties.phone',
      { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      'GET /leads 200 data[].phone',
    ],
    [
      'a whole number typed number',
      'Reservation.properties.party_size.type',
      'number',
      'GET /reservations 200 data[].party_size',
    ],
    [
      'a required field that may be null',
      'Lead.properties.status',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      'GET /leads 200 data[].status',
    ],
    [
      'another value of an enumeration',
      'Reservation.properties.status.enum.9',
      'seated',
      'GET /reservations 200 data[].status',
    ],
    ['another error code', 'Error.properties.code.enum.8', 'teapot', 'GET /me 401 code'],
    ['an envelope that lacks an error code', 'Error.properties.code.enum.4', 'not_found', 'GET /me 401 code'],
    [
      'conversations of a list with their messages',
      'ConversationList.properties.data.items.$ref',
      '#/components/schemas/ConversationDetail',
      'GET /conversations 200 data[].messages',
    ],
    [
      'leads described as bookings',
      'LeadList.properties.data.items.$ref',
      '#/components/schemas/Booking',
      'GET /leads 200 data[]',
    ],
    [
      'sources with pages',
      'KnowledgeSourceList.required.1',
      'pagination',
      'GET /knowledge/sources 200 pagination',
    ],
    [
      'another window',
      'AnalyticsSummary.properties.window.const',
      '7d',
      'GET /analytics/summary 200 data.window',
    ],
    [
      'a window of choice',
      'AnalyticsSummary.properties.window',
      { enum: ['7d', '30d'] },
      'GET /analytics/summary 200 data.window',
    ],
    ['another format', 'Booking.properties.id.format', 'date-time', 'GET /bookings 200 data[].id'],
    ['a looser bound', 'Pagination.properties.limit.maximum', 500, 'GET /chatbots 200 pagination.limit'],
    ['a list without its wrapper', 'ChatbotList', { type: 'array', items: {} }, 'GET /chatbots 200'],
    ['a page without pagination', 'ChatbotList.required', ['data'], 'GET /chatbots 200 pagination'],
    [
      'items of another type',
      'Conversation.properties.tags.items.type',
      'object',
      'GET /conversations 200 data[].tags[]',
    ],
    ['another error envelope', '/me.get.responses.500', envelope, 'GET /me 500 error'],
  ])('%s gives exactly one contradiction', (_title, path, value, where) => {
    expect(contradictionsIn(changed({ [path]: value }))).toMatchObject([{ kind: 'response', where }])
  })
})
