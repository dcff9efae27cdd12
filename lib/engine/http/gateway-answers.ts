/**
 * Answers from in front of the API.
 * Gateways answer some requests themselves. Clients see one service, so most of these answers are judged like any
 * other. Exceptions: the gateway could not reach the API, or no client would send such a request.
 */
import { type Exchange, headers, json, type SentRequest } from './exchange.ts'
import { isObject } from '../util/values.ts'
import { RATE_HEADER_NAMES } from './rate-headers.ts'

/** Statuses of a gateway that could not reach the API. */
export const UNREACHED: ReadonlySet<number> = new Set([502, 503, 504])

/**
 * Whether an error is visibly not the API's own: it lacks the envelope of part 7, and either says that the API is
 * unreachable or lacks all headers of part 8.
 */
export function isGatewayAnswer(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0
  if (status < 400 || hasEnvelope(exchange)) return false
  // A response to HEAD has no body by which to tell.
  const isMute = exchange.request.method === 'HEAD'
  return (UNREACHED.has(status) && !isMute) || lacksRateHeaders(exchange)
}

/**
 * Whether no client would send the request, and the answer is visibly not the API's own. The router of a framework, or
 * a gateway, may refuse or redirect such a path before any code of the service runs: also in JSON, but without the
 * headers of part 8.
 */
export function isOutsideApi(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0
  if (status < 300 || !isOutlandish(exchange.request)) return false
  return isGatewayAnswer(exchange) || (status !== 429 && lacksRateHeaders(exchange))
}

function lacksRateHeaders(exchange: Exchange): boolean {
  return RATE_HEADER_NAMES.every((name) => headers(exchange, name).length === 0)
}

function hasEnvelope(exchange: Exchange): boolean {
  const body = json(exchange)
  return isObject(body) && typeof body['error'] === 'string' && typeof body['code'] === 'string'
}

/** Bytes of the longest request that a client of this API sends: gateways take heads of 8 KB, and a note of 10,000 characters, each escaped twice, fits into the body. */
const LONGEST = { head: 8 * 1024, body: 128 * 1024 } as const

/**
 * Whether no client of this API would send such a request: control characters, slashes, percent signs, semicolons,
 * empty segments or broken percent-escapes in the path, an id that is not short, bodies that are not UTF-8 or beyond every stated limit,
 * headers beyond what servers accept. A gateway may answer it.
 */
export function isOutlandish({ path, query, headers: sent, body = '', bodyCoding }: SentRequest): boolean {
  const head = sent.reduce((sum, [name, value]) => sum + name.length + value.length + 4, path.length)
  return (
    head > LONGEST.head ||
    body.length > LONGEST.body ||
    bodyCoding !== undefined ||
    path.includes('//') ||
    path.split('/').some((segment) => isOddSegment(segment)) ||
    query.some(([name, value]) => CONTROL.test(`${name}${value}`))
  )
}

// Bytes of a query that are not UTF-8 are read as U+FFFD.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f\ufffd]/

/** An escaped letter or digit: no client writes it, and not every router decodes it. */
const NEEDLESS_ESCAPE = /%(?:3[0-9]|[46][1-9a-f]|[57][0-9a])/i

/** Characters of the longest path segment that every router takes: Fastify refuses a longer one by itself. */
const LONGEST_SEGMENT = 100

function isOddSegment(segment: string): boolean {
  if (segment.length > LONGEST_SEGMENT || NEEDLESS_ESCAPE.test(segment)) return true
  try {
    const decoded = decodeURIComponent(segment)
    return CONTROL.test(decoded) || /[/\\%;]/.test(decoded)
  } catch {
    return true
  }
}
