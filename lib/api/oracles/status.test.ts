import { expect, test } from 'vitest'
import { status } from './status.ts'
import { benchOf, exchange, told } from './testing/exchanges.ts'

test.each([
  [200, ['STATUS-01', 'STATUS-02', 'STATUS-03']],
  [400, ['STATUS-02', 'STATUS-03']],
  [401, ['STATUS-02', 'STATUS-03']],
  [429, ['STATUS-02', 'STATUS-03']],
])('%i is a status that a request may get', (code, held) => {
  const bench = benchOf(exchange('POST /leads', { status: code }), status)

  expect(bench.findings).toEqual([])
  expect([...bench.held.keys()].sort()).toEqual(held)
})

test.each([
  [201, {}, ['STATUS-01', 'status 200', 'status 201']],
  [204, {}, ['STATUS-01', 'status 200', 'status 204']],
  [308, { Location: '/x' }, ['STATUS-03', 'an answer of the endpoint itself', 'status 308 to /x']],
  [304, {}, ['STATUS-03', 'an answer of the endpoint itself', 'status 304 to nowhere']],
  [500, {}, ['STATUS-02', 'no server error', 'status 500']],
  [503, {}, ['STATUS-02', 'no server error', 'status 503']],
])('%i is not', (code, headers, finding) => {
  expect(told(benchOf(exchange('POST /leads', { status: code, headers }), status))).toEqual([finding])
})

test.each(['GET /nowhere', 'DELETE /me', 'GET /openapi.json', 'GET https://api.example/'])(
  'what %s answers is open',
  (asked) => {
    const bench = benchOf(exchange(asked, { status: 500 }), status)
    expect([bench.findings, bench.held.size]).toEqual([[], 0])
  },
)
