import { expect, test } from 'vitest'
import { CONTRACT } from './api.ts'

const LEAD = { id: 'k3Jx9', chatbot_id: 'b', status: 'new', created_at: '2026-11-20T09:05:00Z' }
const PAGE = { limit: 50, offset: 0, total: 1, has_more: false }

test('finds nothing to say about a valid value, by the name of its schema or a JSON pointer', () => {
  expect(CONTRACT.validate('Lead', { ...LEAD, email: null, colour: 'red' })).toEqual([])
  expect(CONTRACT.validate('/components/schemas/Lead', LEAD)).toEqual([])
  expect(() => CONTRACT.validate('Nothing', {})).toThrow('no schema at /components/schemas/Nothing')
})

test('names the place, the keyword and the format', () => {
  const data = [{ ...LEAD, id: 17, created_at: 'today' }]
  expect(CONTRACT.validate('LeadList', { data, pagination: PAGE })).toEqual([
    { pointer: '/data/0/id', keyword: 'type', expected: 'string', received: 'integer 17' },
    {
      pointer: '/data/0/created_at',
      keyword: 'format',
      format: 'date-time',
      expected: 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ',
      received: 'string "today"',
    },
  ])
})

const long = 'x'.repeat(41)

test.each<[schema: string, value: unknown, pointer: string, expected: string, received: string]>([
  ['Lead', { ...LEAD, id: undefined }, '/id', 'a property "id"', 'absent'],
  ['Lead', { ...LEAD, phone: 3.5 }, '/phone', 'string or null', 'number 3.5'],
  ['Lead', { ...LEAD, email: 'ana' }, '/email', 'an e-mail address', 'string "ana"'],
  ['Lead', { ...LEAD, id: { text: 'x' } }, '/id', 'string', 'object with the fields text'],
  ['Lead', [], '', 'object', 'array with 0 items'],
  ['Message', { ...LEAD, content: '', role: 'cat' }, '/role', 'one of "user", "assistant"', 'string "cat"'],
  ['Pagination', { ...PAGE, limit: 101 }, '/limit', 'at most 100', 'integer 101'],
  ['Pagination', { ...PAGE, offset: -1 }, '/offset', 'at least 0', 'integer -1'],
  ['ConversationPatch', { tags: [''] }, '/tags/0', 'a length of at least 1', 'string ""'],
  ['ConversationPatch', { tags: [long] }, '/tags/0', 'at most 40 characters', `string "${long}"`],
  ['ConversationPatch', { tags: Array(21).fill('a') }, '/tags', 'at most 20 items', 'array with 21 items'],
  ['ConversationPatch', {}, '', 'a value that satisfies anyOf', 'object without fields'],
])('of %s %j is said what is wrong, in one line', (schema, value, pointer, expected, received) => {
  const given = JSON.parse(JSON.stringify(value)) as unknown
  const found = CONTRACT.validate(schema, given)
  expect(found).toMatchObject([{ pointer, received, expected: expect.stringContaining(expected) }])
})

test('a long transcript with a mistake in each message is read once', () => {
  const message = { id: 'm', role: 7, content: 'c', created_at: '2026-01-02T03:04:05Z' }
  const messages = Array.from({ length: 100_000 }, () => message)
  const before = performance.now()
  const problems = CONTRACT.validate('ConversationDetailResponse', { data: { messages } })
  // If each error copied the errors before it, this would take minutes.
  expect(performance.now() - before).toBeLessThan(10_000)
  expect(problems.map(({ pointer }) => pointer)).toContain('/data/messages/99/role')
})

test('survives values nested deeper than recursion reaches', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
  expect(CONTRACT.validate('Lead', { ...LEAD, id: deep, extra: deep })).toMatchObject([
    { pointer: '/id', received: 'array with 1 item' },
  ])
})
