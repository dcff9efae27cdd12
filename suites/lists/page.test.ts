import { describe, expect, test } from 'vitest'
import { pageArithmetic } from './page.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

/** So many items out of a list: what is in them does not matter here. */
const items = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }))
const judged = (asked: string, count: number, pagination: object) =>
  judgementsOf(exchange(asked, { body: page(items(count), pagination) }), pageArithmetic)
const id = (rule: string): string => `LIST-LEADS-${rule}`

describe('a page that does not add up', () => {
  test.each([
    [
      'more items than asked for',
      'GET /leads?limit=1',
      2,
      { limit: 1, total: 2 },
      ['03', 'at most 1 item', '2 items', '/data'],
    ],
    [
      'another limit said than applied',
      'GET /leads?limit=7',
      3,
      { limit: 50 },
      ['07', 'pagination.limit 7, as requested', 'pagination.limit 50', '/pagination/limit'],
    ],
    [
      'fewer pages than there are',
      'GET /leads?limit=2&offset=2',
      2,
      { limit: 2, offset: 2, total: 5 },
      ['08', 'has_more true: 2 + 2 items of 5', 'has_more false', '/pagination/has_more'],
    ],
    [
      'more items than there are',
      'GET /leads',
      3,
      { total: 2 },
      ['09', 'at most 2 items: offset 0 of 2', '3 items', '/data'],
    ],
    [
      'items past the end',
      'GET /leads?offset=5',
      1,
      { offset: 5, total: 5 },
      ['10', 'at most 0 items: offset 5 of 5', '1 item', '/data'],
    ],
    [
      'pages past the end',
      'GET /leads?offset=5',
      0,
      { offset: 5, total: 5, has_more: true },
      ['10', 'has_more false: 5 + 0 items of 5', 'has_more true', '/pagination/has_more'],
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
