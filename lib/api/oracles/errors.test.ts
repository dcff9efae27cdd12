import { describe, expect, test } from 'vitest'
import { errors } from './errors.ts'
import { benchOf, exchange, told } from './testing/exchanges.ts'
import { refusal } from './testing/rows.ts'

const CODES =
  'one of "bad_request", "unauthorized", "forbidden", "not_found", "method_not_allowed", "not_acceptable", "rate_limited", "internal_error"'

describe('an error envelope', () => {
  test('inside of `error` lacks its code for that reason alone', () => {
    const body = { error: { code: 'not_found', message: 'No' } }
    const { findings } = benchOf(exchange('GET /nowhere', { status: 404, body }), errors)

    expect(findings).toMatchObject([
      { requirement: 'ERROR-01' },
      { requirement: 'ERROR-02', explainedBy: ['ERROR-01'] },
    ])
  })

  test.each([
    ['is enough with error and code', refusal()],
    ['may have no docs_url', refusal({ docs_url: null })],
    ['may say where to read', refusal({ docs_url: 'https://docs.example/errors#x' })],
    ['may have further fields', refusal({ details: [{ field: 'name' }] })],
    ['may have an empty text', refusal({ error: '' })],
  ])('%s', (_, body) => {
    const bench = benchOf(exchange('GET /leads/x', { status: 404, body }), errors)

    expect(told(bench)).toEqual([])
    expect([...bench.held.keys()]).toEqual(expect.arrayContaining(['ERROR-01', 'ERROR-02', 'ERROR-04']))
  })

  test.each([
    ['without error', { code: 'not_found' }, ['ERROR-01', 'a property "error"', 'absent in a 404', '/error']],
    [
      'with an object for a text',
      refusal({ error: {} }),
      ['ERROR-01', 'string', 'object without fields in a 404', '/error'],
    ],
    ['without code', { error: 'No' }, ['ERROR-02', 'a property "code"', 'absent in a 404', '/code']],
    [
      'with a code of its own',
      refusal({ code: 'gone' }),
      ['ERROR-02', CODES, 'string "gone" in a 404', '/code'],
    ],
    [
      'with a relative docs_url',
      refusal({ docs_url: '/docs' }),
      ['ERROR-03', 'an absolute URI', 'string "/docs" in a 404', '/docs_url'],
    ],
  ])('%s is blamed by its field', (_, body, finding) => {
    expect(told(benchOf(exchange('GET /nowhere', { status: 404, body }), errors))).toEqual([finding])
  })

  test.each([
    [404, { message: 'no' }, 'ERROR-04', 'status 404 with {"message":"no"}'],
    [500, [], 'ERROR-04', 'status 500 with []'],
    [400, null, 'ERROR-04', 'status 400 with null'],
    [429, 'slow down', 'RATE-08', 'status 429 with "slow down"'],
  ])('is missed in a %i with %j', (status, body, id, received) => {
    expect(told(benchOf(exchange('GET /me', { status, body }), errors))).toEqual([
      [id, 'an object with `error` and `code`', received],
    ])
  })
})

test('a 429 with an envelope holds', () => {
  const bench = benchOf(exchange('GET /me', { status: 429, body: refusal({ code: 'rate_limited' }) }), errors)
  expect([bench.findings, bench.held.get('RATE-08')]).toEqual([[], 1])
})

test('a 401 says unauthorized, any other status may carry any code', () => {
  const told401 = told(
    benchOf(exchange('GET /me', { status: 401, body: refusal({ code: 'forbidden' }) }), errors),
  )
  const told403 = told(
    benchOf(exchange('GET /me', { status: 403, body: refusal({ code: 'internal_error' }) }), errors),
  )

  expect(told401).toEqual([['AUTH-07', 'code "unauthorized" with a 401', '"forbidden"', '/code']])
  expect(told403).toEqual([])
})

test.each([
  ['a success', exchange('GET /me', { body: {} })],
  ['what is no JSON', exchange('GET /me', { status: 500, problem: 'the body is empty' })],
  ['the description', exchange('GET /openapi.json', { status: 404, body: {} })],
  ['another host', exchange('GET https://api.example/', { status: 404, body: {} })],
])('%s is not judged', (_, judged) => {
  const bench = benchOf(judged, errors)
  expect([bench.findings, bench.held.size]).toEqual([[], 0])
})
