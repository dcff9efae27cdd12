import { expect, test } from 'vitest'
import { outOfBounds, readPage } from './page.ts'
import { exchange, page } from './testing/exchanges.ts'

test.each([
  ['', undefined, undefined, false],
  ['?limit=1&offset=0', 1, 0, false],
  ['?limit=100&offset=12345', 100, 12345, false],
  ['?limit=0', undefined, undefined, true],
  ['?limit=101', undefined, undefined, true],
  ['?limit=1.0', undefined, undefined, true],
  ['?offset=-1', undefined, undefined, true],
  [`?offset=${'9'.repeat(400)}`, undefined, undefined, true],
  ['?limit=5&limit=5', undefined, undefined, true],
])('what was asked for by %j', (query, limit, offset, odd) => {
  const one = exchange(`GET /leads${query}`, { body: page([]) })
  const reading = readPage(one)

  expect(reading?.asked).toEqual({ limit, offset })
  expect(reading && outOfBounds(one, reading)).toBe(odd)
})

test('what an answer says is read as far as it can be', () => {
  const body = { data: [1], pagination: { limit: 5, offset: 'none', total: 1.5, has_more: 'no' } }

  expect(readPage(exchange('GET /leads', { body }))).toMatchObject({
    list: 'GET /leads',
    items: [1],
    limit: 5,
    offset: undefined,
    total: undefined,
    hasMore: undefined,
  })
})

test.each([
  ['a refusal', exchange('GET /leads', { status: 400, body: page([]) })],
  ['a list without pages', exchange('GET /knowledge/sources', { body: page([]) })],
  ['a bare array', exchange('GET /leads', { body: [] })],
  ['items that are no array', exchange('GET /leads', { body: { data: {}, pagination: {} } })],
  ['no pagination', exchange('GET /leads', { body: { data: [] } })],
  ['what is no JSON', exchange('GET /leads', { problem: 'the body is empty' })],
])('%s is not a page', (_, one) => {
  expect(readPage(one)).toBeUndefined()
})
