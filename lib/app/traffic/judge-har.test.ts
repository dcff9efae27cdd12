import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { RunRecord } from '../report/record.ts'
import type { Verdict } from '../../engine/judge/verdict.ts'
import { judgeHar, type Recording } from './judge-har.ts'

const BASE = 'https://api.host.test/v1'

const ME = {
  data: { team_id: 't1', team_name: null, key_name: 'ci', key_prefix: 'cak_live_' },
}

const CHATBOTS = {
  data: [{ id: 'c1', name: 'Desk', is_active: true, created_at: '2026-01-02T03:04:05Z' }],
  pagination: { limit: 50, offset: 0, total: 1, has_more: false },
}

function harFile(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })
}

const HEADERS = [
  { name: 'content-type', value: 'application/json; charset=utf-8' },
  { name: 'x-ratelimit-limit', value: '1000' },
  { name: 'x-ratelimit-remaining', value: '900' },
  { name: 'x-ratelimit-reset', value: '1234' },
]

interface Parts {
  readonly method?: string
  readonly request?: object
  readonly content?: object
  readonly headers?: readonly object[]
  readonly response?: object
}

/** An entry as a browser writes it: by default a conformant 200 to a GET, with this body. */
function entry(path: string, body: unknown, parts: Parts = {}): object {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    startedDateTime: '2026-11-20T12:00:00.000Z',
    time: 12.5,
    request: {
      method: parts.method ?? 'GET',
      url: `${BASE}${path}`,
      httpVersion: 'h2',
      headers: [
        { name: ':authority', value: 'api.host.test' },
        { name: ':method', value: 'GET' },
        { name: 'accept', value: 'application/json' },
      ],
      ...parts.request,
    },
    response: {
      status: 200,
      httpVersion: 'h2',
      headers: parts.headers ?? HEADERS,
      content: { size: Buffer.byteLength(text), mimeType: 'application/json', text, ...parts.content },
      ...parts.response,
    },
  }
}

const recording = (text: string): Recording => ({ name: 'a.har', text })

function judged(...entries: readonly object[]): RunRecord {
  return judgeHar([recording(harFile(entries))], 'target')
}

function idsWith(wanted: Verdict, { requirements }: RunRecord): string[] {
  return requirements.filter(({ verdict }) => verdict === wanted).map(({ id }) => id)
}

function violated(...entries: readonly object[]): string[] {
  return idsWith('failed', judged(...entries))
}

describe('a recording of a conformant server', () => {
  test('shows no violation, what held, and what it does not prove', () => {
    const result = judged(entry('/me', ME), entry('/chatbots', CHATBOTS))

    expect(result).toMatchObject({ target: { baseUrl: BASE }, verdict: 'passed', exitCode: 0 })
    expect(idsWith('passed', result)).toEqual(
      expect.arrayContaining(['ME-01', 'CHATBOT-01', 'RATE-01', 'LIST-CHATBOTS-08']),
    )
    expect(idsWith('inconclusive', result)).toContain('CREATE-LEAD-20')
    expect(result.requirements.map(({ reason }) => reason)).toContain('nobody asked for GET /leads')
    expect(result.settings.warnings).toContain('no request was sent: 2 of 2 entries were judged')
  })
})

/** A body that is compressed as in recordings of Polly.js. */
function gzipped(body: object, write: (bytes: Buffer) => string): object {
  const text = write(gzipSync(JSON.stringify(body)))
  const headers = [
    { name: 'content-type', value: 'application/json' },
    { name: 'content-encoding', value: 'gzip' },
    { name: 'x-ratelimit-limit', value: '1000' },
    { name: 'x-ratelimit-remaining', value: '900' },
    { name: 'x-ratelimit-reset', value: '1234' },
  ]
  return entry('/me', body, { headers, content: { encoding: 'base64', text } })
}

const RATELESS = [{ name: 'content-type', value: 'application/json' }]

describe('what a recording cannot show is held against nobody', () => {
  test.each([
    ['a body that was not kept', entry('/me', ME, { content: { text: undefined } })],
    [
      'an empty text beside a length',
      entry('/me', '', { headers: [...HEADERS, { name: 'Content-Length', value: '81' }] }),
    ],
    ['an empty text of no known size', entry('/me', '', { response: { bodySize: -1 } })],
    [
      'headers that are numbers',
      entry('/me', ME, {
        headers: HEADERS.map(({ name, value }) => ({ name, value: Number(value) || value })),
      }),
    ],
    ['a body that was cut', entry('/me', '{"data":{"team_id":"t', { content: { size: 5000 } })],
    ['headers that were stripped', entry('/me', ME, { headers: [] })],
    ['an answer that a browser kept', { ...entry('/me', ME, { headers: RATELESS }), _fromCache: 'disk' }],
    [
      'a request body that was not kept',
      entry(
        '/leads',
        {
          data: { id: 'l1', chatbot_id: 'c1', status: 'new', created_at: '2026-01-02T03:04:05Z' },
          existing: true,
        },
        { method: 'POST' },
      ),
    ],
    [
      'a key that was redacted',
      entry('/me', ME, { request: { headers: [{ name: 'Authorization', value: 'Bearer [redacted]' }] } }),
    ],
    [
      'an answer that a browser revalidated',
      entry('/me', ME, {
        request: { headers: [{ name: 'If-None-Match', value: 'W/"7"' }] },
        headers: [{ name: 'etag', value: 'W/"7"' }],
      }),
    ],
    [
      'a path that the specification does not have',
      entry('/health', 'up', { headers: [{ name: 'content-type', value: 'text/plain' }] }),
    ],
    ['a body that is still compressed', gzipped(ME, (bytes) => bytes.toString('base64'))],
    [
      'one in pieces',
      gzipped(ME, (bytes) =>
        JSON.stringify([bytes.subarray(0, 20), bytes.subarray(20)].map((piece) => piece.toString('base64'))),
      ),
    ],
    [
      'repeated headers that were joined',
      entry('/me', ME, {
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'X-RateLimit-Limit', value: '1000\n1000' },
          { name: 'X-RateLimit-Remaining', value: '9' },
          { name: 'X-RateLimit-Reset', value: '9' },
        ],
      }),
    ],
  ])('%s', (_, one) => {
    expect(violated(entry('/chatbots', CHATBOTS), one)).toEqual([])
  })
})

test('an empty body that is said to be one is judged', () => {
  const empty = entry('/me', '', { headers: [...HEADERS, { name: 'Content-Length', value: '0' }] })
  expect(violated(entry('/chatbots', CHATBOTS), empty)).toContain('JSON-02')
})

test.each([
  'https://API.Host.test:443/v1/me',
  'https://user:secret-word@api.host.test/v1/me',
  'HTTPS://api.host.test/v1/me',
])('%s is an address of the API', (url) => {
  const { requests, exchanges } = judged(entry('/chatbots', CHATBOTS), entry('/me', ME, { request: { url } }))
  expect(requests.total).toBe(2)
  expect(JSON.stringify(exchanges)).not.toContain('secret-word')
})

test('an address of another alphabet is the one that DNS knows', () => {
  const at = (path: string, body: object): object =>
    entry(path, body, { request: { url: `https://bücher.test/v1${path}` } })
  const record = judgeHar([recording(harFile([at('/me', ME)]))], 'target', 'https://xn--bcher-kva.test/v1')
  expect(record.requests.total).toBe(1)
})

describe('a client without recorded headers', () => {
  const post = (request: object): object =>
    entry('/leads', {}, { method: 'POST', request: { headers: [], ...request } })
  const verdicts = (one: object): unknown => {
    const authorization = { name: 'Authorization', value: 'Bearer cak_live_9aF3kQ7mZp2RtX8vB1nC' }
    const withKey = entry('/me', ME, { request: { headers: [authorization] } })
    const { clients = [], requirements } = judgeHar([recording(harFile([withKey, one]))], 'client')
    const broken = [...clients, ...requirements]
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ id }) => id)
    return broken.filter((id) => /^(?:AUTH|CLIENT)/.test(id))
  }

  test('is not blamed for a key or a type that nobody wrote down', () => {
    expect(verdicts(post({ postData: { text: '{"chatbot_id":"c1"}' } }))).toEqual([])
    // Playwright leaves out bodies like this.
    expect(verdicts(post({ bodySize: 40, postData: { mimeType: 'application/json', text: '' } }))).toEqual([])
    expect(
      verdicts(post({ postData: { mimeType: 'application/json', text: '{"chatbot_id":"c1"}' } })),
    ).toEqual([])
  })

  test('has the type that stands beside the body', () => {
    expect(verdicts(post({ postData: { mimeType: 'text/plain', text: '{"chatbot_id":"c1"}' } }))).toEqual([
      'CLIENT-26',
    ])
  })
})

test('the entries of a second file are counted on from those of the first, unreadable ones included', () => {
  const wrong = harFile([entry('/me', { data: { ...ME.data, key_name: 5 } })])
  const first = harFile([{ request: {} }, entry('/me', ME)])
  const record = judgeHar([first, wrong].map(recording), 'target')
  const findings = record.requirements.flatMap((row) => row.findings)
  expect(findings).toMatchObject([{ requirement: 'ME-03', exchanges: [3] }])
})

test('what was not judged is counted, and a compressed body is judged like any other', () => {
  const wrong = gzipped({ data: { ...ME.data, key_name: 5 } }, (bytes) => bytes.toString('base64'))
  const health = entry('/health', 'up')
  const record = judged(entry('/chatbots', CHATBOTS), wrong, health)
  expect(idsWith('failed', record)).toEqual(['ME-03'])
  expect(record.settings.warnings).toEqual(
    expect.arrayContaining([
      '1 body decoded: recorded as they were compressed',
      'requests to no endpoint, whose answers were not judged: GET /health (1)',
    ]),
  )
})

test.each([
  ['', 'is empty'],
  ['{"log":{"entries":[', 'is cut off, and no whole HAR file'],
  [Buffer.from('{"log":{}}', 'utf16le').toString(), 'is UTF-16, and no HAR file: save it as UTF-8'],
  ['\uFFFD\uFFFD{\0', 'is UTF-16, and no HAR file: save it as UTF-8'],
  ['<har/>', 'is not a HAR file: it is no JSON'],
  ['{"info":{"name":"Postman"}}', 'is not a HAR file: it has no log.entries'],
])('%j is no HAR file, in one line that names it', (source, says) => {
  const files = [recording(harFile([entry('/me', ME)])), { name: 'b.har', text: source }]
  expect(() => judgeHar(files, 'target')).toThrow(`b.har ${says}`)
})
