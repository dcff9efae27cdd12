import { describe, expect, test } from 'vitest'
import { filters, itemsOnBound, readFilters } from './filters.ts'
import { exchange, judgementsOf, page, summarised } from '../../lib/judge/testing/exchanges.ts'
import { AT, lead } from '../../lib/judge/testing/items.ts'

const NOON = '2026-11-01T12:00:00Z'
const judged = (asked: string, ...items: readonly unknown[]) =>
  judgementsOf(exchange(asked, { body: page(items) }), filters)

describe('an item that a filter keeps out', () => {
  test('does not hide behind a hidden reservation, nor the other way round', () => {
    const [held, early] = [
      { status: 'held', start_at: '2026-11-02T00:00:00Z' },
      { status: 'confirmed', start_at: '2026-10-01T00:00:00Z' },
    ]
    const blamed = (...items: readonly unknown[]): readonly string[] =>
      judged(`GET /reservations?from=${NOON}`, ...items)
        .findings.map(({ requirement }) => requirement)
        .toSorted()

    expect(blamed(held, early, held)).toEqual(['LIST-RESERVATIONS-23', 'LIST-RESERVATIONS-27'])
    expect(blamed(early, held, early)).toEqual(['LIST-RESERVATIONS-23', 'LIST-RESERVATIONS-27'])
  })

  test('is shown with what matters of it', () => {
    const [kept, wrong] = [{ status: 'new' }, { id: 'l2', status: 'won', name: 'Ada', created_at: NOON }]

    expect(summarised(judged('GET /leads?status=new', kept, wrong, wrong))).toEqual([
      [
        'LIST-LEADS-21',
        'only items that match status=new',
        `2 of 3 items, first: status "won", in {"id":"l2","status":"won","created_at":"${NOON}"}`,
        '/data/1/status',
      ],
    ])
  })

  test.each(['held', 'blocked'])('is %s, where no status is named', (status) => {
    expect(summarised(judged('GET /reservations?limit=5', { status }))).toEqual([
      [
        'LIST-RESERVATIONS-23',
        'neither held nor blocked without a status filter',
        `status "${status}", in {"status":"${status}"}`,
        '/data/0/status',
      ],
    ])
  })
})

describe('an item that belongs', () => {
  test('is needed: an empty page proves nothing', () => {
    expect(judged('GET /leads?status=new').held.size).toBe(0)
  })
})

describe('freedoms', () => {
  test.each([
    ['an empty value', 'GET /leads?status=', { status: 'won' }],
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
    expect(summarised(judged(asked, item))).toEqual([])
  })
})

test('a reading says of an item whether it belongs, and what keeps it out', () => {
  const reading = readFilters(exchange(`GET /leads?status=new&since=${NOON}`), 'GET /leads')
  expect(reading?.belongs({ status: 'won', created_at: NOON })).toEqual({
    membership: 'out',
    because: 'status=new',
    field: 'status',
  })
  expect(reading?.belongs({ status: 'new', created_at: NOON }).membership).toBe('open')
})

describe('an item on the bound of since', () => {
  const known = exchange('GET /leads', { body: page([lead({ status: 'new' })]) })
  const ask = (query: string, items: readonly object[], more = false): Parameters<typeof itemsOnBound>[1] => [
    known,
    exchange(`GET /leads?since=${AT}${query}`, {
      id: 2,
      body: { data: items, pagination: { limit: 50, offset: 0, total: 100, has_more: more } },
    }),
  ]
  const seen = (...asked: Parameters<typeof ask>): boolean[] =>
    itemsOnBound('GET /leads', ask(...asked)).map(({ included }) => included)

  test.each([
    ['comes', '', [lead({ status: 'new' })], [true]],
    ['is missing', '', [], [false]],
    ['comes beside a filter that keeps it', '&status=new', [lead({ status: 'new' })], [true]],
    ['proves nothing where another filter drops it', '&status=won', [], []],
    ['proves nothing of a later page', '&offset=50', [], []],
  ])('%s', (_, query, items, expected) => {
    expect(seen(query, items)).toEqual(expected)
  })

  test('proves nothing where it may stand on the next page', () => {
    expect(seen('', [], true)).toEqual([])
  })
})
