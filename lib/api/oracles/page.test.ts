import { describe, expect, test } from 'vitest'
import { pageArithmetic } from './page.ts'
import { judgementsOf, exchange, page, summarised } from './testing/exchanges.ts'

/** So many items out of a list: what is in them does not matter here. */
const items = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }))
const judged = (asked: string, count: number, pagination: object) =>
  judgementsOf(exchange(asked, { body: page(items(count), pagination) }), pageArithmetic)
const id = (rule: string): string => `LIST-LEADS-${rule}`

describe('a page that adds up', () => {
  test.each([
    ['the whole list', 'GET /leads', 3, {}, ['04', '08', '11']],
    ['an empty list', 'GET /leads', 0, {}, ['08', '10']],
    ['any default limit', 'GET /leads', 20, { limit: 20, total: 30, has_more: true }, ['04', '08', '11']],
    ['one item', 'GET /leads?limit=1', 1, { limit: 1, total: 3, has_more: true }, ['03', '07', '08', '11']],
    ['a hundred items', 'GET /leads?limit=100', 100, { limit: 100, total: 100 }, ['04', '07', '08', '11']],
    [
      'the last page',
      'GET /leads?offset=2&limit=2',
      1,
      { limit: 2, offset: 2, total: 3 },
      ['04', '07', '08', '11'],
    ],
    ['past the end', 'GET /leads?offset=9', 0, { offset: 9, total: 3 }, ['07', '08', '10']],
    [
      'an odd limit, mended',
      'GET /leads?limit=1000',
      100,
      { limit: 100, total: 150, has_more: true },
      ['08', '11', '14'],
    ],
    ['an odd offset, mended', 'GET /leads?offset=-1', 3, {}, ['08', '11', '14']],
    ['a repeated limit', 'GET /leads?limit=1&limit=2', 3, {}, ['08', '11', '14']],
  ])('%s', (_, asked, count, pagination, held) => {
    const judgements = judged(asked, count, pagination)

    expect(summarised(judgements)).toEqual([])
    expect([...judgements.held.keys()].sort()).toEqual(held.map(id))
  })
})

describe('a page that does not add up', () => {
  test.each([
    [
      'more items than asked for',
      'GET /leads?limit=1',
      2,
      { limit: 1, total: 2 },
      ['03', 'at most 1 items', '2 items', '/data'],
    ],
    [
      'more items than its own limit',
      'GET /leads',
      3,
      { limit: 2, total: 3 },
      ['04', 'at most 2 items', '3 items', '/data'],
    ],
    [
      'more than a hundred items',
      'GET /leads?limit=1000',
      101,
      { limit: 100, total: 101 },
      ['14', 'at most 100 items', '101 items', '/data'],
    ],
    [
      'a smaller limit than asked for',
      'GET /leads?limit=100',
      50,
      { limit: 50, total: 80, has_more: true },
      ['04', 'limit 100 applied', 'limit 50 applied', '/pagination/limit'],
    ],
    [
      'another limit said than applied',
      'GET /leads?limit=7',
      3,
      { limit: 50 },
      ['07', 'pagination.limit 7, as asked', 'pagination.limit 50', '/pagination/limit'],
    ],
    [
      'another offset said than asked for',
      'GET /leads?offset=1',
      2,
      { offset: 0, total: 3 },
      ['07', 'pagination.offset 1, as asked', 'pagination.offset 0', '/pagination/offset'],
    ],
    [
      'more pages than there are',
      'GET /leads',
      3,
      { has_more: true },
      ['08', 'has_more false: 0 + 3 items of 3', 'has_more true', '/pagination/has_more'],
    ],
    [
      'fewer pages than there are',
      'GET /leads?limit=2&offset=2',
      2,
      { limit: 2, offset: 2, total: 5 },
      ['08', 'has_more true: 2 + 2 items of 5', 'has_more false', '/pagination/has_more'],
    ],
    [
      'fewer items than it could hold',
      'GET /leads',
      2,
      { total: 3, has_more: true },
      ['11', '3 items: limit 50, offset 0, total 3', '2 items', '/data'],
    ],
    [
      'more items than there are',
      'GET /leads',
      3,
      { total: 2 },
      ['09', 'at most the 2 items that `total` leaves', '3 items', '/pagination/total'],
    ],
    [
      'items past the end',
      'GET /leads?offset=5',
      1,
      { offset: 5, total: 5 },
      ['10', 'no item past 5 items', '1 items at offset 5', '/data'],
    ],
    [
      'pages past the end',
      'GET /leads?offset=5',
      0,
      { offset: 5, total: 5, has_more: true },
      ['10', 'has_more false past the end', 'has_more true', '/pagination/has_more'],
    ],
  ])('%s', (_, asked, count, pagination, [rule = '', ...rest]) => {
    expect(summarised(judged(asked, count, pagination))).toContainEqual([id(rule), ...rest])
  })
})

describe('with a filter', () => {
  test.each([
    ['GET /conversations?status=open', 'LIST-CONVERSATIONS-27'],
    ['GET /leads?since=2026-01-01T00:00:00Z', 'LIST-LEADS-27'],
    ['GET /bookings?since=2026-01-01T00:00:00Z', 'LIST-BOOKINGS-27'],
    ['GET /reservations?from=2026-01-01T00:00:00Z', 'LIST-RESERVATIONS-35'],
    ['GET /reservations', 'LIST-RESERVATIONS-08'],
    ['GET /leads?__proto__=x', 'LIST-LEADS-08'],
    ['GET /chatbots?chatbot_id=b', 'LIST-CHATBOTS-08'],
  ])('%s is blamed by %s', (asked, requirement) => {
    expect(summarised(judged(asked, 1, { has_more: true })).map(([name]) => name)).toEqual([requirement])
  })

  test('what the plain list breaks too explains it', () => {
    const [finding] = judged('GET /leads?status=new', 1, { has_more: true }).findings
    expect(finding?.explainedBy).toEqual(expect.arrayContaining([id('08'), id('09'), id('11')]))
  })

  test.each([
    ['GET /leads?chatbot_id=b1', 0, true],
    ['GET /leads?chatbot_id=b1', 1, false],
    ['GET /leads?status=new', 0, false],
  ])(
    'items of %s that are counted and not shown, %i of them, may be foreign: %s',
    (asked, count, foreign) => {
      const [finding] = judged(asked, count, { total: 5, has_more: true }).findings
      expect(finding?.requirement).toBe('LIST-LEADS-27')
      expect(finding?.explainedBy?.includes('ISOLATION-10')).toBe(foreign)
    },
  )
})

test.each([
  ['missing numbers', page(items(3), { limit: undefined, total: undefined })],
  ['numbers as texts', page(items(3), { limit: '50', offset: '0', total: '3' })],
  ['huge numbers', page(items(3), { total: 2 ** 60 })],
  ['no has_more', page(items(3), { has_more: 'yes' })],
  ['no pagination', { data: items(3) }],
  ['no items', { data: null, pagination: {} }],
])('%s are left to the requirements of their fields', (_, body) => {
  expect(summarised(judgementsOf(exchange('GET /leads', { body }), pageArithmetic))).toEqual([])
})

test.each(['GET /knowledge/sources', 'GET /me', 'GET /nowhere'])('%s has no pages', (asked) => {
  const judgements = judged(asked, 3, { total: 1, has_more: true })
  expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
})
