import { describe, expect, test } from 'vitest'
import type { Exchange, HeaderLine, TransportFailure } from '../../engine/http/exchange.ts'
import { readJson } from '../../engine/http/read-json.ts'
import { diagnosis } from './diagnosis.ts'

const BASE = 'http://api.example/v1'

function answered(status: number, text: string, headers: readonly HeaderLine[] = []): Exchange {
  const { json } = readJson(Buffer.from(text))
  return { ...ASKED, response: { status, headers, text, size: text.length, json } }
}

function lost(kind: TransportFailure['kind'], message: string): Exchange {
  return { ...ASKED, failure: { kind, message } }
}

const ASKED: Exchange = {
  id: 1,
  key: 'main',
  operation: undefined,
  request: { method: 'GET', url: `${BASE}/status`, path: '/status', query: [], headers: [] },
  startedAt: 0,
  durationMs: 1,
}

const redirect = (to: string): Exchange => answered(308, '', [['Location', to]])

describe('the line names the cause', () => {
  test.each<[string, Exchange[], string]>([
    [
      'a redirect to another scheme',
      [redirect('https://api.example/v1/status')],
      `${BASE} redirects every request (308) to https://api.example/v1/status: set the base URL to https://api.example/v1`,
    ],
    [
      'a redirect to another host, with a slash at the end',
      [redirect('//www.example/v1/status/')],
      `${BASE} redirects every request (308) to //www.example/v1/status/: set the base URL to http://www.example/v1`,
    ],
    [
      'a redirect to a login page',
      [redirect('/login?next=%2Fv1%2Fstatus')],
      `${BASE} redirects every request (308) to /login?next=%2Fv1%2Fstatus, which is not followed; is the base URL right, version segment included?`,
    ],
    [
      'a redirect to nowhere',
      [answered(302, '')],
      `${BASE} redirects every request (302) to nowhere, which is not followed; is the base URL right, version segment included?`,
    ],
    [
      'a key that is refused',
      [answered(401, '')],
      `the target ${BASE} rejects the key in CONFORMANCE_API_KEY (401 on every endpoint that was tried): is it whole, not revoked, and of this target?`,
    ],
    [
      'a plan that has no API',
      [answered(403, '{"error":"Upgrade your plan","code":"forbidden"}')],
      `the target ${BASE} forbids every request with the key in CONFORMANCE_API_KEY (403), saying "Upgrade your plan"; is the workspace of that key on the plan tier Scale or above (specification part 1), and may the key be used from here?`,
    ],
    [
      'a host that is not served, said in a page',
      [
        answered(
          403,
          '<!doctype html><html><head><title>Exception</title><style>b{}</style></head><body><h1>Blocked hosts: api.example</h1>\n<p>To allow them</p></body></html>',
          [['Content-Type', 'text/html; charset=UTF-8']],
        ),
      ],
      `something at ${BASE} forbids every request, but not as this API does: 403 text/html, saying "Blocked hosts: api.example To allow them"; does it serve this host name, and may it be reached from here?`,
    ],
    [
      'a host that is not served, said in a text',
      [answered(403, 'Blocked host: api.example', [['Content-Type', 'text/plain']])],
      'not as this API does: 403 text/plain, saying "Blocked host: api.example"',
    ],
    [
      'a service that fails',
      [answered(500, 'Error: connect ECONNREFUSED\n  at db.js:3'), answered(503, '')],
      `the target ${BASE} fails at every request: 500 Internal Server Error, saying "Error: connect ECONNREFUSED at db.js:3"; is the service up? Its log says more`,
    ],
    [
      'a page',
      [answered(200, '<!doctype html><head><title>Sign in\u202e</title>', [['Content-Type', 'text/html']])],
      `${BASE} does not answer as this API: GET /status gave 200 text/html, saying "Sign in\\u202e"; is the base URL right, version segment included?`,
    ],
    [
      'another API',
      [answered(404, '{}'), answered(200, '[]')],
      `${BASE} does not answer as this API: GET /status gave 404; is the base URL right, version segment included?`,
    ],
    [
      'nobody',
      [lost('refused', 'api.example accepts no connection.')],
      `the target ${BASE} gives no readable answer: api.example accepts no connection.`,
    ],
    [
      'a port that speaks TLS',
      [lost('protocol', 'The response was no HTTP.')],
      'The response was no HTTP. Does it speak https?',
    ],
    ['an interruption', [lost('interrupted', 'ended')], 'interrupted before the target answered'],
  ])('%s', (_, exchanges, line) => {
    expect(diagnosis(exchanges, BASE)).toContain(line)
  })

  test('a port that may ask for a certificate of the client', () => {
    expect(
      diagnosis([lost('reset', 'api.example closed the connection.')], 'https://api.example/v1'),
    ).toContain(
      'closed the connection. Does it ask for a certificate of the client (--client-cert and --client-key)?',
    )
  })

  test('in words that do not run on', () => {
    expect(diagnosis([answered(500, 'x'.repeat(100_000))], BASE).length).toBeLessThan(400)
  })
})
