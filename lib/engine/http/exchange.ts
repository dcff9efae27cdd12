/** The key of a request. `none`: no Authorization header; `invalid`: a key or scheme that must be refused. */
export const KEY_LABELS = ['main', 'other', 'exhaustible', 'none', 'invalid'] as const
export type KeyLabel = (typeof KEY_LABELS)[number]

export type HeaderLine = readonly [name: string, value: string]

/** Header lines from a flat list of alternating names and values, as Node.js and undici return it. */
export function headerLines(raw: readonly string[]): HeaderLine[] {
  return Array.from({ length: raw.length >> 1 }, (_, i) => [raw[2 * i] ?? '', raw[2 * i + 1] ?? ''] as const)
}

/** A request ready for the wire. */
export interface WireRequest {
  readonly method: string
  /** Absolute, query included. */
  readonly url: string
  /** Includes Authorization; everything that leaves the process passes the scrubber. */
  readonly headers: readonly HeaderLine[]
  readonly body?: string
  /** Present if the body is not UTF-8: each character of `body` then stands for one byte. */
  readonly bodyCoding?: 'latin1'
}

/** A request with the path and query that the case gave. */
export interface SentRequest extends WireRequest {
  /** Relative to the base URL, without the query: `/things/abc`. Percent-encoded, as sent. */
  readonly path: string
  /** Decoded, in the order sent. */
  readonly query: readonly HeaderLine[]
  /**
   * The Authorization value for a POSIX shell, between double quotes, if it is not a plain key: `Bearer
   * ${CONFORMANCE_API_KEY%?}`. With it, a command shows no key.
   */
  readonly authorizationShell?: string
}

/** The result of reading a body as strict JSON, and what a lenient parser would have hidden. */
export type JsonReading =
  | {
      readonly ok: true
      readonly value: unknown
      readonly oddities: readonly JsonOddity[]
    }
  | { readonly ok: false; readonly problem: string }

/** Something that `JSON.parse` repairs or hides. */
export interface JsonOddity {
  readonly kind: 'byte-order-mark' | 'invalid-utf8' | 'duplicate-key' | 'unsafe-integer' | 'not-finite'
  readonly detail: string
}

export interface ReceivedResponse {
  readonly status: number
  /** As received: letter case, duplicates and order kept. */
  readonly headers: readonly HeaderLine[]
  /** The body as text; invalid UTF-8 becomes U+FFFD and is reported in `json`. */
  readonly text: string
  /** Bytes of the body. */
  readonly size: number
  readonly json: JsonReading
}

/** Why there is no response to judge. */
export interface TransportFailure {
  readonly kind:
    | 'refused'
    | 'dns'
    | 'tls'
    | 'reset'
    | 'timeout'
    | 'protocol'
    | 'too-large'
    | 'decoding'
    | 'interrupted'
    /** Not sent, because the endpoint hangs. */
    | 'withheld'
    /** Answered 401 on every endpoint: the key was revoked. */
    | 'key-rejected'
    | 'budget'
  readonly message: string
}

/** One request with its response, or with the reason why there is none. */
export interface Exchange {
  /**
   * Order of sending within the run, from 1; 0 if nothing was sent (`budget`, or a request that could not be built).
   */
  readonly id: number
  readonly key: KeyLabel
  /** The operation that the request addresses; undefined for anything else (unknown paths, other methods). */
  readonly operation: string | undefined
  readonly request: SentRequest
  readonly response?: ReceivedResponse
  readonly failure?: TransportFailure
  /** The response is an error that visibly comes from a gateway in front of the API. */
  readonly gateway?: true
  /**
   * Something between client and API swallowed the request or its response: this exchange says nothing about
   * the API.
   */
  readonly swallowed?: true
  /** Set if the second run of a case sent the request. */
  readonly pass?: 2
  /** Ids of earlier tries of this request; the API may have carried them out. */
  readonly repeats?: readonly number[]
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly durationMs: number
}

/** When an exchange ended, in milliseconds since the epoch. */
export function endOf({ startedAt, durationMs }: Pick<Exchange, 'startedAt' | 'durationMs'>): number {
  return startedAt + durationMs
}

/** The unit that fails together: an operation, or, for requests outside all operations, their method. */
export function endpointOf(operation: string | undefined, method: string): string {
  return operation ?? `${method} elsewhere`
}

/** Whether a request was answered 429. */
export function isLimited({ response }: Exchange): boolean {
  return response?.status === 429
}

/** Whether the response visibly comes from a cache: its rate headers then describe an earlier request. */
export function isFromCache(exchange: Exchange): boolean {
  return (
    header(exchange, 'Age') !== undefined ||
    /\bhit\b/i.test(
      ['X-Cache', 'CF-Cache-Status', 'Cache-Status'].map((name) => header(exchange, name)).join(),
    )
  )
}

interface Answered {
  readonly response?: Pick<ReceivedResponse, 'headers'>
}

/** The first value of a response header, by name in any letter case. */
export function header(exchange: Answered, name: string): string | undefined {
  return headers(exchange, name)[0]
}

/** All values of a response header, by name in any letter case. */
export function headers(exchange: Answered, name: string): string[] {
  const wanted = name.toLowerCase()
  const values: string[] = []
  for (const [candidate, value] of exchange.response?.headers ?? [])
    if (candidate.length === wanted.length && candidate.toLowerCase() === wanted) values.push(value)
  return values
}

/** The time in a response's `Date` header, in milliseconds; undefined if there is none or it is unreadable. */
export function servedAt(exchange: Exchange): number | undefined {
  const at = Date.parse(header(exchange, 'date') ?? '')
  return Number.isNaN(at) ? undefined : at
}

/** The parsed JSON body; undefined if it is not JSON. */
export function json(exchange: Exchange): unknown {
  const reading = exchange.response?.json
  return reading?.ok ? reading.value : undefined
}

/** Status, media type and server of a response: `503 text/html from nginx`. */
export function describeAnswer(exchange: Exchange): string {
  const type = header(exchange, 'Content-Type')?.split(';')[0]?.trim() ?? ''
  const server = header(exchange, 'Server')?.trim() ?? ''
  return [
    String(exchange.response?.status ?? 'no answer'),
    ...(type === '' ? [] : [type]),
    ...(server === '' ? [] : ['from', server]),
  ].join(' ')
}

/** Whether a request certainly never reached the API: no connection, or turned away in front of it. */
export function notCarriedOut({ response, failure, gateway }: Exchange): boolean {
  if (response === undefined) return failure?.kind === 'refused'
  return response.status === 408 || (gateway === true && [429, 503].includes(response.status))
}
