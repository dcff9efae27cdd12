import { describe, expect, test } from 'vitest'
import { isAnsweredInFront, isForeign, isOutlandish } from './foreign-answers.ts'
import type { SentRequest } from '../http/exchange.ts'
import { exchange } from './testing/exchanges.ts'

const BARE = {
  'Content-Type': 'text/html',
  'X-RateLimit-Limit': undefined,
  'X-RateLimit-Remaining': undefined,
  'X-RateLimit-Reset': undefined,
}
const ENVELOPE = { error: 'slow down', code: 'rate_limited' }

describe('an answer that is not the API’s own', () => {
  test.each([
    ['an HTML page without rate headers', { status: 404, problem: 'HTML', headers: BARE }],
    ['a 502 in whatever form', { status: 502, body: { message: 'upstream' } }],
    ['a limiter with a JSON text of its own', { status: 429, body: { message: 'too many' }, headers: BARE }],
  ])('is %s', (_, sketch) => {
    expect(isForeign(exchange('GET /leads', sketch))).toBe(true)
  })

  test.each([
    ['a success', { status: 200, problem: 'HTML', headers: BARE }],
    ['an error with the envelope', { status: 503, body: ENVELOPE, headers: BARE }],
    [
      'an HTML page with rate headers',
      { status: 404, problem: 'HTML', headers: { 'Content-Type': 'text/html' } },
    ],
    ['a refusal without the envelope, with rate headers', { status: 429, body: { message: 'too many' } }],
  ])('is not %s', (_, sketch) => {
    expect(isForeign(exchange('GET /leads', sketch))).toBe(false)
  })
})

test.each<[string, boolean, SentRequest]>([
  ['a NUL in the path', true, exchange('GET /leads/nul%00').request],
  ['a slash in an id', true, exchange('GET /leads/a%2Fb').request],
  ['a byte that is no UTF-8', true, exchange('GET /leads/%FF').request],
  ['a control character in the query', true, exchange('GET /leads?status=%00').request],
  ['a body beyond every limit', true, exchange('POST /leads', { sent: 'x'.repeat(200_000) }).request],
  ['headers beyond 8 KB', true, exchange('GET /leads', { authorization: 'x'.repeat(9000) }).request],
  ['a quote in an id', false, exchange("GET /leads/o'brien").request],
  ['an id in another alphabet', false, exchange('GET /leads/%C3%BC').request],
  ['the longest note', false, exchange('POST /leads', { sent: { content: 'é'.repeat(10_001) } }).request],
])('a request with %s: no client would send it: %s', (_, expected, request) => {
  expect(isOutlandish(request)).toBe(expected)
})

describe('a request that no client would send is answered in front of the API', () => {
  const framework = { error: 'Bad Request', code: 'ERR_BAD_URL' }

  test.each([
    ['by a page', 'GET /leads/%FF', { status: 400, problem: 'HTML', headers: BARE }, true],
    [
      'by a framework, with a code of its own',
      'GET /leads/%FF',
      { status: 400, body: framework, headers: BARE },
      true,
    ],
    [
      'by a gateway, with the envelope',
      'GET /leads/a%00',
      { status: 400, body: { error: 'Bad Request', code: 'bad_request' }, headers: BARE },
      true,
    ],
    ['by the API, with a wrong code', 'GET /leads/%FF', { status: 400, body: framework }, false],
    [
      'by the API, without rate headers',
      'GET /leads/%FF',
      { status: 429, body: ENVELOPE, headers: BARE },
      false,
    ],
    [
      'unless it is an ordinary one',
      'GET /leads/abc',
      { status: 400, body: framework, headers: BARE },
      false,
    ],
  ])('%s', (_, line, sketch, isInFront) => {
    expect(isAnsweredInFront(exchange(line, sketch))).toBe(isInFront)
  })
})
