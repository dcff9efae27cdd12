import { describe, expect, test } from 'vitest'
import { type FormatName, FORMATS, isFormatName } from './formats.ts'

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
    '00000000-0000-0000-0000-000000000000',
  ],
  email: [
    'ana@example.com',
    'user@localhost',
    'δοκιμή@παράδειγμα.δοκιμή',
    '"john doe"@example.com',
    '"a@b"@example.com',
    "o'hara@[192.0.2.1]",
  ],
  uri: ['https://example.com/docs#errors', 'urn:isbn:0451450523'],
}

const BAD: Record<FormatName, string[]> = {
  'date-time': [
    '',
    '2026-11-20',
    '2026-11-20T09:05:00z',
    '2026-11-20T09:05:00.000Z',
    '2026-11-20T09:05:00+00:00',
    '2026-11-20T24:00:00Z',
    '2026-11-20T09:60:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T09:05:00Z\n',
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
  uri: ['', 'docs/errors', 'https:', 'https://exa mple.com', 'https://exa<mple>.com', '1http://example.com'],
}

describe.each(Object.keys(FORMATS).filter(isFormatName))('%s', (name) => {
  test.each(GOOD[name])('accepts %j', (value) => expect(FORMATS[name].accepts(value)).toBe(true))
  test.each(BAD[name])('refuses %j', (value) => expect(FORMATS[name].accepts(value)).toBe(false))
})
