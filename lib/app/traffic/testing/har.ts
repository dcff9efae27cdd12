export const BASE = 'https://api.host.test/v1'

export const ME = {
  data: { team_id: 't1', team_name: null, key_name: 'ci', key_prefix: 'cak_live_' },
}

export const CHATBOTS = {
  data: [{ id: 'c1', name: 'Desk', is_active: true, created_at: '2026-01-02T03:04:05Z' }],
  pagination: { limit: 50, offset: 0, total: 1, has_more: false },
}

/** A HAR file as a test writes it. */
export function harFile(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })
}

const HEADERS = [
  { name: 'content-type', value: 'application/json; charset=utf-8' },
  { name: 'x-ratelimit-limit', value: '1000' },
  { name: 'x-ratelimit-remaining', value: '900' },
  { name: 'x-ratelimit-reset', value: '1234' },
]

/** Parts of an entry that differ. */
interface Parts {
  readonly method?: string
  readonly request?: object
  readonly content?: object
  readonly headers?: readonly object[]
}

/** An entry as a browser writes it: by default a conformant 200 to a GET, with this body. */
export function entry(path: string, body: unknown, parts: Parts = {}): object {
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
    },
  }
}
