import { expect, test } from 'vitest'
import { isOutsideApi, isGatewayAnswer, isOutlandish } from './gateway-answers.ts'
import type { SentRequest } from './exchange.ts'
import { exchange } from '../judge/testing/exchanges.ts'

const BARE = {
  'Content-Type': 'text/html',
  'X-RateLimit-Limit': undefined,
  'X-RateLimit-Remaining': undefined,
  'X-RateLimit-Reset': undefined,
}
const ENVELOPE = { error: 'slow down', code: 'rate_limited' }
const FRAMEWORK = { error: 'Bad Request', code: 'ERR_BAD_URL' }

test.each<[string, boolean, Parameters<typeof exchange>[1]]>([
  ['an HTML page without rate headers', true, { status: 404, problem: 'HTML', headers: BARE }],
  ['a 502 in whatever form', true, { status: 502, body: { message: 'upstream' } }],
  [
    'a limiter with a JSON text of its own',
    true,
    { status: 429, body: { message: 'too many' }, headers: BARE },
  ],
  ['a success', false, { status: 200, problem: 'HTML', headers: BARE }],
  ['an error with the envelope', false, { status: 503, body: ENVELOPE, headers: BARE }],
  [
    'a page with rate headers',
    false,
    { status: 404, problem: 'HTML', headers: { 'Content-Type': 'text/html' } },
  ],
])('%s: not of the API: %s', (_, expected, sketch) => {
  expect(isGatewayAnswer(exchange('GET /leads', sketch))).toBe(expected)
})

test.each<[string, boolean, SentRequest]>([
  ['a NUL in the path', true, exchange('GET /leads/nul%00').request],
  ['an escaped letter', true, exchange('GET /%6Ceads').request],
  ['two slashes in the path', true, exchange('GET //leads').request],
  ['a slash in an id', true, exchange('GET /leads/a%2Fb').request],
  ['a byte that is no UTF-8', true, exchange('GET /leads/%FF').request],
  ['an id of 101 characters', true, exchange(`GET /leads/${'x'.repeat(101)}`).request],
  ['an id of 100 characters', false, exchange(`GET /leads/${'x'.repeat(100)}`).request],
  ['a control character in the query', true, exchange('GET /leads?status=%00').request],
  ['a byte that is no UTF-8 in the query', true, exchange('GET /leads?status=%FF').request],
  ['a body beyond every limit', true, exchange('POST /leads', { sent: 'x'.repeat(200_000) }).request],
  ['headers beyond 8 KB', true, exchange('GET /leads', { authorization: 'x'.repeat(9000) }).request],
  ['a quote in an id', false, exchange("GET /leads/o'brien").request],
  ['an id in another alphabet', false, exchange('GET /leads/%C3%BC').request],
  ['the longest note', false, exchange('POST /leads', { sent: { content: 'é'.repeat(10_001) } }).request],
])('a request with %s: no client would send it: %s', (_, expected, request) => {
  expect(isOutlandish(request)).toBe(expected)
})

test.each([
  [
    'by a framework, with a code of its own',
    'GET /leads/%FF',
    { status: 400, body: FRAMEWORK, headers: BARE },
    true,
  ],
  [
    'by a gateway, with the envelope',
    'GET /leads/a%00',
    { status: 400, body: ENVELOPE, headers: BARE },
    true,
  ],
  ['by a router, which redirects it', 'GET /%6Ceads', { status: 301, headers: BARE }, true],
  ['not if the API redirects it', 'GET /%6Ceads', { status: 301 }, false],
  ['not by the API, with a wrong code', 'GET /leads/%FF', { status: 400, body: FRAMEWORK }, false],
  ['not by the limit', 'GET /leads/%FF', { status: 429, body: ENVELOPE, headers: BARE }, false],
  ['not if it is an ordinary one', 'GET /leads/abc', { status: 400, body: FRAMEWORK, headers: BARE }, false],
])(
  'a request that no client would send is answered in front of the API: %s',
  (_, line, sketch, isInFront) => {
    expect(isOutsideApi(exchange(line, sketch))).toBe(isInFront)
  },
)
