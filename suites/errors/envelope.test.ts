import { describe, expect, test } from 'vitest'
import { errors, mediaType, redirectTarget, status } from './envelope.ts'
import { judgementsOf, exchange, summarised } from '../../lib/judge/testing/exchanges.ts'
import { refusal } from '../../lib/judge/testing/items.ts'

describe('the Content-Type', () => {
  test.each([
    [undefined, 'no Content-Type with status 404'],
    ['text/html', 'Content-Type "text/html" with status 404'],
    ['application/jsonp', 'Content-Type "application/jsonp" with status 404'],
    ['', 'Content-Type "" with status 404'],
  ])('%s does not', (type, received) => {
    const judged = exchange('GET /nowhere', { status: 404, headers: { 'Content-Type': type } })
    expect(summarised(judgementsOf(judged, mediaType))).toEqual([
      ['JSON-01', 'Content-Type application/json', received],
    ])
  })
})

describe('the body', () => {
  test.each([
    [500, 'Traceback: KeyError', 'its framework, or something in front of the API'],
    [404, 'Cannot GET /me', 'its framework, or something in front of the API'],
    [502, 'Bad gateway', 'something in front of the API'],
  ])('is shown where it is another text, with who may have written it: %d %s', (status, text, by) => {
    const judged = exchange('GET /me', {
      status,
      problem: "Unexpected token 'T'",
      text,
      headers: {
        'Content-Type': 'text/plain',
        'X-RateLimit-Limit': undefined,
        'X-RateLimit-Remaining': undefined,
        'X-RateLimit-Reset': undefined,
      },
    })
    expect(summarised(judgementsOf(judged, mediaType))).toEqual([
      [
        'JSON-02',
        'one well-formed JSON text',
        `the text "${text}"; answered by ${by} (${status} text/plain)`,
      ],
    ])
  })

  test.each([
    ['invalid-utf8', 'JSON-02', 'JSON in UTF-8'],
    ['byte-order-mark', 'JSON-05', 'JSON without a byte order mark'],
  ] as const)('has no %s', (kind, requirement, expected) => {
    const judged = exchange('GET /me', { oddities: [{ kind, detail: 'from byte 3 on' }] })
    expect(summarised(judgementsOf(judged, mediaType))).toEqual([[requirement, expected, 'from byte 3 on']])
  })

  test.each(['duplicate-key', 'unsafe-integer', 'not-finite'] as const)('may be odd: %s', (kind) => {
    const judged = exchange('GET /me', { oddities: [{ kind, detail: 'somewhere' }] })
    expect(summarised(judgementsOf(judged, mediaType))).toEqual([])
  })
})

test.each([
  ['GET /openapi.json', 200],
  ['GET https://api.example/', 200],
  ['GET /me', 308],
  ['GET /me', 204],
])('the form of %s with status %i is not judged', (asked, status) => {
  const judgements = judgementsOf(exchange(asked, { status, problem: 'the body is empty' }), mediaType)
  expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
})

test.each([
  [201, {}, ['STATUS-01', 'status 200', 'status 201']],
  [204, {}, ['STATUS-01', 'status 200', 'status 204']],
  [308, { Location: '/x' }, ['STATUS-03', 'an answer of the endpoint itself', 'status 308 to /x']],
  [304, {}, ['STATUS-03', 'an answer of the endpoint itself', 'status 304 to nowhere']],
  [500, {}, ['STATUS-02', 'no server error', 'status 500']],
  [503, {}, ['STATUS-02', 'no server error', 'status 503']],
])('%i is not', (code, headers, finding) => {
  expect(summarised(judgementsOf(exchange('POST /leads', { status: code, headers }), status))).toEqual([
    finding,
  ])
})

test.each(['GET /nowhere', 'DELETE /me', 'GET /openapi.json', 'GET https://api.example/'])(
  'what %s answers is open',
  (asked) => {
    const judgements = judgementsOf(exchange(asked, { status: 500 }), status)
    expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
  },
)

const CODES =
  'one of "bad_request", "unauthorized", "forbidden", "not_found", "method_not_allowed", "not_acceptable", "rate_limited", "internal_error"'

describe('an error envelope', () => {
  test('inside of `error` lacks its code for that reason alone', () => {
    const body = { error: { code: 'not_found', message: 'No' } }
    const { findings } = judgementsOf(exchange('GET /nowhere', { status: 404, body }), errors)

    expect(findings).toMatchObject([{ requirement: 'ERROR-01' }, { requirement: 'ERROR-02' }])
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
    expect(summarised(judgementsOf(exchange('GET /nowhere', { status: 404, body }), errors))).toEqual([
      finding,
    ])
  })

  test.each([
    [404, { message: 'no' }, 'ERROR-04', 'status 404 with {"message":"no"}'],
    [500, [], 'ERROR-04', 'status 500 with []'],
    [400, null, 'ERROR-04', 'status 400 with null'],
    [429, 'slow down', 'RATE-08', 'status 429 with "slow down"'],
  ])('is missed in a %i with %j', (status, body, id, received) => {
    expect(summarised(judgementsOf(exchange('GET /me', { status, body }), errors))).toEqual([
      [id, 'an object with `error` and `code`', received],
    ])
  })
})

test('a 401 says unauthorized, any other status may carry any code', () => {
  const code401 = summarised(
    judgementsOf(exchange('GET /me', { status: 401, body: refusal({ code: 'forbidden' }) }), errors),
  )
  const code403 = summarised(
    judgementsOf(exchange('GET /me', { status: 403, body: refusal({ code: 'internal_error' }) }), errors),
  )

  expect(code401).toEqual([['AUTH-07', 'code "unauthorized" with a 401', '"forbidden"', '/code']])
  expect(code403).toEqual([])
})

test.each([
  ['https://api.example/v1/me', 'https://api.example/v1/me'],
  ['/v1/me', 'https://apex.example/v1/me'],
  ['http://', undefined],
  [undefined, undefined],
])('a Location of %s leads to %s', (location, target) => {
  const answer = exchange('GET https://apex.example/me', { status: 308, headers: { Location: location } })
  expect(redirectTarget(answer)?.href).toBe(target)
})
