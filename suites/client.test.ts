import { describe, expect, test } from 'vitest'
import type { Exchange, HeaderLine } from '../lib/engine/http/exchange.ts'
import { readJson } from '../lib/engine/http/read-json.ts'
import { CONTRACT } from '../lib/engine/contract/api.ts'
import { CATALOGUE } from './index.ts'
import { CLIENT_CATALOGUE, ClientJudge } from './client.ts'

const AUTHORIZED: readonly HeaderLine[] = [['Authorization', 'Bearer some-key']]
const JSON_BODY: readonly HeaderLine[] = [...AUTHORIZED, ['Content-Type', 'application/json']]

interface Sent {
  readonly headers?: readonly HeaderLine[]
  readonly body?: string
  readonly status?: number
  readonly answer?: object
  readonly answerHeaders?: readonly HeaderLine[]
  readonly at?: number
}

/** `GET /leads?limit=1`, with its answer. */
function sent(line: string, { headers = AUTHORIZED, status = 200, at = 0, ...rest }: Sent = {}): Exchange {
  const [method = '', target = ''] = line.split(' ')
  const [path = '', search = ''] = target.split('?')
  const text = JSON.stringify(rest.answer ?? {})
  return {
    id: 1,
    key: 'main',
    operation: CONTRACT.match(method, path)?.operation,
    request: {
      method,
      url: `https://h.example/v1${target}`,
      path,
      query: [...new URLSearchParams(search)],
      headers,
      body: rest.body,
    },
    response: {
      status,
      headers: rest.answerHeaders ?? [],
      size: text.length,
      ...readJson(Buffer.from(text)),
    },
    startedAt: at,
    durationMs: 10,
  }
}

const found = (...exchanges: readonly Exchange[]): string[] => {
  const judge = new ClientJudge()
  return exchanges.flatMap((one) =>
    judge.judge(one, 'asker').findings.map(({ requirement, received }) => `${requirement} ${received}`),
  )
}

test('no id is one of the catalogue of servers', () => {
  expect(CLIENT_CATALOGUE.rows.map(({ id }) => id).filter((id) => CATALOGUE.has(id))).toEqual([])
})

test('id, strength and text of each row are as frozen', () => {
  const rows = CLIENT_CATALOGUE.rows.map(
    ({ id, strength, excluded, text }) => `${id} ${excluded === undefined ? strength : 'excluded'}: ${text}`,
  )
  expect(rows).toMatchInlineSnapshot(`
    [
      "CLIENT-21 must: Clients use the canonical host: no request is answered with the 308 of the apex host.",
      "CLIENT-90 excluded: Clients treat ids as opaque.",
      "CLIENT-91 excluded: Clients ignore fields that they do not recognise.",
      "CLIENT-22 derived: A request has the method and path of an endpoint.",
      "CLIENT-23 derived: A request has only the query parameters of its endpoint, each once.",
      "CLIENT-24 must: Each query parameter has its type and keeps its bounds.",
      "CLIENT-25 must: A required query parameter is present.",
      "CLIENT-26 must: A request body is JSON, with the Content-Type application/json.",
      "CLIENT-27 must: Each field of a request body has its type and keeps its bounds, and every required field is present.",
      "CLIENT-28 derived: A request body has only the fields of its endpoint.",
      "CLIENT-29 derived: A request has no body if its endpoint takes none.",
      "CLIENT-30 must: Every request carries an API key as a bearer token in the Authorization header.",
      "CLIENT-31 derived: The key is only in the \`Authorization\` header.",
      "CLIENT-92 excluded: Clients do not match on the text of an error.",
      "CLIENT-32 must: Clients stop when \`has_more\` is false: they ask for no page after the last one.",
      "CLIENT-33 derived: A request that got 429 is repeated only after \`Retry-After\`, or after a second if there is none.",
    ]
  `)
})

test.each<[title: string, line: string, Sent, finding: string]>([
  [
    'the apex host',
    'GET /me',
    { status: 308, answerHeaders: [['Location', 'https://api']] },
    'CLIENT-21 308 to "https://api"',
  ],
  ['an unknown path', 'GET /stars', {}, 'CLIENT-22 GET "/stars"'],
  ['an unknown method', 'DELETE /leads/abc', {}, 'CLIENT-22 DELETE "/leads/abc"'],
  ['an unknown parameter', 'GET /leads?page=2', {}, 'CLIENT-23 the parameter "page"'],
  ['a parameter twice', 'GET /leads?limit=2&limit=3', {}, 'CLIENT-23 "limit" more than once'],
  ['a page that is too large', 'GET /leads?limit=101', {}, 'CLIENT-24 limit="101"'],
  ['a negative offset', 'GET /leads?offset=-1', {}, 'CLIENT-24 offset="-1"'],
  ['a flag that is none', 'GET /conversations?is_lead=1', {}, 'CLIENT-24 is_lead="1"'],
  ['a bare date', 'GET /leads?since=2026-01-01', {}, 'CLIENT-24 since="2026-01-01"'],
  ['an unknown status', 'GET /reservations?status=held,asleep', {}, 'CLIENT-24 status="held,asleep"'],
  ['a missing parameter', 'GET /knowledge/sources', {}, 'CLIENT-25 none'],
  ['a form', 'POST /leads', { body: 'a=b' }, 'CLIENT-26 Content-Type: "none"'],
  [
    'a body that is no JSON',
    'POST /leads',
    { headers: JSON_BODY, body: '{' },
    'CLIENT-26 a body that is not JSON: "{"',
  ],
  [
    'a field of another type',
    'POST /leads',
    { headers: JSON_BODY, body: '{"chatbot_id":1}' },
    'CLIENT-27 integer 1',
  ],
  [
    'a missing field',
    'POST /conversations/a/messages',
    { headers: JSON_BODY, body: '{}' },
    'CLIENT-27 absent',
  ],
  [
    'an unknown field',
    'POST /leads',
    { headers: JSON_BODY, body: '{"chatbot_id":"a","b":1}' },
    'CLIENT-28 the field "b"',
  ],
  ['a body of a GET', 'GET /leads', { body: '{}' }, 'CLIENT-29 a body of 2 characters'],
  ['no key', 'GET /me', { headers: [] }, 'CLIENT-30 no Authorization header'],
  [
    'another scheme',
    'GET /me',
    { headers: [['authorization', 'Basic abc']] },
    'CLIENT-30 Authorization with the scheme "Basic"',
  ],
  [
    'a key in a header of its own',
    'GET /me',
    { headers: [...AUTHORIZED, ['X-Api-Key', 'k']] },
    'CLIENT-31 "X-Api-Key" in a header',
  ],
  ['a key in the query', 'GET /me?api_key=k', {}, 'CLIENT-31 "api_key" in the query'],
])('%s is found, and nothing else', (_title, line, rest, finding) => {
  expect(found(sent(line, rest))).toEqual([finding])
})

test.each<[string, Sent]>([
  ['GET /openapi.json', { headers: [] }],
  ['GET /leads?limit=100&offset=0&since=2026-01-01T00:00:00Z&status=anything', {}],
  ['GET /reservations?status=held,no_show&limit=500', {}],
  ['POST /leads', { headers: JSON_BODY, body: '{"chatbot_id":"a","name":null}' }],
  [
    'PATCH /conversations/a',
    { headers: [...AUTHORIZED, ['content-type', 'application/json; charset=utf-8']], body: '{"tags":[]}' },
  ],
])('%s keeps to the contract', (line, rest) => {
  expect(found(sent(line, rest))).toEqual([])
})

describe('pages', () => {
  const page = (offset: number, hasMore: boolean, list = '/leads'): Exchange =>
    sent(`GET ${list}?limit=2&offset=${offset}`, {
      answer: {
        data: [{}, {}],
        pagination: { limit: 2, offset, total: 9, has_more: hasMore },
      },
    })

  test('are not asked for after the last one', () => {
    expect(found(page(0, true), page(2, false), page(4, false))).toEqual([
      'CLIENT-32 offset=4 after has_more: false',
    ])
  })

  test('may be walked again, and other lists between', () => {
    expect(found(page(0, false), page(0, false), page(2, false, '/bookings'), page(2, true))).toEqual([])
  })
})

describe('a request that got 429', () => {
  const limited = (at: number, after?: string): Exchange =>
    sent('GET /me', { status: 429, at, answerHeaders: after === undefined ? [] : [['Retry-After', after]] })

  test('waits for a second, or as long as it is told', () => {
    expect(found(limited(0), sent('GET /me', { at: 500 }))).toEqual([
      'CLIENT-33 the same request, 510 ms too early',
    ])
    expect(found(limited(0, '5'), sent('GET /me', { at: 2000 }))).toEqual([
      'CLIENT-33 the same request, 3010 ms too early',
    ])
    expect(found(limited(0), sent('GET /me', { at: 1200 }))).toEqual([])
    expect(found(limited(0), sent('GET /chatbots', { at: 100 }))).toEqual([])
  })
})
