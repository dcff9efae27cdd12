import { describe, expect, test } from 'vitest'
import { pageArithmetic } from './page.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

/** So many items out of a list: what is in them does not matter here. */
const items = (count: number): object[] => Array.from({ length: count }, (_, index) => ({ id: `r${index}` }))
const judged = (asked: string, count: number, pagination: object) =>
  judgementsOf(exchange(asked, { body: page(items(count), pagination) }), pageArithmetic)

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
