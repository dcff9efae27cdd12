import { describe, expect, test } from 'vitest'
import type { Exchange } from '../lib/engine/http/exchange.ts'
import { observations } from './index.ts'
import { exchange, page, unanswered } from '../lib/engine/judge/testing/exchanges.ts'
import { AT, conversation, detail, lead, message } from '../lib/engine/judge/testing/items.ts'

const seen = (requirement: string, ...run: readonly Exchange[]): unknown[] =>
  observations(run)
    .filter((point) => point.requirement === requirement)
    .map(({ text, exchanges }) => [text, ...exchanges])

const transcript = (id: number, messages: readonly object[], message_count: number) =>
  exchange('GET /conversations/c1', { id, body: { data: detail({ messages, message_count }) } })
const at = (second: number, role = 'user'): object =>
  message({ id: `m${second}`, role, created_at: `2026-11-01T10:00:0${second}Z` })

describe('what the traffic shows of open points', () => {
  test.each<[string, string, readonly Exchange[], readonly unknown[]]>([
    ['OPEN-01', 'no name twice', [exchange('GET /me', { id: 4 })], [['no object repeats a member name', 4]]],
    [
      'OPEN-01',
      'a name twice',
      [
        exchange('GET /me'),
        exchange('GET /me', { id: 5, oddities: [{ kind: 'duplicate-key', detail: 'id' }] }),
      ],
      [['an object repeats a member name', 5]],
    ],
    [
      'OPEN-02',
      'further fields',
      [exchange('GET /leads', { body: page([lead({ x_unknown: 1 }), lead({ constructor: 2 })]) })],
      [['further fields: Lead.x_unknown, Lead.constructor', 1]],
    ],
    [
      'OPEN-03',
      'an exact match',
      [exchange('GET /conversations?language=en', { body: page([conversation()]) })],
      [['matched exactly, as far as seen', 1]],
    ],
    [
      'OPEN-03',
      'a prefix',
      [
        exchange('GET /conversations?language=en', {
          body: page([conversation({ language_code: 'en-GB' })]),
        }),
      ],
      [['matches more than the exact code', 1]],
    ],
    [
      'OPEN-04',
      'a bound',
      [
        exchange('GET /leads', { body: page([lead()]) }),
        exchange(`GET /leads?since=${AT}`, { id: 2, body: page([]) }),
      ],
      [['GET /leads: an item exactly at the bound is left out', 2]],
    ],
    ['OPEN-05', 'an order', [transcript(3, [at(1), at(2)], 2)], [['messages come oldest first', 3]]],
    [
      'OPEN-06',
      'all messages',
      [transcript(3, [at(1), at(2, 'note')], 2)],
      [['message_count counts every message', 3]],
    ],
    [
      'OPEN-06',
      'no notes',
      [transcript(3, [at(1), at(2, 'note')], 1)],
      [['message_count leaves notes out', 3]],
    ],
    [
      'OPEN-29',
      'what is left',
      [exchange('GET /me')],
      [['cannot be determined: the key was in use before', 1]],
    ],
    [
      'OPEN-35',
      'what Remaining falls by',
      [
        exchange('GET /me'),
        exchange('GET /leads', { id: 2 }),
        exchange('GET /me', { id: 3, headers: { 'X-RateLimit-Remaining': '985' } }),
      ],
      [['falls by more than one a request', 1, 3]],
    ],
    [
      'OPEN-36',
      'a limiter of bursts',
      [exchange('GET /me', { status: 429, headers: { 'Retry-After': '1' } }), exchange('GET /me', { id: 2 })],
      [['429 to 1 request, and served again, Retry-After: 1, X-RateLimit-Remaining: 990', 1]],
    ],
    [
      'OPEN-36',
      'a key that is spent',
      [
        exchange('GET /me', { status: 429, headers: { 'X-RateLimit-Remaining': '0' } }),
        exchange('GET /me', { id: 2 }),
      ],
      [['no 429 passed', 2]],
    ],
    [
      'OPEN-30',
      'no key',
      [exchange('GET /me', { key: 'none', status: 401 })],
      [['X-RateLimit-Remaining: 990', 1]],
    ],
  ])('%s: %s', (requirement, _, run, points) => {
    expect(seen(requirement, ...run)).toEqual(points)
  })

  test.each([
    ['1800', 'seconds left'],
    ['1795179600', 'seconds since the epoch'],
    ['1795179600000', 'milliseconds since the epoch'],
    ['2026-11-20T13:00:00Z', 'a date, "2026-11-20T13:00:00Z"'],
  ])('a reset of %s is %s', (value, form) => {
    expect(seen('OPEN-28', exchange('GET /me', { headers: { 'X-RateLimit-Reset': value } }))).toEqual([
      [form, 1],
    ])
  })

  test('nothing without an answer', () => {
    expect(observations([])).toEqual([])
    expect(observations([unanswered('GET /me')])).toEqual([])
  })
})
