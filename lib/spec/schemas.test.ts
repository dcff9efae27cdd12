import { describe, expect, test } from 'vitest'
import { type FormatName, FORMATS, isFormatName } from './schemas.ts'
import { LIBRARY } from './testing/library.ts'

const BOOK = { id: 'k3Jx9', title: 'Emma', added_at: '2026-11-20T09:05:00Z' }

test('finds nothing to say about a valid value', () => {
  expect(LIBRARY.validate('Book', BOOK)).toEqual([])
  expect(LIBRARY.validate('Book', { ...BOOK, contact: null, copies: 3, colour: 'red' })).toEqual([])
})

test('takes a JSON pointer as well as a name', () => {
  expect(LIBRARY.validate('/components/schemas/Book', BOOK)).toEqual([])
  expect(LIBRARY.validate('/components/schemas/Book/properties/contact', 'x')).toHaveLength(1)
})

test('says in one line what was expected and what was received', () => {
  const wrong = { ...BOOK, id: 17, title: null, added_at: 'today', contact: 'ana' }
  expect(LIBRARY.validate('Shelf', { books: [wrong] })).toEqual([
    { pointer: '/books/0/id', keyword: 'type', expected: 'string', received: 'integer 17' },
    { pointer: '/books/0/title', keyword: 'type', expected: 'string', received: 'null' },
    {
      pointer: '/books/0/added_at',
      keyword: 'format',
      format: 'date-time',
      expected: 'a timestamp of the form YYYY-MM-DDThh:mm:ssZ',
      received: 'string "today"',
    },
    {
      pointer: '/books/0/contact',
      keyword: 'format',
      format: 'email',
      expected: 'an e-mail address',
      received: 'string "ana"',
    },
  ])
})

describe('words each keyword', () => {
  test.each<[schema: string, value: unknown, pointer: string, expected: string, received: string]>([
    ['Book', { ...BOOK, id: undefined }, '/id', 'a property "id"', 'absent'],
    ['Book', { ...BOOK, contact: 3.5 }, '/contact', 'string or null', 'number 3.5'],
    ['Book', [], '', 'object', 'array with 0 items'],
    ['Book', { ...BOOK, kind: 'atlas' }, '/kind', 'one of "novel", "play"', 'string "atlas"'],
    ['Book', { ...BOOK, copies: 10 }, '/copies', 'at most 9', 'integer 10'],
    ['Book', { ...BOOK, copies: -1 }, '/copies', 'at least 0', 'integer -1'],
    ['Book', { ...BOOK, title: '' }, '/title', 'at least 1 character', 'string ""'],
    ['Book', { ...BOOK, title: { text: 'x' } }, '/title', 'string', 'object with the fields text'],
    [
      'Book',
      { ...BOOK, title: 'x'.repeat(41) },
      '/title',
      'at most 40 characters',
      `string "${'x'.repeat(41)}"`,
    ],
    ['Book', { ...BOOK, edition: 'second' }, '/edition', '"first"', 'string "second"'],
    ['Patch', {}, '', 'at least one of the alternatives of the schema', 'object without fields'],
    ['Patch', { tags: ['a', 'b', 'c'] }, '/tags', 'at most 2 items', 'array with 3 items'],
  ])('%s %j', (schema, value, pointer, expected, received) => {
    const given = JSON.parse(JSON.stringify(value)) as unknown
    expect(LIBRARY.validate(schema, given)).toMatchObject([{ pointer, expected, received }])
  })
})

test('cuts a long value', () => {
  const [problem] = LIBRARY.validate('Book', { ...BOOK, added_at: 'x'.repeat(5000) })
  expect(problem?.received.length).toBeLessThan(100)
})

test('returns at most 1,000 problems', () => {
  const books = Array.from({ length: 3000 }, () => ({ id: 1 }))
  expect(LIBRARY.validate('Shelf', { books })).toHaveLength(1000)
})

test('survives values nested deeper than recursion reaches', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown
  expect(LIBRARY.validate('Book', { ...BOOK, id: deep })).toMatchObject([
    { pointer: '/id', received: 'array with 1 item' },
  ])
  expect(LIBRARY.validate('Book', { ...BOOK, extra: deep })).toEqual([])
  expect(LIBRARY.validate('Shelf', deep)).toMatchObject([{ pointer: '', expected: 'object' }])
})

test('does not take inherited properties for fields', () => {
  const inherited: unknown = JSON.parse(`{"__proto__":${JSON.stringify(BOOK)}}`)
  expect(LIBRARY.validate('Book', inherited)).toHaveLength(3)
})

test('knows no other schemas', () => {
  expect(() => LIBRARY.validate('Nothing', {})).toThrow(
    'The contract has no schema at /components/schemas/Nothing',
  )
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
