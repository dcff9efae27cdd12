import { expect, test } from 'vitest'
import { changed } from '../testing/changed.ts'
import { compareDescription } from './compare.ts'

const created_at = '2026-11-01T10:00:00Z'
const lead = { id: 'a', chatbot_id: 'b', phone: '+49 30', status: 'new', created_at }
const page = (...data: readonly object[]): object => ({
  data,
  pagination: { limit: 50, offset: 0, total: data.length, has_more: false },
})
const BODIES = {
  'GET /leads': page(lead, { ...lead, phone: null }),
  'GET /me': { data: { team_id: 't', key_name: 'k', key_prefix: 'p' } },
  'GET /reservations': page({
    id: 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    chatbot_id: 'b',
    service_id: null,
    status: 'confirmed',
    start_at: created_at,
    end_at: created_at,
    party_size: 2,
    source: 'agent',
    created_at,
    updated_at: created_at,
  }),
  'GET /conversations/{id}': {
    data: {
      id: 'c',
      chatbot_id: 'b',
      is_lead: false,
      is_resolved: false,
      message_count: 1,
      created_at,
      messages: [{ id: 'm', role: 'note', content: 'x', created_at }],
    },
  },
} as const

/** What a changed description has against a right answer. */
function found(changes: Readonly<Record<string, unknown>>, operation: keyof typeof BODIES): string[] {
  return compareDescription(changed(changes))
    .ofAnswer(operation, 200, BODIES[operation])
    .map(([pointer, answer, description]) => `${pointer}: ${answer}; ${description}`)
}

test.each<[line: string, changes: Readonly<Record<string, unknown>>, operation: keyof typeof BODIES]>([
  ['/data/1/phone: has null; does not allow null', { 'Lead.properties.phone.type': 'string' }, 'GET /leads'],
  ['/data/team_id: has "t"; has an integer', { 'Me.properties.team_id.type': 'integer' }, 'GET /me'],
  ['/data/team_id: has "t"; has only `x`', { 'Me.properties.team_id.enum': ['x'] }, 'GET /me'],
  ['/success: does not have it; requires it', { 'MeResponse.required.1': 'success' }, 'GET /me'],
])('%s', (line, changes, operation) => {
  expect(found(changes, operation)).toEqual([line])
})

test.each<[title: string, changes: Readonly<Record<string, unknown>>, operation: keyof typeof BODIES]>([
  ['the contract itself', {}, 'GET /leads'],
  [
    'a null of reservations, whose table has none',
    { 'Reservation.properties.service_id': { type: 'integer' } },
    'GET /reservations',
  ],
  [
    'the role of notes, which stands beside the table',
    { 'Message.properties.role.enum': ['user', 'assistant', 'system'] },
    'GET /conversations/{id}',
  ],
  ['a field of any type', { 'Lead.properties.status': {} }, 'GET /leads'],
  [
    'formats and patterns',
    { 'Lead.properties.id': { type: 'string', format: 'uuid', pattern: '^(a+)+$' } },
    'GET /leads',
  ],
  ['a schema that cannot be read', { Lead: { $ref: '#/components/schemas/Gone' } }, 'GET /leads'],
])('no answer contradicts %s', (_title, changes, operation) => {
  expect(found(changes, operation)).toEqual([])
})

test('an answer that is wrong by the contract is no evidence', () => {
  const { ofAnswer } = compareDescription(changed({ 'Me.properties.team_id.type': 'integer' }))
  expect(ofAnswer('GET /me', 200, { data: {} })).toEqual([])
})
