import { OPERATIONS } from '../../lib/spec/operations.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../catalogue.ts'
import { isolation } from '../isolation/listed.ts'
import { identity } from '../me.ts'
import { judge } from '../support/judge.ts'
import { observations } from '../support/judge.ts'
import { exchange, facts, page, unanswered } from '../../lib/judge/testing/exchanges.ts'

/** Names that trip a reader who trusts prototypes, and names that the oracles look for. */
const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'length', 'toJSON'),
  fc.constantFrom('data', 'pagination', 'limit', 'offset', 'total', 'has_more', 'existing', 'error', 'code'),
  fc.constantFrom(
    'id',
    'status',
    'tags',
    'messages',
    'role',
    'content',
    'team_id',
    'key_prefix',
    'created_at',
  ),
  fc.constantFrom('start_at', 'by_day', 'date', 'totals', 'attendee_timezone', 'chatbot_id', 'language_code'),
)
const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    '',
    'held',
    'note',
    '2026-11-01T10:00:00Z',
    '2026-02-30',
    '\0',
    '\ud800',
  ),
  fc.constantFrom(0, -1, 1, 101, 1e308, -0.5, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1),
  fc.string(),
)
const { json } = fc.letrec<{ json: unknown; list: unknown[]; object: unknown }>((tie) => ({
  json: fc.oneof({ maxDepth: 5, withCrossShrink: true }, scalar, tie('object'), tie('list')),
  list: fc.array(tie('json'), { maxLength: 4 }),
  object: fc
    .array(fc.tuple(name, tie('json')), { maxLength: 5 })
    .map((members) => JSON.parse(`{${members.map(([key, value]) => `"${key}":${write(value)}`).join()}}`)),
}))
const wrapped = fc.oneof(
  json,
  fc.record({ data: json, pagination: json }),
  fc.record({
    data: fc.array(json, { maxLength: 4 }),
    pagination: fc.record({ limit: json, total: json, has_more: json }),
  }),
)
const write = (value: unknown): string => JSON.stringify(value)?.replaceAll('\\u0000', ' ') ?? 'null'

const asked = fc
  .tuple(
    fc.constantFrom(
      ...OPERATIONS,
      'GET /nowhere',
      'DELETE /me',
      'GET /openapi.json',
      'GET https://apex.example/',
    ),
    fc.array(
      fc.tuple(fc.oneof(name, fc.constantFrom('since', 'from', 'to', 'is_lead', 'language')), fc.string()),
      { maxLength: 3 },
    ),
    fc.constantFrom('c1', '%', '%E0%A4%A', "o'brien", '__proto__'),
  )
  .map(([operation, query, id]) => {
    const search = new URLSearchParams(query).toString()
    return operation.replace('{id}', id) + (search === '' ? '' : `?${search}`)
  })

const anyExchange = fc
  .record({
    asked,
    body: wrapped,
    sent: fc.oneof(json, fc.string()),
    status: fc.integer({ min: 100, max: 599 }),
    key: fc.constantFrom('main', 'other', 'none', 'invalid', 'exhaustible'),
    headers: fc.dictionary(
      fc.constantFrom('Content-Type', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'),
      fc.string(),
    ),
    authorization: fc.string(),
  })
  .map(({ asked: line, ...sketch }) => exchange(line, sketch))

describe('whatever a target answers', () => {
  test('every oracle judges it, and says the same again', () => {
    fc.assert(
      fc.property(anyExchange, (one) => {
        const [first, second] = [judge(one, facts), judge(one, facts)]

        expect(second.findings).toEqual(first.findings)
        expect(second.held).toEqual(first.held)
      }),
      { numRuns: 500 },
    )
  })

  test('what is judged over a whole run is judged', () => {
    fc.assert(
      fc.property(fc.array(anyExchange, { maxLength: 6 }), (run) => {
        const named = [...isolation(run).findings, ...identity(run), ...observations(run)]
        expect(named.filter(({ requirement }) => !CATALOGUE.has(requirement))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('findings name requirements of the catalogue only', () => {
    fc.assert(
      fc.property(anyExchange, (one) => {
        const named = judge(one, facts).findings.map((f) => f.requirement)
        expect(named.filter((id) => !CATALOGUE.has(id))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test.each(OPERATIONS)('%s with a body of the wrong kind is a violation', (operation) => {
    const bodies = [null, 5, 'text', [], {}, { data: null }, { data: 5 }, { data: [null], pagination: null }]
    const blamed = bodies.map(
      (body) => judge(exchange(operation, { body, sent: body }), facts).findings.length,
    )
    expect(blamed.filter((count) => count === 0)).toEqual([])
  })

  test.each([
    ['items', 'GET /leads', page(Array.from({ length: 200_000 }, () => 1))],
    [
      'days',
      'GET /analytics/summary',
      { data: { by_day: Array.from({ length: 200_000 }, () => ({ date: 'x' })) } },
    ],
  ])('%s by the hundred thousand are judged', (_, line, body) => {
    expect(judge(exchange(line, { body }), facts).findings).not.toEqual([])
  })
})

test('an exchange without an answer is not judged', () => {
  expect(judge(unanswered('GET /me'), facts)).toEqual({ held: [], findings: [] })
})
