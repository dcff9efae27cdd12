import { describe, expect, test } from 'vitest'
import { isAnsweredInFront, isForeign, isOutlandish } from './foreign-answers.ts'
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

describe('a request that no client would send', () => {
  test.each([
    ['a NUL in the path', exchange('GET /leads/nul%00')],
    ['a slash in an id', exchange('GET /leads/a%2Fb')],
    ['a percent sign in an id', exchange('GET /leads/fifty%25')],
    ['a semicolon in an id', exchange('GET /leads/a%3Bb')],
    ['a broken percent-escape', exchange('GET /leads/fifty%')],
    ['a byte that is no UTF-8', exchange('GET /leads/%FF')],
    ['a control character in the query', exchange('GET /leads?status=%00')],
    ['a body beyond every limit', exchange('POST /leads', { sent: 'x'.repeat(200_000) })],
    ['headers beyond 8 KB', exchange('GET /leads', { authorization: `Bearer ${'x'.repeat(9000)}` })],
  ])('has %s', (_, { request }) => {
    expect(isOutlandish(request)).toBe(true)
  })

  test.each([
    ['a quote in an id', exchange("GET /leads/o'brien")],
    ['an id in another alphabet', exchange('GET /leads/%C3%BC')],
    [
      'the longest note',
      exchange('POST /conversations/c1/messages', { sent: { content: 'é'.repeat(10_001) } }),
    ],
  ])('is not one with %s', (_, { request }) => {
    expect(isOutlandish(request)).toBe(false)
  })
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
