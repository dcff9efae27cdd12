import { describe, expect, test } from 'vitest'
import { rowsOnBound } from './since-bound.ts'
import { exchange, page } from './testing/exchanges.ts'
import { AT, lead } from './testing/rows.ts'

describe('a row on the bound of since', () => {
  const known = exchange('GET /leads', { body: page([lead({ status: 'new' })]) })
  const ask = (query: string, rows: readonly object[], more = false): Parameters<typeof rowsOnBound>[1] => [
    known,
    exchange(`GET /leads?since=${AT}${query}`, {
      id: 2,
      body: { data: rows, pagination: { limit: 50, offset: 0, total: 100, has_more: more } },
    }),
  ]
  const seen = (...asked: Parameters<typeof ask>): boolean[] =>
    rowsOnBound('GET /leads', ask(...asked)).map(({ included }) => included)

  test.each([
    ['comes', '', [lead({ status: 'new' })], [true]],
    ['is missing', '', [], [false]],
    ['comes beside a filter that keeps it', '&status=new', [lead({ status: 'new' })], [true]],
    ['tells nothing where another filter drops it', '&status=won', [], []],
    ['tells nothing of a later page', '&offset=50', [], []],
  ])('%s', (_, query, rows, expected) => {
    expect(seen(query, rows)).toEqual(expected)
  })

  test('tells nothing where it may stand on the next page', () => {
    expect(seen('', [], true)).toEqual([])
  })
})
