import { describe, expect, test } from 'vitest'
import { itemsPassFilters, pageArithmetic } from './page.ts'
import { judgementsOf, exchange, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

/** This many items of a list; their contents do not matter here. */
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

const NOON = '2026-11-01T12:00:00Z'
const filtered = (asked: string, ...items: readonly unknown[]) =>
  judgementsOf(exchange(asked, { body: page(items) }), itemsPassFilters)

describe('an item that a filter keeps out', () => {
  test('does not hide behind a hidden reservation, nor the other way round', () => {
    const [held, early] = [
      { status: 'held', start_at: '2026-11-02T00:00:00Z' },
      { status: 'confirmed', start_at: '2026-10-01T00:00:00Z' },
    ]
    const blamed = (...items: readonly unknown[]): readonly string[] =>
      filtered(`GET /reservations?from=${NOON}`, ...items)
        .findings.map(({ requirement }) => requirement)
        .toSorted()

    expect(blamed(held, early, held)).toEqual(['LIST-RESERVATIONS-23', 'LIST-RESERVATIONS-27'])
    expect(blamed(early, held, early)).toEqual(['LIST-RESERVATIONS-23', 'LIST-RESERVATIONS-27'])
  })

  test('is shown with what matters of it', () => {
    const [kept, wrong] = [{ status: 'new' }, { id: 'l2', status: 'won', name: 'Ada', created_at: NOON }]

    expect(summarised(filtered('GET /leads?status=new', kept, wrong, wrong))).toEqual([
      ['LIST-LEADS-21', 'only items that match status=new', `status "won" of item "l2"`, '/data/1/status'],
    ])
  })

  test.each(['held', 'blocked'])('is %s, where no status is named', (status) => {
    expect(summarised(filtered('GET /reservations?limit=5', { status }))).toEqual([
      [
        'LIST-RESERVATIONS-23',
        'neither held nor blocked without a status filter',
        `status "${status}" of item absent`,
        '/data/0/status',
      ],
    ])
  })
})

describe('freedoms', () => {
  test.each([
    ['an empty value', 'GET /leads?status=', { status: 'won' }],
    ['a value in quotes', 'GET /leads?status=%22new%22', { status: 'won' }],
    ['a day that is none', 'GET /reservations?to=2026-02-30T00:00:00Z', { start_at: '2026-05-01T00:00:00Z' }],
    ['a flag of another kind', 'GET /conversations?is_lead=1', { is_lead: false }],
    ['a bound of another form', 'GET /leads?since=2026-11-01', { created_at: '2020-01-01T00:00:00Z' }],
    ['an unknown status', 'GET /reservations?status=lost', { status: 'confirmed' }],
    ['a repeated parameter', 'GET /leads?status=new&status=won', { status: 'won' }],
    ['an unknown parameter beside', 'GET /leads?status=new&sort=x', { status: 'won' }],
    ['an item whose time cannot be read', `GET /leads?since=${NOON}`, { created_at: 'yesterday' }],
    ['an item without the flag', 'GET /conversations?is_lead=true', {}],
    ['an item that is none', 'GET /leads?status=new', null],
    ['a list without filters', 'GET /chatbots?chatbot_id=b1', { chatbot_id: 'b2' }],
  ])('%s: %s', (_, asked, item) => {
    expect(summarised(filtered(asked, item))).toEqual([])
  })
})
