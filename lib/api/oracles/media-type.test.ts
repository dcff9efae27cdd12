import { describe, expect, test } from 'vitest'
import { mediaType } from './media-type.ts'
import { benchOf, exchange, told } from './testing/exchanges.ts'

describe('the Content-Type', () => {
  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json ;v=1',
    'application/problem+json',
  ])('%s says JSON', (type) => {
    const bench = benchOf(exchange('GET /me', { headers: { 'Content-Type': type } }), mediaType)

    expect(bench.findings).toEqual([])
    expect([...bench.held.keys()]).toEqual(['JSON-01', 'JSON-02', 'JSON-05'])
  })

  test.each([
    [undefined, 'no Content-Type with status 404'],
    ['text/html', 'Content-Type "text/html" with status 404'],
    ['application/jsonp', 'Content-Type "application/jsonp" with status 404'],
    ['', 'Content-Type "" with status 404'],
  ])('%s does not', (type, received) => {
    const judged = exchange('GET /nowhere', { status: 404, headers: { 'Content-Type': type } })
    expect(told(benchOf(judged, mediaType))).toEqual([['JSON-01', 'Content-Type application/json', received]])
  })
})

describe('the body', () => {
  test('is JSON', () => {
    const judged = exchange('GET /me', {
      problem: 'the body is empty',
      headers: { 'Content-Type': undefined },
    })
    expect(told(benchOf(judged, mediaType))).toEqual([
      ['JSON-02', 'one well-formed JSON text', 'the body is empty (status 200)'],
    ])
  })

  test.each([
    ['invalid-utf8', 'JSON-02', 'JSON in UTF-8'],
    ['byte-order-mark', 'JSON-05', 'JSON without a byte order mark'],
  ] as const)('has no %s', (kind, requirement, expected) => {
    const judged = exchange('GET /me', { oddities: [{ kind, detail: 'from byte 3 on' }] })
    expect(told(benchOf(judged, mediaType))).toEqual([[requirement, expected, 'from byte 3 on']])
  })

  test.each(['duplicate-key', 'unsafe-integer', 'not-finite'] as const)('may be odd: %s', (kind) => {
    const judged = exchange('GET /me', { oddities: [{ kind, detail: 'somewhere' }] })
    expect(told(benchOf(judged, mediaType))).toEqual([])
  })
})

test.each([
  ['GET /openapi.json', 200],
  ['GET https://api.example/', 200],
  ['GET /me', 308],
  ['GET /me', 204],
])('the form of %s with status %i is not judged', (asked, status) => {
  const bench = benchOf(exchange(asked, { status, problem: 'the body is empty' }), mediaType)
  expect([bench.findings, bench.held.size]).toEqual([[], 0])
})
