import { describe, expect, test } from 'vitest'
import { errors, mediaType, status } from './envelope.ts'
import { judgementsOf, exchange, summarised } from '../../lib/engine/judge/testing/exchanges.ts'

describe('the body', () => {
  test('is shown where it is another text, with who may have written it', () => {
    const judged = exchange('GET /me', {
      status: 404,
      problem: "Unexpected token 'C'",
      text: 'Cannot GET /me',
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
        'the text "Cannot GET /me"; answered by a proxy, or by the framework (404 text/plain)',
      ],
    ])
  })

  test('that a gateway refuses is shown with the size of the request', () => {
    const bare = {
      'X-RateLimit-Limit': undefined,
      'X-RateLimit-Remaining': undefined,
      'X-RateLimit-Reset': undefined,
    }
    const refused = exchange('POST /leads', {
      status: 413,
      problem: 'an HTML page',
      text: '<html>',
      headers: { 'Content-Type': 'text/html', ...bare },
      sent: { notes: 'x'.repeat(5000) },
    })
    expect(summarised(judgementsOf(refused, mediaType)).map(([, , received]) => received)).toEqual([
      'an HTML page; answered by a proxy, or by the framework to a body of 5,012 characters (413 text/html)',
    ])
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

test.each(['GET /nowhere', 'DELETE /me', 'GET /openapi.json', 'GET https://api.example/'])(
  'what %s answers is open',
  (asked) => {
    const judgements = judgementsOf(exchange(asked, { status: 500 }), status)
    expect([judgements.findings, judgements.held.size]).toEqual([[], 0])
  },
)

test('a conditional request may get 304, a service that says when to come back 503', () => {
  const conditional = exchange('GET /me', { status: 304 })
  const headers = [['If-None-Match', '*']] as const
  const asked = { ...conditional, request: { ...conditional.request, headers } }
  const unavailable = exchange('GET /me', { status: 503, headers: { 'Retry-After': '2' } })

  expect([asked, unavailable].flatMap((one) => judgementsOf(one, status).findings)).toEqual([])
  expect(summarised(judgementsOf(conditional, status)).map(([id]) => id)).toEqual(['STATUS-03'])
})

test.each([
  ['application/json', true],
  ['*/*;q=0.8', true],
  ['application/json, text/plain, */*', true],
  ['application/xml, application/json;q=0.9', false],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
  ['json', false],
])('the form of an empty 406 to Accept: %s is judged: %s', (accept, isJudged) => {
  const empty = exchange('GET /me', { status: 406, problem: 'the body is empty' })
  const headers = [['Accept', accept]] as const
  const { findings } = judgementsOf({ ...empty, request: { ...empty.request, headers } }, mediaType)

  expect(findings.length > 0).toBe(isJudged)
})

test('an answer to HEAD has no body', () => {
  const head = exchange('HEAD /leads', { status: 404, problem: 'the body is empty' })
  expect([mediaType, errors].flatMap((oracle) => judgementsOf(head, oracle).findings)).toEqual([])
})

test('an envelope inside of `error` lacks its own code, too', () => {
  const body = { error: { code: 'not_found', message: 'No' } }
  const { findings } = judgementsOf(exchange('GET /nowhere', { status: 404, body }), errors)

  expect(findings).toMatchObject([{ requirement: 'ERROR-01' }, { requirement: 'ERROR-02' }])
})
