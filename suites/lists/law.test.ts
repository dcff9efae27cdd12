import { describe, expect, test } from 'vitest'
import { Answer } from '../../lib/engine/case/answer.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { pageProblem, problemsOfWalk } from './law.ts'
import type { Chosen, Read } from './reads.ts'
import type { Snapshot } from './snapshot.ts'

/** Leads by second, the newest first: two of them share their time. */
const SECONDS = { a: 9, b: 8, c: 7, d: 6, e: 6, f: 5 }
const rows: readonly JsonObject[] = Object.entries(SECONDS).map(([id, second]) => ({
  id,
  status: second > 6 ? 'new' : 'won',
  created_at: `2026-11-01T10:00:0${second}Z`,
}))
const itemsOf = (ids: string): JsonObject[] =>
  ids.split('').map((id) => rows.find((row) => row['id'] === id) ?? { id, status: 'new' })
const answer = (ids: string, pagination: object = {}, status = 200): Answer =>
  new Answer(exchange('GET /leads', { status, body: page(itemsOf(ids), pagination) }))

const all = answer('abcdef')
const snapshot: Snapshot = {
  list: 'GET /leads',
  parts: [{ query: {}, pages: [{ offset: 0, page: all }], total: 6, isWhole: true }],
  rows,
  isWhole: true,
  limit: 100,
  answers: [all],
}

const chosen = (text: string, more: Partial<Chosen> = {}): Chosen => ({
  name: 'status',
  field: 'status',
  words: 'of some rows',
  text,
  requirement: 'LIST-LEADS-21',
  keeps: ({ status }) => (status === text ? 'in' : 'out'),
  mayRefuse: false,
  mayIgnore: false,
  ...more,
})
const shown = (read: Partial<Read>, ...pages: readonly Answer[]): unknown => {
  const problem = pageProblem(snapshot, { filters: [], place: '', ...read }, pages)
  return problem && [problem.rule, problem.expected, problem.received]
}

describe('a page', () => {
  test('that shows exactly what its parameters ask for is right', () => {
    expect(
      shown({ limit: 2, offset: 1 }, answer('bc', { limit: 2, offset: 1, total: 6, has_more: true })),
    ).toBeUndefined()
    expect(shown({ filters: [chosen('won')], limit: 100 }, answer('def'))).toBeUndefined()
  })

  test.each<[string, Partial<Read>, Answer, readonly [string, string, string]]>([
    [
      'begins elsewhere',
      { limit: 2, offset: 1 },
      answer('ab', { limit: 2, offset: 1, total: 6, has_more: true }),
      ['offset', 'item "b" at position 1', 'item "a"'],
    ],
    [
      'is empty where the last item is',
      { limit: 1, offset: 5 },
      answer('', { limit: 1, offset: 5, total: 6 }),
      ['offset', '1 item', '0 items'],
    ],
    [
      'lacks its last item',
      { limit: 3, offset: 1 },
      answer('bc', { limit: 3, offset: 1, total: 6, has_more: true }),
      ['filled', '3 items', '2 items'],
    ],
    [
      'promises more at the end',
      { limit: 2, offset: 4 },
      answer('ef', { limit: 2, offset: 4, total: 6, has_more: true }),
      ['hasMore', 'has_more false: offset 4 and 2 items of 6', 'has_more true'],
    ],
    [
      'counts another list',
      { filters: [chosen('won')], limit: 100 },
      answer('def', { total: 6, has_more: true }),
      ['total', 'total 3, the items that the list shows', 'total 6'],
    ],
    [
      'has items past the end',
      { offset: 2 ** 32 },
      answer('ab', { total: 6, has_more: true }),
      ['beyondEnd', '0 items: offset 4294967296 of 6', '2 items'],
    ],
    [
      'lists an item twice',
      { limit: 100 },
      answer('aabcdef', { total: 7 }),
      ['walk', 'each item only once', 'item "a" comes twice'],
    ],
    [
      'overlooks the filter',
      { filters: [chosen('won')] },
      answer('abcdef'),
      ['rows', 'only items that match', 'item "a" with status "new"'],
    ],
    [
      'loses an item beside a filter',
      { filters: [chosen('won')], limit: 100 },
      answer('df', { total: 2 }),
      ['rows', 'every item that matches, 3 items', 'item "e" with status "won" is missing'],
    ],
    [
      'shows an item that the whole list lacks',
      { filters: [chosen('new')], limit: 100 },
      answer('abcx', { total: 4 }),
      [
        'rows',
        'only items that the whole list shows, too',
        'item "x" with status "new", which no page of the whole list shows',
      ],
    ],
    ['is refused', { limit: 1, offset: 6 }, answer('', {}, 404), ['beyondEnd', 'status 200', 'status 404']],
  ])('that %s', (_, read, seen, problem) => {
    expect(shown(read, seen)).toEqual(problem)
  })
})

describe('two pages', () => {
  const read = { limit: 1, offset: 3, isFollowed: true } as const
  const at = (ids: string, offset: number): Answer =>
    answer(ids, { limit: 1, offset, total: 6, has_more: true })

  test('may turn items of the same time around, and not repeat one', () => {
    expect(shown(read, at('e', 3), at('d', 4))).toBeUndefined()
    expect(shown(read, at('d', 3), at('d', 4))).toEqual([
      'walk',
      'each item once on consecutive pages',
      'item "d" comes twice',
    ])
  })
})

describe('freedoms', () => {
  test.each<[string, Partial<Read>, Answer]>([
    ['an odd value is refused', { filters: [chosen('%', { mayRefuse: true })] }, answer('', {}, 400)],
    ['an offset beyond 32 bits is refused', { offset: 2 ** 31 }, answer('', {}, 400)],
    [
      'an instant in another form is ignored',
      { filters: [chosen('won', { mayRefuse: true, mayIgnore: true })], limit: 100 },
      answer('abcdef'),
    ],
    [
      'it is open whether an item belongs',
      { filters: [chosen('won', { keeps: ({ id }) => (id === 'f' ? 'in' : 'open') })], limit: 100 },
      answer('def', { total: 3 }),
    ],
  ])('%s', (_, read, seen) => {
    expect(shown(read, seen)).toBeUndefined()
  })
})

test.each<[string, readonly string[], readonly unknown[]]>([
  ['follow each other', ['abcd', 'ef'], []],
  ['repeat an item', ['abcd', 'df'], [['walk', 'item "d" comes twice']]],
  ['lack an item', ['abcd', 'f'], [['walk', '5 items']]],
  ['rise', ['bacd', 'ef'], [['order', '"2026-11-01T10:00:08Z", then "2026-11-01T10:00:09Z"']]],
])('pages that %s', (_, pages, problems) => {
  const read = pages.map((ids, index) => ({ offset: 4 * index, page: answer(ids, { total: 6 }) }))
  const part = { query: {}, pages: read, total: 6, isWhole: true }
  expect(
    problemsOfWalk({ ...snapshot, parts: [part] }).map(({ rule, received }) => [rule, received]),
  ).toEqual(problems)
})
