/** A HAR file as a test writes it. */
export function harFile(entries: readonly object[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })
}

export const BASE = 'https://api.host.test/v1'

/** Parts of an entry that differ. */
export interface Parts {
  readonly method?: string
  readonly status?: number
  readonly request?: object
  readonly response?: object
  readonly content?: object
  readonly headers?: readonly object[]
}

/** An entry as a browser writes it: by default a 200 to a GET, with this body. Parts of it can be replaced. */
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
