import { describe, expect, test } from 'vitest'
import { firstRise, order } from './order.ts'
import { judgementsOf, exchange, page, summarised } from './testing/exchanges.ts'

const at = (...seconds: number[]): object[] =>
  seconds.map((second) => {
    const time = `2026-11-01T10:00:0${second}Z`
    return { id: `r${second}`, created_at: time, start_at: time }
  })
const judged = (asked: string, items: readonly unknown[]) =>
  judgementsOf(exchange(asked, { body: page(items) }), order)

describe('newest first', () => {
  test.each(['CHATBOTS', 'CONVERSATIONS', 'LEADS', 'RESERVATIONS'])('%s may fall and stay', (list) => {
    const judgements = judged(`GET /${list.toLowerCase()}`, at(9, 5, 5, 1))
    expect([summarised(judgements), judgements.held.get(`LIST-${list}-02`)]).toEqual([[], 1])
  })

  test.each([
    ['GET /chatbots', 'LIST-CHATBOTS-02', 'created_at'],
    ['GET /conversations', 'LIST-CONVERSATIONS-02', 'created_at'],
    ['GET /leads?limit=3', 'LIST-LEADS-02', 'created_at'],
    ['GET /reservations', 'LIST-RESERVATIONS-02', 'start_at'],
  ])('%s may not rise', (asked, id, field) => {
    expect(summarised(judged(asked, at(5, 1, 2)))).toEqual([
      [
        id,
        `${field} not later than in the item before`,
        '"2026-11-01T10:00:02Z", after "2026-11-01T10:00:01Z"',
        `/data/2/${field}`,
      ],
    ])
  })

  test('reservations descend by their start, whenever they were made', () => {
    const made = (start_at: string, created_at: string): object => ({ start_at, created_at })
    const items = [
      made('2026-11-02T10:00:00Z', '2026-10-01T10:00:00Z'),
      made('2026-11-01T10:00:00Z', '2026-10-02T10:00:00Z'),
    ]
    expect(summarised(judged('GET /reservations', items))).toEqual([])
  })

  test.each([
    ['bookings have no stated order', 'GET /bookings', at(1, 2, 3)],
    ['one item has no order', 'GET /leads', at(1)],
    [
      'times that cannot be read say nothing',
      'GET /leads',
      [{ created_at: 'x' }, { created_at: 5 }, {}, null],
    ],
  ])('%s', (_, asked, items) => {
    expect(summarised(judged(asked, items))).toEqual([])
  })
})

test('the first rise is found with both its items', () => {
  const [a, b, c] = [
    { t: '2026-01-02T00:00:00Z' },
    { t: '2026-01-01T00:00:00Z' },
    { t: '2026-01-03T00:00:00Z' },
  ]

  expect(firstRise([a, b, c], 't')).toEqual({ index: 2, items: [b, c] })
  expect(firstRise([c, a, b], 't')).toBeUndefined()
  expect(firstRise([], 't')).toBeUndefined()
})
