import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exchange, facts, page, unanswered } from '../../lib/engine/judge/testing/exchanges.ts'
import { OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { CATALOGUE, judgeExchange, observations, RUN_ORACLES } from '../index.ts'
import { FIELDS } from '../fields/table.ts'

/** Names that the oracles look for, and names that break a reader who trusts prototypes. */
const names = [
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'toJSON'],
  ['data', 'pagination', 'limit', 'offset', 'total', 'has_more', 'existing', 'error', 'code'],
  FIELDS.map(({ field }) => field),
].flat()
const name = fc.constantFrom(...names)
const scalar = fc.oneof(
  fc.constantFrom(null, true, '', 'held', 'note', '2026-11-01T10:00:00Z', '2026-02-30', '\0', '\ud800'),
  fc.constantFrom(0, -1, 101, 1e308, -0.5, Infinity, Number.MAX_SAFE_INTEGER + 1),
  fc.string(),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    scalar,
    // `fromEntries` creates a member `__proto__`, as `JSON.parse` does.
    fc.array(fc.tuple(name, tie('json')), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
    fc.array(tie('json'), { maxLength: 4 }),
  ),
}))
const body = fc.oneof(json, fc.record({ data: json, pagination: json }))

const asked = fc
  .tuple(
    fc.constantFrom(
      ...OPERATIONS,
      'GET /nowhere',
      'DELETE /me',
      'GET /openapi.json',
      'GET https://apex.example/',
    ),
    fc.array(fc.tuple(name, fc.string()), { maxLength: 3 }),
    fc.constantFrom('c1', '%', '%E0%A4%A', "o'brien", '__proto__'),
  )
  .map(
    ([operation, query, id]) => `${operation.replace('{id}', id)}?${new URLSearchParams(query).toString()}`,
  )

const anyExchange = fc
  .record({
    asked,
    body,
    sent: json,
    status: fc.integer({ min: 100, max: 599 }),
    key: fc.constantFrom('main', 'other', 'none', 'invalid', 'exhaustible'),
    headers: fc.dictionary(
      fc.constantFrom('Content-Type', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'),
      fc.string(),
    ),
    authorization: fc.string(),
  })
  .map(({ asked: line, ...sketch }) => exchange(line, sketch))

const unknownIn = (found: readonly { readonly requirement: string }[]): string[] =>
  found.map(({ requirement }) => requirement).filter((id) => !CATALOGUE.has(id))

describe('whatever a target answers', () => {
  test('every oracle judges it, says the same again, and names requirements of the catalogue only', () => {
    fc.assert(
      fc.property(anyExchange, (one) => {
        const [first, second] = [judgeExchange(one, facts), judgeExchange(one, facts)]

        expect(second).toEqual(first)
        expect(unknownIn(first.findings)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('what is judged over a whole run is judged', () => {
    fc.assert(
      fc.property(fc.array(anyExchange, { maxLength: 6 }), (run) => {
        const findings = RUN_ORACLES.flatMap((judgeAll) => judgeAll(run).findings)
        expect(unknownIn([...findings, ...observations(run)])).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test.each(OPERATIONS)('%s with a body of the wrong kind is a violation', (operation) => {
    const bodies = [null, 5, 'text', [], {}, { data: null }, { data: 5 }, { data: [null], pagination: null }]
    const accepted = bodies.filter(
      (wrong) =>
        judgeExchange(exchange(operation, { body: wrong, sent: wrong }), facts).findings.length === 0,
    )
    expect(accepted).toEqual([])
  })

  test.each([
    ['items', 'GET /leads', page(Array.from({ length: 200_000 }, () => 1))],
    [
      'days',
      'GET /analytics/summary',
      { data: { by_day: Array.from({ length: 200_000 }, () => ({ date: 'x' })) } },
    ],
  ])('%s by the hundred thousand are judged', (_, line, many) => {
    expect(judgeExchange(exchange(line, { body: many }), facts).findings).not.toEqual([])
  })
})

test('an exchange without an answer is not judged', () => {
  const { held, findings } = judgeExchange(unanswered('GET /me'), facts)
  expect([held.size, findings]).toEqual([0, []])
})
