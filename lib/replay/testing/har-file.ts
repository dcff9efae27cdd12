/** A HAR file as a test writes it. */
export function harFile(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })
}

export const BASE = 'https://api.host.test/v1'

const RATE = [
  { name: 'x-ratelimit-limit', value: '1000' },
  { name: 'x-ratelimit-remaining', value: '900' },
  { name: 'x-ratelimit-reset', value: '1234' },
]

interface Parts {
  readonly method?: string
  readonly status?: number
  readonly request?: object
  readonly response?: object
  readonly content?: object
  readonly headers?: readonly object[]
}

/** An entry of a conformant answer with this body, as a browser writes it; parts of it can be replaced. */
export function entry(path: string, body: unknown, parts: Parts = {}): object {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    startedDateTime: '2026-11-20T12:00:00.000Z',
    time: 12.5,
    request: {
      method: parts.method ?? 'GET',
      url: path.startsWith('http') ? path : `${BASE}${path}`,
      httpVersion: 'h2',
      headers: [
        { name: ':authority', value: 'api.host.test' },
        { name: ':method', value: 'GET' },
        { name: 'accept', value: 'application/json' },
      ],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
      ...parts.request,
    },
    response: {
      status: parts.status ?? 200,
      statusText: '',
      httpVersion: 'h2',
      headers: parts.headers ?? [
        { name: ':status', value: '200' },
        { name: 'content-type', value: 'application/json; charset=utf-8' },
        ...RATE,
      ],
      cookies: [],
      content: { size: Buffer.byteLength(text), mimeType: 'application/json', text, ...parts.content },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
      ...parts.response,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 0 },
  }
}

export const ME = {
  data: { team_id: 't1', team_name: null, key_name: 'ci', key_prefix: 'cak_live_' },
}

export const CHATBOTS = {
  data: [{ id: 'c1', name: 'Desk', is_active: true, created_at: '2026-01-02T03:04:05Z' }],
  pagination: { limit: 50, offset: 0, total: 1, has_more: false },
}
