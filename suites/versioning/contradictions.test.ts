import { describe, expect, test } from 'vitest'
import { operationOf, OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { changed } from '../../lib/engine/contract/testing/changed.ts'
import { few } from '../../lib/engine/util/bounds.ts'
import { contradictionsOf } from './testing/compared.ts'

type Changes = Readonly<Record<string, unknown>>

const linesOf = (changes: Changes): string[] => contradictionsOf(changed(changes))

const text = { type: 'string' }
const pages = OPERATIONS.filter((key) => operationOf(key).form === 'page' && key !== 'GET /reservations')

describe('one false statement is one contradiction, in the words of its reader', () => {
  test.each<[line: string, changes: Changes]>([
    ['has no `GET /me`', { '/me': undefined }],
    ['has no `GET /leads`, `POST /leads`', { '/leads': undefined }],
    ['has no parameter `is_lead` (GET /conversations)', { '/conversations.get.parameters.1.name': 'isLead' }],
    ['has no parameter `status` (GET /leads)', { '/leads.get.parameters.1.in': 'header' }],
    [
      'requires a parameter `team` (GET /me)',
      { '/me.get.parameters': [{ name: 'team', in: 'query', required: true, schema: {} }] },
    ],
    ['requires a parameter `status` (GET /leads)', { '/leads.get.parameters.1.required': true }],
    [
      'refuses `is_lead=true` (GET /conversations)',
      { '/conversations.get.parameters.1.schema': { ...text, enum: ['yes', 'no', 'false'] } },
    ],
    [
      'refuses `since=2026-01-31T09:00:00Z` (GET /leads)',
      { '/leads.get.parameters.2.schema': { ...text, format: 'date' } },
    ],
    [
      'refuses `status=held,confirmed` (GET /reservations)',
      {
        '/reservations.get.parameters.1.schema.pattern':
          '^(held|requested|confirmed|arrived|completed|no_show|cancelled|declined|blocked)$',
      },
    ],
    ['refuses `status=open` (GET /leads)', { '/leads.get.parameters.1.schema.type': 'integer' }],
    [`refuses a \`limit\` of 51 (${few(pages)})`, { 'components.parameters.limit.schema.maximum': 50 }],
    [
      'refuses a `limit` of 51 (GET /leads)',
      {
        '/leads.get.parameters.3': {
          name: 'limit',
          in: 'query',
          schema: { type: ['integer', 'string'], pattern: '^-?\\d+$', minimum: 1, maximum: 50 },
        },
      },
    ],
    [
      `refuses \`id=Uk4x9Qw2Lz\` (${few(OPERATIONS.filter((key) => key.includes('{id}')))})`,
      {
        'components.parameters.id': {
          name: 'lead_id',
          in: 'path',
          required: true,
          schema: { type: 'integer' },
        },
      },
    ],
    ['has no body (POST /leads)', { '/leads.post.requestBody': undefined }],
    [
      'has no `chatbot_id`, `conversation_id`, `name` and 7 more, but `lead` (POST /leads)',
      { LeadCreate: { type: 'object', properties: { lead: { type: 'object' } } } },
    ],
    [
      'requires `lead` (POST /leads)',
      { LeadCreate: { type: 'object', required: ['lead'], properties: { lead: { type: 'object' } } } },
    ],
    ['has no `company` (POST /leads)', { 'LeadCreate.properties.company': undefined }],
    ['requires `company` (POST /leads)', { 'LeadCreate.required.1': 'company' }],
    ['refuses the `status` "0" (POST /leads)', { 'LeadCreate.properties.status.enum': ['new', 'won'] }],
    ['refuses a `name` of 101 characters (POST /leads)', { 'LeadCreate.properties.name.maxLength': 100 }],
    ['refuses an `email` of 101 characters (POST /leads)', { 'LeadCreate.properties.email.maxLength': 100 }],
    ['refuses null for `email` (POST /leads)', { 'LeadCreate.properties.email.type': 'string' }],
    [
      'refuses a `tags[]` of 33 characters (PATCH /conversations/{id})',
      { 'ConversationPatch.properties.tags.items.maxLength': 32 },
    ],
    [
      'refuses `tags` of 11 items (PATCH /conversations/{id})',
      { 'ConversationPatch.properties.tags.maxItems': 10 },
    ],
    [
      'has an answer of text/plain, not of JSON (GET /me)',
      { '/me.get.responses': { 200: { content: { 'text/plain': {} } } } },
    ],
    ['has no status 200, but 401 (GET /me)', { '/me.get.responses': { 401: { description: 'x' } } }],
    ['has no status 200, but 201 (POST /leads)', { '/leads.post.responses': { 201: { description: 'x' } } }],
  ])('%s', (line, changes) => {
    expect(linesOf(changes)).toEqual([line])
  })

  test('a body in another spelling', () => {
    const camel = { type: 'object', required: ['chatbotId'], properties: { chatbotId: text, email: text } }
    expect(linesOf({ LeadCreate: camel })[0]).toBe('requires `chatbotId` (POST /leads)')
  })
})

test('several false statements of one body are several contradictions', () => {
  const changes = { 'LeadCreate.required.1': 'name', 'LeadCreate.required.2': 'phone' }
  expect(linesOf(changes)).toEqual(['requires `name` (POST /leads)', 'requires `phone` (POST /leads)'])
})

test('no security, and another scheme, contradict every operation at once', () => {
  expect(linesOf({ security: undefined })).toEqual([`requires no key (${few(OPERATIONS)})`])
  expect(linesOf({ 'components.securitySchemes.bearer.scheme': 'basic' })).toEqual([
    `requires HTTP basic, not a bearer token (${few(OPERATIONS)})`,
  ])
})
