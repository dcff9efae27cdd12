import { describe, expect, test } from 'vitest'
import { CONTRACT } from './api.ts'
import { type FormatName, FORMATS, isFormatName } from './schemas.ts'

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
  ['ConversationPatch', { tags: [''] }, '/tags/0', 'at least 1 character', 'string ""'],
  ['ConversationPatch', { tags: [long] }, '/tags/0', 'at most 40 characters', `string "${long}"`],
  ['ConversationPatch', { tags: Array(21).fill('a') }, '/tags', 'at most 20 items', 'array with 21 items'],
  ['ConversationPatch', {}, '', 'at least one of the alternatives of the schema', 'object without fields'],
])('of %s %j is said what is wrong, in one line', (schema, value, pointer, expected, received) => {
  const given = JSON.parse(JSON.stringify(value)) as unknown
  const found = CONTRACT.validate(schema, given)
  expect(found).toMatchObject([{ pointer, received, expected: expect.stringContaining(expected) }])
})

test('cuts a long value, and a long list of problems', () => {
  const [problem] = CONTRACT.validate('Lead', { ...LEAD, created_at: 'x'.repeat(5000) })
  expect(problem?.received.length).toBeLessThan(100)
  expect(CONTRACT.validate('LeadList', { data: Array(3000).fill(1), pagination: PAGE })).toHaveLength(1000)
})

test('survives values nested deeper than recursion reaches', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
  expect(CONTRACT.validate('Lead', { ...LEAD, id: deep, extra: deep })).toMatchObject([
    { pointer: '/id', received: 'array with 1 item' },
  ])
})

test('does not take inherited properties for fields', () => {
  const inherited: unknown = JSON.parse(`{"__proto__":${JSON.stringify(LEAD)}}`)
  expect(CONTRACT.validate('Lead', inherited)).toHaveLength(4)
})

const GOOD: Record<FormatName, string[]> = {
  'date-time': [
    '2026-11-20T09:05:00Z',
    '2024-02-29T23:59:59Z',
    '2000-02-29T00:00:00Z',
    '2016-12-31T23:59:60Z',
  ],
  date: ['2026-11-20', '2024-02-29', '2000-02-29'],
  uuid: [
    '123e4567-e89b-12d3-a456-426614174000',
    '123E4567-E89B-12D3-A456-426614174000',
    '018f2b1c-7d3a-7c4e-9f00-000000000001',
    '00000000-0000-0000-0000-000000000000',
  ],
  email: [
    'ana@example.com',
    'user@localhost',
    'a+b@sub.example.co',
    'δοκιμή@παράδειγμα.δοκιμή',
    '"john doe"@example.com',
    '"a@b"@example.com',
    "o'hara@[192.0.2.1]",
  ],
  uri: [
    'https://example.com/docs#errors',
    'https://example.com/ä?q=1',
    'urn:isbn:0451450523',
    'mailto:a@b.c',
  ],
}

const BAD: Record<FormatName, string[]> = {
  'date-time': [
    '',
    '2026-11-20',
    '2026-11-20 09:05:00Z',
    '2026-11-20T09:05:00',
    '2026-11-20T09:05:00z',
    '2026-11-20t09:05:00Z',
    '2026-11-20T09:05:00.000Z',
    '2026-11-20T09:05:00+00:00',
    '2026-11-20T09:05Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-06-30T22:59:60Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T09:05:00Z\n',
    ' 2026-11-20T09:05:00Z',
    '２026-11-20T09:05:00Z',
  ],
  date: [
    '',
    '2026-11-31',
    '2026-00-10',
    '2026-10-00',
    '2100-02-29',
    '26-11-20',
    '2026-11-20T00:00:00Z',
    '2026-1-2',
  ],
  uuid: [
    '',
    'urn:uuid:123e4567-e89b-12d3-a456-426614174000',
    '{123e4567-e89b-12d3-a456-426614174000}',
    '123e4567e89b12d3a456426614174000',
    '123e4567-e89b-12d3-a456-42661417400g',
    '123e4567-e89b-12d3-a456-426614174000 ',
  ],
  email: ['', '@', 'ana', '@example.com', 'ana@', 'a b@example.com', 'ana@exam ple.com', 'ana@example.com\n'],
  uri: [
    '',
    'docs/errors',
    '/docs',
    '//example.com',
    'https:',
    'https://exa mple.com',
    'https://exa<mple>.com',
    '1http://example.com',
  ],
}

describe.each(Object.keys(FORMATS).filter(isFormatName))('%s', (name) => {
  test.each(GOOD[name])('accepts %j', (value) => expect(FORMATS[name](value)).toBe(true))
  test.each(BAD[name])('refuses %j', (value) => expect(FORMATS[name](value)).toBe(false))
})
