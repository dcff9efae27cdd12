import { expect, test } from 'vitest'
import { changed, contradictionsIn } from './changed.test-support.ts'

const leadCreate = 'components.schemas.LeadCreate'
const patch = 'components.schemas.ConversationPatch'

test.each<[title: string, path: string, value: unknown, where: string]>([
  ['no request body', 'paths./leads.post.requestBody', undefined, 'POST /leads body'],
  [
    'a form as request body',
    'paths./leads.post.requestBody.content',
    { 'multipart/form-data': {} },
    'POST /leads body',
  ],
  ['a missing field', `${leadCreate}.properties.company`, undefined, 'POST /leads body company'],
  ['a tighter length', `${leadCreate}.properties.name.maxLength`, 100, 'POST /leads body name'],
  ['a looser length', `${leadCreate}.properties.name.maxLength`, 300, 'POST /leads body name'],
  ['a longer minimum', `${leadCreate}.properties.name.minLength`, 2, 'POST /leads body name'],
  ['fewer tags', `${patch}.properties.tags.maxItems`, 10, 'PATCH /conversations/{id} body tags'],
  ['at least one tag', `${patch}.properties.tags.minItems`, 1, 'PATCH /conversations/{id} body tags'],
  ['shorter tags', `${patch}.properties.tags.items.maxLength`, 30, 'PATCH /conversations/{id} body tags[]'],
  ['tags that are required', `${patch}.required`, ['tags'], 'PATCH /conversations/{id} body tags'],
  ['a field that is required', `${leadCreate}.required.1`, 'email', 'POST /leads body email'],
  ['an unknown field that is required', `${leadCreate}.required.1`, 'tenant', 'POST /leads body tenant'],
  [
    'a required field that is optional',
    'components.schemas.MessageCreate.required',
    [],
    'POST /conversations/{id}/messages body content',
  ],
  ['a field that may not be null', `${leadCreate}.properties.phone.type`, 'string', 'POST /leads body phone'],
  [
    'a field that may be null',
    `${leadCreate}.properties.status.type`,
    ['string', 'null'],
    'POST /leads body status',
  ],
  [
    'an enumeration of a free field',
    `${leadCreate}.properties.status.enum`,
    ['new', 'won'],
    'POST /leads body status',
  ],
  ['another format', `${leadCreate}.properties.source_url.format`, 'email', 'POST /leads body source_url'],
  ['another type', `${leadCreate}.properties.notes.type`, ['object', 'null'], 'POST /leads body notes'],
  [
    'a flag that may only be true',
    `${patch}.properties.is_resolved.const`,
    true,
    'PATCH /conversations/{id} body is_resolved',
  ],
])('%s gives exactly one contradiction', (_title, path, value, where) => {
  const found = contradictionsIn(changed({ [path]: value }))
  expect(found).toMatchObject([{ kind: 'request-body', where }])
})

const me = 'components.schemas.Me'
const lead = 'components.schemas.Lead'
const conversation = 'components.schemas.Conversation'
const reservation = 'components.schemas.Reservation'
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

test.each<[title: string, path: string, value: unknown, where: string]>([
  ['another success status', 'paths./leads.post.responses', { 201: { description: 'x' } }, 'POST /leads'],
  ['a success that is not JSON', 'paths./me.get.responses.200.content', { 'text/html': {} }, 'GET /me 200'],
  [
    'a missing field',
    me,
    { type: 'object', required: ['key_name', 'key_prefix'], properties: { key_name: {}, key_prefix: {} } },
    'GET /me 200 data.team_id',
  ],
  [
    'a renamed field',
    me,
    {
      type: 'object',
      required: ['teamId', 'key_name', 'key_prefix'],
      properties: { teamId: {}, key_name: {}, key_prefix: {} },
    },
    'GET /me 200 data.team_id',
  ],
  ['an optional field', `${conversation}.required.5`, 'id', 'GET /conversations 200 data[].created_at'],
  ['a field of another type', `${lead}.properties.id.type`, 'integer', 'GET /leads 200 data[].id'],
  ['a field of two types', `${lead}.properties.id.type`, ['string', 'integer'], 'GET /leads 200 data[].id'],
  [
    'an optional field of another type',
    `${lead}.properties.phone`,
    { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    'GET /leads 200 data[].phone',
  ],
  [
    'a whole number typed number',
    `${reservation}.properties.party_size.type`,
    'number',
    'GET /reservations 200 data[].party_size',
  ],
  [
    'a required field that may be null',
    `${lead}.properties.status`,
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    'GET /leads 200 data[].status',
  ],
  [
    'another value of an enumeration',
    `${reservation}.properties.status.enum.9`,
    'seated',
    'GET /reservations 200 data[].status',
  ],
  ['another error code', 'components.schemas.Error.properties.code.enum.8', 'teapot', 'GET /me 401 code'],
  [
    'a 401 without its error code',
    'components.schemas.Error.properties.code.enum',
    ['bad_request', 'not_found'],
    'GET /me 401 code',
  ],
  [
    'an envelope that lacks an error code',
    'components.schemas.Error.properties.code.enum.4',
    'not_found',
    'GET /me 401 code',
  ],
  [
    'conversations of a list with their messages',
    'components.schemas.ConversationList.properties.data.items.$ref',
    '#/components/schemas/ConversationDetail',
    'GET /conversations 200 data[].messages',
  ],
  [
    'bookings described as leads',
    'components.schemas.BookingList.properties.data.items.$ref',
    '#/components/schemas/Lead',
    'GET /bookings 200 data[]',
  ],
  [
    'leads described as bookings',
    'components.schemas.LeadList.properties.data.items.$ref',
    '#/components/schemas/Booking',
    'GET /leads 200 data[]',
  ],
  [
    'sources with pages',
    'components.schemas.KnowledgeSourceList.required.1',
    'pagination',
    'GET /knowledge/sources 200 pagination',
  ],
  [
    'another window',
    'components.schemas.AnalyticsSummary.properties.window.const',
    '7d',
    'GET /analytics/summary 200 data.window',
  ],
  [
    'a window of choice',
    'components.schemas.AnalyticsSummary.properties.window',
    { enum: ['7d', '30d'] },
    'GET /analytics/summary 200 data.window',
  ],
  [
    'another format',
    'components.schemas.Booking.properties.id.format',
    'date-time',
    'GET /bookings 200 data[].id',
  ],
  [
    'a looser bound',
    'components.schemas.Pagination.properties.limit.maximum',
    500,
    'GET /chatbots 200 pagination.limit',
  ],
  [
    'a list without its wrapper',
    'components.schemas.ChatbotList',
    { type: 'array', items: {} },
    'GET /chatbots 200',
  ],
  [
    'a page without pagination',
    'components.schemas.ChatbotList.required',
    ['data'],
    'GET /chatbots 200 pagination',
  ],
  [
    'items of another type',
    'components.schemas.Conversation.properties.tags.items.type',
    'object',
    'GET /conversations 200 data[].tags[]',
  ],
  ['another error envelope', 'paths./me.get.responses.500', envelope, 'GET /me 500 error'],
])('%s gives exactly one contradiction', (_title, path, value, where) => {
  const found = contradictionsIn(changed({ [path]: value }))
  expect(found).toMatchObject([{ kind: 'response', where }])
})
