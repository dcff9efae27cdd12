import { expect, test } from 'vitest'
import { CONTRACT, STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { changed } from '../../lib/engine/contract/testing/changed.ts'
import { exchange } from '../../lib/engine/judge/testing/exchanges.ts'
import { detail, message } from '../../lib/engine/judge/testing/items.ts'
import { asObject, own } from '../../lib/engine/contract/json.ts'
import { ANSWERS, objectionsOf } from './testing/compared.ts'

const schemas = asObject(own(CONTRACT.document['components'], 'schemas'))
const requiring = (schema: unknown, field: string): object => ({
  ...asObject(schema),
  required: [own(schema, 'required'), field].flat(),
})

type Changes = Readonly<Record<string, unknown>>

test.each<[line: string, changes: Changes]>([
  [
    'GET /leads /data/1/email: the description refuses null for `email`',
    { 'Lead.properties.email.type': 'string' },
  ],
  [
    'GET /conversations /data/1/tags: the description refuses null for `tags`',
    { 'Conversation.properties.tags.type': 'array' },
  ],
  [
    'GET /me /data/team_id: the description refuses the `team_id` "t1"',
    { 'Me.properties.team_id.type': 'integer' },
  ],
  ['GET /me /success: the description requires `success`', { 'MeResponse.required.1': 'success' }],
  [
    'GET /bookings /data/0/id: the description refuses an `id` of 9 characters',
    { 'Booking.properties.id.maxLength': 8 },
  ],
  [
    'GET /reservations /data/0/start_at: the description refuses the `start_at` "2026-11-01T10:00:00Z"',
    { 'Reservation.properties.start_at': { type: 'string', format: 'date' } },
  ],
  [
    'GET /leads/{id} /code: the description refuses the `code` "not_found"',
    { 'Error.properties.code.enum': ['bad_request'] },
  ],
  [
    'GET /openapi.json: the description refuses the `status` "blocked"',
    { 'Reservation.properties.status.enum': STATUSES_OF_RESERVATIONS.filter((one) => one !== 'blocked') },
  ],
  [
    'GET /openapi.json: the description refuses the `messages[].role` "system"',
    { 'Message.properties.role.enum': ['user', 'assistant', 'note'] },
  ],
])('%s', (line, changes) => {
  expect(objectionsOf(changed(changes))).toEqual([line])
})

test('a listed value that a later answer holds is one contradiction', () => {
  const served = changed({ 'Message.properties.role.enum': ['user', 'assistant', 'note'] })
  const later = exchange('GET /conversations/c2', {
    body: { data: detail({ messages: [message({ role: 'system' })] }) },
  })
  expect(objectionsOf(served, [...ANSWERS, later])).toEqual([
    'GET /conversations/{id} /data/messages/0/role: the description refuses the `messages[].role` "system"',
  ])
})

test('an answer of another form is refused as a whole', () => {
  expect(objectionsOf(changed({ LeadList: { type: 'array' } }))).toEqual([
    'GET /leads: the description refuses the whole answer',
  ])
})

test('several false statements of one answer are several contradictions', () => {
  const { Me } = schemas
  expect(objectionsOf(changed({ Me: requiring(requiring(Me, 'plan'), 'region') }))).toEqual([
    'GET /me /data/plan: the description requires `plan`',
    'GET /me /data/region: the description requires `region`',
  ])
})

test('a schema that a generator repeats for each operation is one contradiction', () => {
  const { Error: error, Lead: lead, Pagination: page } = schemas
  const served = changed({
    'components.responses.NotFound.content.application/json.schema': requiring(error, 'detail'),
    'components.responses.BadRequest.content.application/json.schema': requiring(error, 'detail'),
    'LeadList.properties.data.items': requiring(lead, 'score'),
    'LeadResponse.properties.data': requiring(lead, 'score'),
    'LeadList.properties.pagination': requiring(page, 'cursor'),
    'BookingList.properties.pagination': requiring(page, 'cursor'),
  })
  const wrong = exchange('POST /leads', { status: 400, body: { error: 'No body', code: 'bad_request' } })
  expect(objectionsOf(served, [...ANSWERS, wrong])).toEqual([
    'GET /leads /data/0/score: the description requires `score`',
    'GET /leads /pagination/cursor: the description requires `pagination.cursor`',
    'GET /leads/{id} /detail: the description requires `detail`',
  ])
})

test('an answer that is wrong by the contract is no evidence', () => {
  const served = changed({ 'Me.properties.team_id.type': 'integer' })
  expect(objectionsOf(served, [exchange('GET /me', { body: { data: {} } })])).toEqual([])
})
