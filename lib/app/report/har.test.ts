import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../engine/http/exchange.ts'
import { renderHar } from './har.ts'

const META = {
  tool: { name: 'chat-agent-conformance', version: '0.1.0' },
  target: { baseUrl: 'https://api.example.test/v1', embedded: false },
} as const

function har(...call: Parameters<typeof renderHar>): string {
  return [...renderHar(...call)].join('')
}

function exchange(overrides: Partial<Exchange> = {}): Exchange {
  return {
    id: 1,
    key: 'main',
    operation: 'POST /leads',
    request: {
      method: 'POST',
      url: 'https://api.example.test/v1/leads?a=b%20c',
      path: '/leads',
      query: [['a', 'b c']],
      headers: [
        ['Authorization', 'Bearer sk_live_secret'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"name":"é"}',
    },
    response: {
      status: 200,
      headers: [['Content-Type', 'application/json']],
      text: '{"data":{"echo":"sk_live_secret"}}',
      size: 34,
      json: { ok: true, value: {}, oddities: [] },
    },
    startedAt: Date.UTC(2026, 10, 20, 17, 42, 8, 120),
    durationMs: 12.5,
    ...overrides,
  }
}

const scrub = (text: string): string => text.replaceAll('sk_live_secret', '[key]')
const parse = (text: string): { log: { entries: Record<string, unknown>[] } } => JSON.parse(text)

describe('traffic.har', () => {
  test('has what was sent and received, in the form of HAR 1.2, without a key', () => {
    const { log } = parse(har([exchange()], META, scrub))
    expect(log).toMatchObject({ version: '1.2', creator: META.tool })
    expect(log.entries).toMatchObject([
      {
        startedDateTime: '2026-11-20T17:42:08.120Z',
        time: 12.5,
        request: {
          url: 'https://api.example.test/v1/leads?a=b%20c',
          httpVersion: 'HTTP/1.1',
          headers: [
            { name: 'Authorization', value: '[redacted]' },
            { name: 'Content-Type', value: 'application/json' },
          ],
          queryString: [{ name: 'a', value: 'b c' }],
          postData: { mimeType: 'application/json', text: '{"name":"é"}' },
          bodySize: 13,
        },
        response: {
          status: 200,
          content: { size: 34, mimeType: 'application/json', text: '{"data":{"echo":"[key]"}}' },
        },
        timings: { send: 0, wait: 12.5, receive: 0 },
        _exchange: 1,
      },
    ])
    for (const part of ['request', 'response'])
      expect(log.entries[0]?.[part]).toMatchObject({ cookies: [], headersSize: -1 })
  })

  test('shows an exchange without an answer as status 0 with the reason', () => {
    const { response: _response, ...sent } = exchange()
    const failed: Exchange = { ...sent, failure: { kind: 'timeout', message: 'no answer within 10 s' } }
    expect(parse(har([failed], META, scrub)).log.entries[0]?.['response']).toMatchObject({
      status: 0,
      statusText: '',
      content: { size: 0, mimeType: 'x-unknown' },
      bodySize: -1,
      _error: 'timeout: no answer within 10 s',
    })
  })

  test('holds valid URLs, with what was sent beside one that is not', () => {
    const url = 'https://[::1]:80/v1/leads/%ZZ?a=[b]"&c=%20\uD800'
    const record = exchange()
    const text = har([{ ...record, request: { ...record.request, url } }], META, scrub)
    expect(parse(text).log.entries[0]?.['request']).toMatchObject({
      url: 'https://[::1]:80/v1/leads/%25ZZ?a=%5Bb%5D%22&c=%20%EF%BF%BD',
      _url: url,
    })
  })

  test('holds the bytes of a body that is no UTF-8, without a key', () => {
    const record = exchange()
    const request = { ...record.request, body: '\u00ff sk_live_secret', bodyCoding: 'latin1' } as const
    expect(parse(har([{ ...record, request }], META, scrub)).log.entries[0]?.['request']).toMatchObject({
      postData: { encoding: 'base64', text: Buffer.from('\u00ff [key]', 'latin1').toString('base64') },
      bodySize: 16,
    })
  })
})
