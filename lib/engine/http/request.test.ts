import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, test } from 'vitest'
import { buildRequest, keyLabel, percentEncoded, type RequestSpec, tracing } from './request.ts'
import type { SentRequest } from './exchange.ts'

const build = (spec: Partial<RequestSpec>): SentRequest =>
  buildRequest(
    { method: 'GET', path: '/things', ...spec },
    { baseUrl: 'https://h.example/v1', keys: { main: 'key-1', other: 'key-2' } },
  )
const headerOf = (request: SentRequest, name: string): string[] =>
  request.headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value)

describe('address', () => {
  test('the path follows the base address as it is', () => {
    expect(build({ path: '/things/a%2F..%2Fb' })).toMatchObject({
      url: 'https://h.example/v1/things/a%2F..%2Fb',
      path: '/things/a%2F..%2Fb',
      query: [],
    })
  })

  test('query values are encoded on the wire, and plain in the record', () => {
    const request = build({
      query: { since: '2026-01-01T00:00:00+01:00', limit: 5, is_lead: true, status: undefined, 'a&b': 'ü /' },
    })

    expect(request.url).toBe(
      'https://h.example/v1/things?since=2026-01-01T00%3A00%3A00%2B01%3A00&limit=5&is_lead=true&a%26b=%C3%BC%20%2F',
    )
    expect(request.query).toEqual([
      ['since', '2026-01-01T00:00:00+01:00'],
      ['limit', '5'],
      ['is_lead', 'true'],
      ['a&b', 'ü /'],
    ])
  })

  test('an absolute address leaves the base address aside', () => {
    expect(build({ path: 'https://apex.example/v1/me?a=1' })).toMatchObject({
      url: 'https://apex.example/v1/me?a=1',
      path: '/v1/me',
      query: [['a', '1']],
    })
    expect(build({ path: 'https://apex.example' })).toMatchObject({ url: 'https://apex.example', path: '/' })
  })
})

describe('headers', () => {
  test('name the tool, ask for JSON, and carry the key', () => {
    expect(build({}).headers).toEqual([
      ['User-Agent', expect.stringMatching(/^chat-agent-conformance\/\d/)],
      ['Accept', 'application/json'],
      ['Accept-Encoding', 'identity'],
      ['Authorization', 'Bearer key-1'],
    ])
  })

  test.each([
    [{ key: 'other' }, 'other', ['Bearer key-2']],
    [{ key: 'none' }, 'none', []],
    [{ authorization: 'bearer key-1', key: 'main' }, 'main', ['bearer key-1']],
  ] as const)('%j is counted as %s', (spec, label, authorization) => {
    expect([
      keyLabel({ method: 'GET', path: '/me', ...spec }),
      headerOf(build(spec), 'authorization'),
    ]).toEqual([label, authorization])
  })

  test.each([
    ['exhaustible', 'no key is given in CONFORMANCE_EXHAUSTIBLE_API_KEY'],
    ['invalid', 'a request with the label "invalid" needs an authorization value'],
  ] as const)('without a key for %s there is no request', (key, message) => {
    expect(() => build({ key })).toThrow(message)
  })
})

describe('body', () => {
  test.each([
    [{ body: { a: 'é\ud800' } }, String.raw`{"a":"é\ud800"}`, ['application/json']],
    [{ rawBody: '{}', contentType: '' }, '{}', []],
    [{}, undefined, []],
  ])('%j', (spec, body, contentType) => {
    const request = build({ method: 'POST', ...spec })

    expect([request.body, headerOf(request, 'content-type')]).toEqual([body, contentType])
  })
})

test.each([
  ['plain', 'plain'],
  ['a/b?c#d é', 'a%2Fb%3Fc%23d%20%C3%A9'],
  ['\uD800x', '%EF%BF%BDx'],
])('%j goes out as %s', (text, encoded) => {
  expect(percentEncoded(text)).toBe(encoded)
})

test('a request carries the run, the exchange and the case', () => {
  const headers = new Map(tracing('cac-1')(255, 'AUTH-02-refuses'))
  expect(headers.get('traceparent')).toMatch(/^00-[0-9a-f]{16}00000000000000ff-00000000000000ff-01$/)
  expect(headers.get('X-Request-Id')).toBe('cac-1.255.AUTH-02-refuses')
  expect(new Map(tracing('cac-1')(1)).get('X-Request-Id')).toBe('cac-1.1')
})

test('a tracer that is loaded into the process adds a traceparent of its own: there are not two', () => {
  const names = (): string[] => tracing('a-run')(1).map(([name]) => name)
  const tracer = (): void => {}
  expect(names()).toEqual(['traceparent', 'X-Request-Id'])
  subscribe('undici:request:create', tracer)
  expect(names()).toEqual(['X-Request-Id'])
  unsubscribe('undici:request:create', tracer)
})
