import { expect, test } from 'vitest'
import { answersDescribedBy, CONTRACT } from '../api.ts'
import { changed } from './changed.test-support.ts'

const row = { id: 'a', chatbot_id: 'b', phone: null, status: 'new', created_at: '2026-11-01T10:00:00Z' }
const page = (fields: object): object => ({
  data: [row, { ...row, ...fields }],
  pagination: { limit: 50, offset: 0, total: 2, has_more: false },
})

test.each<[string, Readonly<Record<string, unknown>>, object, string]>([
  ['a type', {}, { phone: 4 }, 'data[].phone: string or null, not integer'],
  [
    'a fraction',
    { 'Lead.properties.phone.type': ['integer', 'null'] },
    { phone: 1.5 },
    'data[].phone: integer or null, not number',
  ],
  [
    'an enumeration',
    { 'Lead.properties.status.enum': ['new'] },
    { status: 'old' },
    'data[].status: one of "new", not "old"',
  ],
  [
    'a length',
    { 'Lead.properties.status.maxLength': 3 },
    { status: 'open' },
    'data[].status: at most 3 characters, not 4',
  ],
  ['an absent field', {}, { status: undefined }, 'data[].status: required, not absent'],
])('%s that differs is named with its place', (_, changes, fields, expected) => {
  const { differences } = answersDescribedBy(changed(changes))('GET /leads', 200, page(fields))
  const words = differences.map(({ where, described, received }) => `${where}: ${described}, not ${received}`)
  expect(words).toContain(`GET /leads 200 ${expected}`)
})

test('an answer that agrees has no difference, and neither has one that the description does not speak of', () => {
  const none = { isListed: true, differences: [] }
  expect(answersDescribedBy(CONTRACT.document)('GET /leads', 200, page({ score: 1 }))).toEqual(none)
  expect(answersDescribedBy({})('GET /leads', 200, 7)).toEqual(none)
  expect(
    answersDescribedBy(changed({ 'Lead.properties.phone': { not: {} } }))(
      'GET /leads',
      200,
      page({ phone: 1 }),
    ),
  ).toEqual(none)
})

test('a status is listed by itself, as a range, or as default', () => {
  const responses = '/leads.get.responses'
  const isListed = (served: object, status: number): boolean =>
    answersDescribedBy(served)('GET /leads', status, {}).isListed
  const only = (name: string): object => changed({ [responses]: { [name]: { description: '' } } })
  expect([isListed(only('200'), 404), isListed(only('4XX'), 404), isListed(only('default'), 404)]).toEqual([
    false,
    true,
    true,
  ])
})
