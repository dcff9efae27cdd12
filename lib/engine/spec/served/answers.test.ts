import { describe, expect, test } from 'vitest'
import { changed } from '../testing/changed.ts'
import { examineDescription } from './examine.ts'

const created_at = '2026-11-01T10:00:00Z'
const lead = { id: 'a', chatbot_id: 'b', phone: '+49 30', status: 'new', created_at }
const page = (...data: readonly object[]): object => ({
  data,
  pagination: { limit: 50, offset: 0, total: data.length, has_more: false },
})
const BODIES = {
  'GET /leads': page(lead, { ...lead, phone: null }),
  'GET /me': { data: { team_id: 't', key_name: 'k', key_prefix: 'p' } },
  'GET /conversations': page({
    id: 'c',
    chatbot_id: 'b',
    is_lead: false,
    is_resolved: false,
    tags: ['a'],
    message_count: 0,
    created_at,
  }),
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

/** What a changed description gets wrong of a right answer. */
function found(
  changes: Readonly<Record<string, unknown>>,
  operation: keyof typeof BODIES,
  status = 200,
): string[] {
  const body = status === 200 ? BODIES[operation] : { error: 'No key.', code: 'unauthorized' }
  return examineDescription(changed(changes))
    .ofAnswer(operation, status, body)
    .map(({ where, expected, received }) => `${where}: ${expected}; ${received}`)
}

test('another type, or another wrapper, contradicts a right answer', () => {
  expect(found({ 'Lead.properties.id.type': 'integer' }, 'GET /leads')).toContain(
    'GET /leads 200 data[].id: what the API returns, "a"; refused by type',
  )
  expect(found({ LeadList: { type: 'array', items: {} } }, 'GET /leads')).toEqual([
    'GET /leads 200: what the API returns, with the fields data, pagination; refused by type',
  ])
})

test('another envelope or code contradicts a right error', () => {
  expect(found({ 'Error.properties.code.enum': ['not_found'] }, 'GET /me', 401)).toEqual([
    'GET /me 401 code: what the API returns, "unauthorized"; refused by enum',
  ])
  expect(found({ 'Error.required.2': 'message' }, 'GET /me', 401)[0]).toContain('message')
})

describe('what contradicts no answer', () => {
  test.each<[title: string, changes: Readonly<Record<string, unknown>>, operation: keyof typeof BODIES]>([
    ['the contract itself', {}, 'GET /leads'],
    [
      'a null that stands for an absent field',
      { 'Reservation.properties.service_id': { type: 'integer' } },
      'GET /reservations',
    ],
    [
      'such a null in an object that lists all fields',
      { 'Reservation.properties.service_id': { type: 'integer' }, 'Reservation.required': ['service_id'] },
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
    [
      'a member that only requests carry',
      { 'Me.properties.secret': { type: 'string', writeOnly: true }, 'Me.required.3': 'secret' },
      'GET /me',
    ],
    ['a schema that cannot be compiled', { Lead: { $ref: '#/components/schemas/Gone' } }, 'GET /leads'],
  ])('%s', (_title, changes, operation) => {
    expect(found(changes, operation)).toEqual([])
  })

  test('an answer that is wrong by the contract', () => {
    const { ofAnswer } = examineDescription(changed({ 'Me.properties.team_id.type': 'integer' }))
    expect(ofAnswer('GET /me', 200, { data: {} })).toEqual([])
    expect(ofAnswer('GET /stars', 200, {})).toEqual([])
  })
})

test('a status is listed by itself, as a range, or as default', () => {
  const isListed = (name: string): boolean =>
    examineDescription(changed({ '/leads.get.responses': { [name]: { description: '' } } })).isListed(
      'GET /leads',
      404,
    )
  expect(['200', '4XX', 'default'].map(isListed)).toEqual([false, true, true])
})
