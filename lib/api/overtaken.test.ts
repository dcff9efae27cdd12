import { expect, test } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import { exchange } from './oracles/testing/exchanges.ts'
import { overtaken } from './overtaken.ts'

const at = (one: Exchange, id: number, startedAt: number, durationMs = 20): Exchange => ({
  ...one,
  id,
  startedAt,
  durationMs,
})
const page = at(exchange('GET /leads'), 1, 1000)
const finding: Finding = {
  requirement: 'LIST-LEADS-09',
  where: 'GET /leads',
  expected: 'at most the 20 items that `total` leaves',
  received: '21 items',
  exchanges: [1],
  count: 1,
}
const left = (write: Exchange, one: Finding = finding): number => overtaken([one], [page, write]).size

test('a page whose list a lead of the run changed meanwhile is not held against its counts', () => {
  expect(left(at(exchange('POST /leads'), 2, 1010))).toBe(1)
  expect(left(at(exchange('POST /leads'), 2, 985))).toBe(1)
})

test.each([
  ['a lead that was created before', at(exchange('POST /leads'), 2, 900)],
  ['a lead that was created afterwards', at(exchange('POST /leads'), 2, 1100)],
  ['a lead that was refused', at(exchange('POST /leads', { status: 400 }), 2, 1010)],
  ['a note', at(exchange('POST /conversations/{id}/messages'), 2, 1010)],
])('%s excuses nothing', (_, write) => {
  expect(left(write)).toBe(0)
})

test('what a case found, and what is no count, stands', () => {
  const write = at(exchange('POST /leads'), 2, 1010)

  expect(left(write, { ...finding, case: 'LIST-LEADS-09/counts' })).toBe(0)
  expect(left(write, { ...finding, requirement: 'LIST-LEADS-02' })).toBe(0)
})
