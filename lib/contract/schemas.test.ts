import { describe, expect, test } from 'vitest'
import { CONTRACT } from '../api/contract.ts'
import { type FormatName, FORMATS, isFormatName } from './schemas.ts'

const LEAD = { id: 'k3Jx9', chatbot_id: 'b7Qw2', status: 'new', created_at: '2026-11-20T09:05:00Z' }

test('finds nothing to say about a valid value', () => {
  expect(CONTRACT.validate('Lead', LEAD)).toEqual([])
  expect(CONTRACT.validate('Lead', { ...LEAD, email: null, phone: '+49 30 1', score: 3 })).toEqual([])
})

test('takes a JSON pointer as well as a name', () => {
  expect(CONTRACT.validate('/components/schemas/Lead', LEAD)).toEqual([])
  expect(CONTRACT.validate('/components/schemas/Lead/properties/email', 'x')).toHaveLength(1)
})

test('says in one line what was expected and what was received', () => {
  expect(
    CONTRACT.validate('LeadResponse', {
      data: { ...LEAD, id: 17, status: null, email: 'ana', created_at: 'today' },
    }),
  ).toEqual([
    { pointer: '/data/id', keyword: 'type', expected: 'string', received: 'integer 17' },
    {
      pointer: '/data/email',
      keyword: 'format',
      format: 'email',
      expected: 'an e-mail address',
      received: 'string "ana"',
    },
    { pointer: '/data/status', keyword: 'type', expected: 'string', received: 'null' },
    {
      pointer: '/data/created_at',
      keyword: 'format',
      format: 'date-time',
      expected: 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ',
      received: 'string "today"',
    },
  ])
})

describe('words each keyword of the contract', () => {
  test.each<[schema: string, value: unknown, pointer: string, expected: string, received: string]>([
    ['Lead', { ...LEAD, id: undefined }, '/id', 'a property "id"', 'absent'],
    ['Lead', { ...LEAD, email: 3.5 }, '/email', 'string or null', 'number 3.5'],
    ['Lead', [], '', 'object', 'array with 0 items'],
    [
      'Message',
      { ...LEAD, content: 'x', role: 'bot' },
      '/role',
      'one of "user", "assistant", "system", "note"',
      'string "bot"',
    ],
    [
      'Pagination',
      { limit: 101, offset: 0, total: 0, has_more: false },
      '/limit',
      'at most 100',
      'integer 101',
    ],
    [
      'Pagination',
      { limit: 1, offset: -1, total: 0, has_more: false },
      '/offset',
      'at least 0',
      'integer -1',
    ],
    ['MessageCreate', { content: '' }, '/content', 'at least 1 character', 'string ""'],
    ['MessageCreate', { content: { text: 'x' } }, '/content', 'string', 'object with the fields text'],
    ['ConversationPatch', {}, '', 'at least one of the alternatives of the schema', 'object without fields'],
    ['ConversationPatch', { tags: Array(21).fill('a') }, '/tags', 'at most 20 items', 'array with 21 items'],
    [
      'ConversationPatch',
      { tags: ['x'.repeat(41)] },
      '/tags/0',
      'at most 40 characters',
      `string "${'x'.repeat(41)}"`,
    ],
    ['/components/schemas/AnalyticsSummary/properties/window', '7d', '', '"30d"', 'string "7d"'],
  ])('%s %j', (schema, value, pointer, expected, received) => {
    const given = JSON.parse(JSON.stringify(value)) as unknown
    expect(CONTRACT.validate(schema, given)).toMatchObject([{ pointer, expected, received }])
  })
})

test('cuts a long value', () => {
  const [problem] = CONTRACT.validate('LeadResponse', { data: { ...LEAD, created_at: 'x'.repeat(5000) } })
  expect(problem?.received.length).toBeLessThan(100)
})

test('returns at most 100 problems', () => {
  const data = Array.from({ length: 3000 }, () => ({ id: 1 }))
  expect(CONTRACT.validate('LeadList', { data, pagination: {} })).toHaveLength(100)
})

test('survives values nested deeper than recursion reaches', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
  expect(CONTRACT.validate('Lead', { ...LEAD, id: deep })).toMatchObject([
    { pointer: '/id', received: 'array with 1 item' },
  ])
  expect(CONTRACT.validate('Lead', { ...LEAD, extra: deep })).toEqual([])
  expect(CONTRACT.validate('AnalyticsSummary', deep)).toMatchObject([{ pointer: '', expected: 'object' }])
})

test('does not take inherited properties for fields', () => {
  expect(
    CONTRACT.validate('Me', JSON.parse('{"__proto__":{"team_id":"x","key_name":"y","key_prefix":"z"}}')),
  ).toHaveLength(3)
})

test('knows no other schemas', () => {
  expect(() => CONTRACT.validate('Nothing', {})).toThrow(
    'The contract has no schema at /components/schemas/Nothing',
  )
})

const GOOD: Record<FormatName, string[]> = {
  'date-time': [
    '2026-11-20T09:05:00Z',
    '2024-02-29T23:59:59Z',
    '2000-02-29T00:00:00Z',
    '0001-01-01T00:00:00Z',
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
    '2026-06-30T23:59:60Z',
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
