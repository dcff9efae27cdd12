import { describe, expect, test } from 'vitest'
import { CONTRACT } from '../api.ts'
import { operationOf, OPERATIONS } from '../operations.ts'
import { changed } from '../testing/changed.ts'
import { compareDescription } from './compare.ts'

type Changes = Readonly<Record<string, unknown>>

/** The contradictions of a changed description, a line each. */
function linesOf(changes: Changes): string[] {
  return compareDescription(changed(changes)).contradictions.map(
    ({ topic, where, specification, description }) =>
      `${topic} · ${where.join(', ')}: ${description}; ${specification}`,
  )
}

const text = { type: 'string' }
const camel = { type: 'object', required: ['chatbotId'], properties: { chatbotId: text } }

/** Where responses show a field of a resource. */
function placesOf(resource: string, field: string): string {
  return OPERATIONS.map((key) => operationOf(key))
    .filter((operation) => operation.resource === resource)
    .map(({ key, form }) => `${key} 200 data${form === 'object' ? '' : '[]'}.${field}`)
    .join(', ')
}

describe('one false statement is one contradiction', () => {
  test.each<[line: string, changes: Changes]>([
    [
      'parameter · GET /knowledge/sources query chatbot_id: leaves it optional; requires it',
      { '/knowledge/sources.get.parameters.0.required': false },
    ],
    [
      'parameter · GET /conversations query isLead: has `isLead`; has `is_lead`',
      { '/conversations.get.parameters.1.name': 'isLead' },
    ],
    ['parameter · GET /leads query status: lacks it; has it', { '/leads.get.parameters.1.in': 'header' }],
    [
      'parameter · GET /me query team: requires it; does not have it',
      { '/me.get.parameters': [{ name: 'team', in: 'query', required: true, schema: {} }] },
    ],
    [
      'parameter · GET /conversations query is_lead: has a string; has a boolean',
      { '/conversations.get.parameters.1.schema': { ...text, enum: ['yes', 'no'] } },
    ],
    [
      'parameter · GET /leads query since: has the format date; has the format date-time',
      { '/leads.get.parameters.2.schema': { ...text, format: 'date' } },
    ],
    [
      `parameter · ${OPERATIONS.filter((key) => key.includes('{id}'))
        .map((key) => `${key} path id`)
        .join(', ')}: has an integer; has a string`,
      {
        'components.parameters.id': {
          name: 'lead_id',
          in: 'path',
          required: true,
          schema: { type: 'integer' },
        },
      },
    ],
    [
      'request body · POST /leads body: has no body; has a JSON body',
      { '/leads.post.requestBody': undefined },
    ],
    [
      'request body · POST /leads body company: lacks it; has it',
      { 'LeadCreate.properties.company': undefined },
    ],
    [
      'request body · POST /leads body status: has only `new`, `won`; leaves the values free',
      { 'LeadCreate.properties.status.enum': ['new', 'won'] },
    ],
    [
      'request body · POST /leads body name: allows at most 100 characters; allows at most 200 characters',
      { 'LeadCreate.properties.name.maxLength': 100 },
    ],
    [
      'request body · PATCH /conversations/{id} body tags[]: allows at most 50 characters; allows at most 40 characters',
      { 'ConversationPatch.properties.tags.items.maxLength': 50 },
    ],
    [
      'request body · POST /conversations/{id}/messages body content: leaves it optional; requires it',
      { 'MessageCreate.required': undefined },
    ],
    [
      'response · GET /me 200: has text/plain; has application/json',
      { '/me.get.responses': { 200: { content: { 'text/plain': {} } } } },
    ],
    [
      `response · ${placesOf('Booking', 'id')}: allows at most 8 characters; has the format uuid`,
      { 'Booking.properties.id.maxLength': 8 },
    ],
    [
      'response · GET /chatbots 200 data[].id: has the format uuid; has a short encoded id',
      { 'Chatbot.properties.id.format': 'uuid' },
    ],
    [
      `response · ${placesOf('Reservation', 'status')}: has \`seated\`; does not have \`seated\``,
      { 'Reservation.properties.status.enum.9': 'seated' },
    ],
    [
      `response · ${placesOf('Reservation', 'source')}: does not have \`agent\`, \`card\`, \`manual\`, \`manage\`, \`channel\`; has \`agent\`, \`card\`, \`manual\`, \`manage\`, \`channel\``,
      { 'Reservation.properties.source.enum': ['api'] },
    ],
    [
      'response · GET /me 200 data: lacks it; has it',
      { MeResponse: { type: 'object', properties: { result: {} }, required: ['result'] } },
    ],
  ])('%s', (line, changes) => {
    expect(linesOf(changes)).toEqual([line])
  })
})

test('every contradiction is listed', () => {
  const body = 'request body · POST /leads body'
  expect(linesOf({ LeadCreate: { ...camel, required: ['chatbotId', 'team'] } }).toSorted()).toEqual(
    [
      `${body} chatbotId: requires \`chatbotId\`; has \`chatbot_id\``,
      `${body} team: requires it; does not have it`,
      ...CONTRACT.fieldsOf('LeadCreate')
        .filter(({ required }) => !required)
        .map(({ name }) => `${body} ${name}: lacks it; has it`),
    ].toSorted(),
  )
})

test('no security, and another scheme, contradict every operation at once', () => {
  const [none, ...others] = linesOf({ security: undefined })
  expect(none).toMatch(/^security · GET \/me, .*: requires no key; requires an HTTP bearer token$/)
  expect(others).toEqual([])
  expect(linesOf({ 'components.securitySchemes.bearer.scheme': 'basic' })[0]).toContain(
    'requires HTTP basic;',
  )
})
