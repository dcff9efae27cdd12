import { describe, expect, test } from 'vitest'
import { changed } from '../testing/changed.ts'
import { examineDescription } from './examine.ts'

/** A single false statement: what is put where, and where it contradicts the contract. */
type Statement = readonly [title: string, path: string, value: unknown, where: string]

describe('of a parameter', () => {
  test.each<Statement>([
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
    ['a page of zero', 'components.parameters.limit.schema.minimum', 0, 'GET /chatbots query limit'],
    [
      'another required parameter',
      '/me.get.parameters',
      [{ name: 'team', in: 'query', required: true, schema: {} }],
      'GET /me query team',
    ],
  ])('%s is a contradiction', (_title, path, value, where) => {
    // The same parameter of other operations follows.
    const [first, ...others] = examineDescription(changed({ [path]: value })).contradictions
    expect(first).toMatchObject({ kind: 'parameter', where })
    expect(others.every(({ received }) => received === first?.received)).toBe(true)
  })
})

describe('of a request body', () => {
  test.each<Statement>([
    ['no request body', '/leads.post.requestBody', undefined, 'POST /leads body'],
    ['a missing field', 'LeadCreate.properties.company', undefined, 'POST /leads body company'],
    [
      'tags that are required',
      'ConversationPatch.required',
      ['tags'],
      'PATCH /conversations/{id} body is_resolved',
    ],
    ['a field that is required', 'LeadCreate.required.1', 'email', 'POST /leads body'],
    [
      'an enumeration of a free field',
      'LeadCreate.properties.status.enum',
      ['new', 'won'],
      'POST /leads body status',
    ],
    [
      'a flag that may only be true',
      'ConversationPatch.properties.is_resolved.const',
      true,
      'PATCH /conversations/{id} body is_resolved',
    ],
  ])('%s gives exactly one contradiction', (_title, path, value, where) => {
    expect(examineDescription(changed({ [path]: value })).contradictions).toMatchObject([
      { kind: 'request-body', where },
    ])
  })
})
