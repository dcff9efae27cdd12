import { describe, expect, test } from 'vitest'
import { Answer } from '../../lib/engine/case/answer.ts'
import { exchange, page } from '../../lib/engine/judge/testing/exchanges.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { problemIn } from './law.ts'
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

const answerWith = (items: readonly JsonObject[]): Answer =>
  new Answer(exchange('GET /leads', { body: page([...items]) }))

const all = answer('abcdef')
const snapshot: Snapshot = {
  list: 'GET /leads',
  pages: [{ offset: 0, page: all }],
  total: 6,
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
  expected: 'only such items',
  ...more,
})
const shown = (read: Partial<Read>, ...pages: readonly Answer[]): unknown => {
  const { offset = 0, limit = 0 } = read
  const placed = pages.map((page, number) => ({ page, offset: offset + number * limit }))
  const problem = problemIn(snapshot, { filters: [], place: '', ...read }, placed)
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
      ['offset', 'item "b" at position 1', 'item "a", which is at position 0'],
    ],
    [
      'is empty where the last item is',
      { limit: 1, offset: 5 },
      answer('', { limit: 1, offset: 5, total: 6 }),
      ['offset', 'item "f" at position 5', 'no item'],
    ],
    [
      'counts another list',
      { filters: [chosen('won')], limit: 100 },
      answer('def', { total: 6, has_more: true }),
      ['total', 'total 3, the items that belong in the list', 'total 6'],
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
      'has other values than the list without filters',
      { filters: [chosen('old')], limit: 100 },
      answerWith([{ id: 'f', status: 'old', created_at: '2026-11-01T10:00:05Z' }]),
      [
        'rows',
        'only items that match',
        'item "f" with status "old"; without filters: item "f" with status "won"',
      ],
    ],
    [
      'loses an item beside a filter',
      { filters: [chosen('won')], limit: 100 },
      answer('df', { total: 2 }),
      ['rows', 'every item that matches, 3 items', '2 items: item "e" with status "won" is missing'],
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
    [
      'contradicts its own total',
      { limit: 2, offset: 1 },
      answer('bc', { limit: 2, offset: 1, total: 6 }),
      ['hasMore', 'has_more true: offset 1 and 2 items of 6', 'has_more false'],
    ],
    ['is refused', { limit: 1, offset: 6 }, answer('', {}, 404), ['beyondEnd', 'status 200', 'status 404']],
  ])('that %s', (_, read, seen, problem) => {
    expect(shown(read, seen)).toEqual(problem)
  })
})

describe('two pages', () => {
  const read = { limit: 1, offset: 3, pages: 2 } as const
  const at = (ids: string, offset: number): Answer =>
    answer(ids, { limit: 1, offset, total: 6, has_more: true })

  test('may turn items of the same time around, and not repeat one', () => {
    expect(shown(read, at('e', 3), at('d', 4))).toBeUndefined()
    expect(shown(read, at('d', 3), at('d', 4))).toEqual([
      'walk',
      'each item only once',
      'item "d" comes twice',
    ])
  })
})

test.each([
  [2, 'total 3 to 597, the items that belong in the list'],
  [3, undefined],
  [597, undefined],
  [598, 'total 3 to 597, the items that belong in the list'],
])(
  'of a long list, %d items may pass a filter that three known ones pass and three do not',
  (total, expected) => {
    const read = { filters: [chosen('won')], limit: 2, place: '' }
    const placed = [{ page: answer('de', { limit: 2, total, has_more: total > 2 }), offset: 0 }]
    expect(problemIn({ ...snapshot, total: 600, isWhole: false }, read, placed)?.expected).toBe(expected)
  },
)

test('after the list of all statuses was refused, any number of items may have a status', () => {
  const list = 'GET /reservations'
  const shownOf = (body: object): Answer => new Answer(exchange(list, { body }))
  const known = [{ id: 'a', status: 'arrived', start_at: '2026-11-01T10:00:00Z' }]
  const first = shownOf(page(known))
  const refusal = new Answer(exchange(list, { status: 400, body: {} }))
  const reservations = {
    ...snapshot,
    list,
    rows: known,
    total: 1,
    refusal,
    pages: [{ page: first, offset: 0 }],
  } as const
  const held = shownOf(
    page([{ id: 'h', status: 'held', start_at: '2026-11-02T10:00:00Z' }], {
      total: 23,
      has_more: true,
      limit: 1,
    }),
  )
  const problem = (read: Partial<Read>, answered: Answer): string | undefined =>
    problemIn(reservations, { filters: [], place: '', ...read }, [{ page: answered, offset: 0 }])?.received

  expect(problem({ filters: [chosen('held')], limit: 1 }, held)).toBeUndefined()
  expect(problem({ filters: [chosen('held')], limit: 100 }, first)).toBe('item "a" with status "arrived"')
  expect(problem({ limit: 100 }, first)).toBeUndefined()
})

describe('freedoms', () => {
  test.each<[string, Partial<Read>, Answer]>([
    ['an odd value is refused', { filters: [chosen('%', { freedom: 'refuse' })] }, answer('', {}, 400)],
    ['an offset beyond 32 bits is refused', { offset: 2 ** 31 }, answer('', {}, 400)],
    [
      'an instant in another form is ignored',
      { filters: [chosen('won', { freedom: 'refuse or ignore' })], limit: 100 },
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

test.each<[string, readonly string[], unknown]>([
  ['follow each other', ['abcd', 'ef'], undefined],
  ['repeat an item', ['abcd', 'df'], ['walk', 'each item only once', 'item "d" comes twice']],
  [
    'lack an item',
    ['abcd', 'f'],
    ['filled', 'every item that is listed, 6 items', '1 item: item "e" is missing'],
  ],
  [
    'rise',
    ['bcd', 'aef'],
    ['order', 'created_at that never increases', '"2026-11-01T10:00:06Z", then "2026-11-01T10:00:09Z"'],
  ],
])('pages that %s', (_, pages, problem) => {
  const limit = pages[0]?.length
  const answers = pages.map((ids, number) =>
    answer(ids, { limit, total: 6, has_more: number + 1 < pages.length }),
  )
  expect(shown({ limit }, ...answers)).toEqual(problem)
})
