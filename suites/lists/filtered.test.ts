import { describe, expect, test } from 'vitest'
import { filters } from './filtered.ts'
import { exchange, judgementsOf, page, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

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
        `status "won", in {"id":"l2","status":"won","created_at":"${NOON}"}`,
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
