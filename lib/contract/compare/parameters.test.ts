import { changed, contradictionsIn } from './changed.test-support.ts'
import { expect, test } from 'vitest'

test.each<[title: string, path: string, value: unknown, where: string]>([
  [
    'a missing query parameter',
    'paths./leads.get.parameters.1',
    { name: 'state', in: 'query', schema: {} },
    'GET /leads query status',
  ],
  [
    'a filter that is required',
    'components.parameters.chatbot_id.required',
    true,
    'GET /conversations query chatbot_id',
  ],
  [
    'a required parameter that is optional',
    'paths./knowledge/sources.get.parameters.0.required',
    false,
    'GET /knowledge/sources query chatbot_id',
  ],
  [
    'an integer typed string',
    'components.parameters.limit.schema',
    { type: 'string' },
    'GET /chatbots query limit',
  ],
  [
    'an integer typed number',
    'components.parameters.offset.schema',
    { type: 'number', minimum: 0 },
    'GET /chatbots query offset',
  ],
  [
    'a boolean typed integer',
    'paths./conversations.get.parameters.1.schema',
    { type: 'integer' },
    'GET /conversations query is_lead',
  ],
  [
    'a boolean typed string',
    'paths./conversations.get.parameters.1.schema',
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
  ['a larger page', 'components.parameters.limit.schema.maximum', 1000, 'GET /chatbots query limit'],
  ['a page of zero', 'components.parameters.limit.schema.minimum', 0, 'GET /chatbots query limit'],
  [
    'some page sizes only',
    'components.parameters.limit.schema.enum',
    [10, 50, 100],
    'GET /chatbots query limit',
  ],
  [
    'a date for an instant',
    'paths./reservations.get.parameters.2.schema.format',
    'date',
    'GET /reservations query from',
  ],
  [
    'one status in place of a list',
    'paths./reservations.get.parameters.1.schema.enum',
    ['held', 'confirmed'],
    'GET /reservations query status',
  ],
  [
    'another required parameter',
    'paths./me.get.parameters',
    [{ name: 'team', in: 'query', required: true, schema: {} }],
    'GET /me query team',
  ],
])('%s gives exactly one contradiction', (_title, path, value, where) => {
  const found = contradictionsIn(changed({ [path]: value }))
  expect(found).toMatchObject([{ kind: 'parameter', where }])
})
