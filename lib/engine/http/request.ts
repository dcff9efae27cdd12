import { channel } from 'node:diagnostics_channel'
import { createHash } from 'node:crypto'
import type { HeaderLine, KeyLabel, SentRequest } from './exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from './keys.ts'
import { packageVersion } from '../util/package.ts'

/** A request as a caller describes it. */
export interface RequestSpec {
  readonly method: string
  /** Already percent-encoded; relative to the base URL (`/things`), or an absolute URL. */
  readonly path: string
  /** Plain values, which the client encodes. A list keeps order and duplicates. */
  readonly query?: readonly HeaderLine[] | Readonly<Record<string, string | number | boolean | undefined>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent verbatim in UTF-8 instead of `body`. */
  readonly rawBody?: string
  /** Each character of `rawBody` stands for one byte, for bodies that are not UTF-8. */
  readonly rawCoding?: 'latin1'
  /** Default with a body: `application/json`; an empty string sends none. */
  readonly contentType?: string
  /** The key to send; default `main`. */
  readonly key?: KeyLabel
  /**
   * The whole Authorization value, for wrong schemes and altered keys. The label is then `invalid`, unless `key` is
   * given.
   */
  readonly authorization?: string
  /**
   * The authorization for a shell, between double quotes and without a key: `Bearer
   * ${CONFORMANCE_API_KEY%?}`.
   */
  readonly authorizationShell?: string
  /** Id of the case, for the headers that identify it in logs. */
  readonly asker?: string
  /** Set if the second run of a case sends the request. */
  readonly pass?: 2
  /** Added to the client's own headers; replaces those of the same name. An empty value sends none. */
  readonly headers?: readonly HeaderLine[]
}

const USER_AGENT = `chat-agent-conformance/${packageVersion()}`

/** Settings that a client applies to each request. */
export interface RequestSetting {
  readonly baseUrl: string
  readonly keys: Readonly<Partial<Record<KeyLabel, string>>>
}

/** The label under which a request is counted and shown. */
export function keyLabel(spec: RequestSpec): KeyLabel {
  return spec.key ?? (spec.authorization === undefined ? 'main' : 'invalid')
}

/** Whether the request has an absolute URL, and so no path below the base URL. */
export function isAbsolute(spec: RequestSpec): boolean {
  return /^https?:\/\//i.test(spec.path)
}

/**
 * The request in its form on the wire. Throws if it cannot be built: no such key, a body that JSON cannot express.
 */
export function buildRequest(spec: RequestSpec, setting: RequestSetting): SentRequest {
  const absolute = isAbsolute(spec)
  const [address, given] = split(absolute ? spec.path : setting.baseUrl + spec.path)
  const added = queryPairs(spec.query)
  const pairs = added.map(encodedPair)
  const search = (given === undefined || given === '' ? pairs : [given, ...pairs]).join('&')
  const body = spec.rawBody ?? (spec.body === undefined ? undefined : JSON.stringify(spec.body))
  return {
    method: spec.method,
    url: given === undefined && added.length === 0 ? address : `${address}?${search}`,
    path: absolute ? address.replace(/^https?:\/\/[^/]*/i, '') || '/' : split(spec.path)[0],
    query: [...new URLSearchParams(given), ...added],
    headers: requestHeaders(spec, setting, body !== undefined),
    body,
    bodyCoding: spec.rawCoding,
    authorizationShell: spec.authorizationShell,
  }
}

function split(address: string): readonly [string, string?] {
  const mark = address.indexOf('?')
  return mark < 0 ? [address] : [address.slice(0, mark), address.slice(mark + 1)]
}

function requestHeaders(spec: RequestSpec, setting: RequestSetting, hasBody: boolean): readonly HeaderLine[] {
  const authorization = authorizationOf(spec, setting)
  const contentType = hasBody ? (spec.contentType ?? 'application/json') : (spec.contentType ?? '')
  const own: HeaderLine[] = [
    ['User-Agent', USER_AGENT],
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'identity'],
  ]
  if (authorization !== undefined) own.push(['Authorization', authorization])
  if (contentType !== '') own.push(['Content-Type', contentType])
  if (spec.headers === undefined) return own
  const replaced = new Set(spec.headers.map(([name]) => name.toLowerCase()))
  return [
    ...own.filter(([name]) => !replaced.has(name.toLowerCase())),
    ...spec.headers.filter(([, value]) => value !== ''),
  ]
}

function authorizationOf(spec: RequestSpec, { keys }: RequestSetting): string | undefined {
  if (spec.authorization !== undefined) return spec.authorization
  const label = keyLabel(spec)
  if (label === 'none') return undefined
  const key = keys[label]
  if (key !== undefined) return `Bearer ${key}`
  throw new Error(
    isOwnedKey(label)
      ? `no key is given in ${KEY_VARIABLES[label]}`
      : `a request with the label "${label}" needs an authorization value`,
  )
}

/** A query as pairs, in order; absent values are left out. */
export function queryPairs(query: RequestSpec['query']): readonly HeaderLine[] {
  if (query === undefined) return []
  if (isList(query)) return query
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  )
}

function isList(query: NonNullable<RequestSpec['query']>): query is readonly HeaderLine[] {
  return Array.isArray(query)
}

function encodedPair([name, value]: HeaderLine): string {
  return `${percentEncoded(name)}=${percentEncoded(value)}`
}

/**
 * Percent-encoded text for a path or query. A lone surrogate is sent as U+FFFD: it has no UTF-8 encoding, and
 * encodeURIComponent would throw.
 */
export function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
  }
}

/** A tracer that is loaded into the process hears of each request here, and adds a `traceparent` of its own. */
const TRACER = channel('undici:request:create')

/**
 * Headers that identify a request in the target's logs: `traceparent` (W3C Trace Context) with a common trace id
 * prefix for the run, and a request id of run, exchange and case.
 * @param run - a unique word
 * @param id - number of the exchange, from 1
 * @param asker - id of the case; absent for requests of the run itself
 */
export function tracing(run: string): (id: number, asker?: string) => readonly HeaderLine[] {
  const trace = createHash('sha256').update(run).digest('hex').slice(0, 16)
  return (id, asker) => {
    const span = id.toString(16).padStart(16, '0')
    return [
      ...(TRACER.hasSubscribers ? [] : [['traceparent', `00-${trace}${span}-${span}-01`] as const]),
      ['X-Request-Id', [run, id, ...(asker === undefined ? [] : [asker])].join('.').slice(0, 128)],
    ]
  }
}
