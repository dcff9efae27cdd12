/**
 * What stands in front of the API: gateways answer some requests themselves. For the client it is one service, so that most of what they say
 * is judged as any other answer; but they are no part of it where they could not reach it, and where no client would send such a request.
 */
import { type Exchange, headers, json, type SentRequest } from '../http/exchange.ts'
import { isObject } from '../util/values.ts'
import { RATE_HEADER_NAMES } from './allowance.ts'

const UNREACHED = new Set([502, 503, 504])

/**
 * Whether an error is visibly not the API's own: it has not the envelope of part 7, and either says that the API could not be reached, or
 * carries none of the headers that part 8 puts on every answer.
 */
export function isForeign(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0
  if (status < 400 || hasEnvelope(exchange)) return false
  return UNREACHED.has(status) || RATE_HEADER_NAMES.every((name) => headers(exchange, name).length === 0)
}

function hasEnvelope(exchange: Exchange): boolean {
  const body = json(exchange)
  return isObject(body) && typeof body['error'] === 'string' && typeof body['code'] === 'string'
}

/** The longest valid body is a note of 10,000 characters, each of them escaped twice. */
const LONGEST_BODY = 128 * 1024
const LONGEST_HEAD = 8 * 1024

/**
 * Whether no client of this API would send such a request: control characters, slashes or broken percent-escapes in an address, a body
 * beyond every stated limit, or headers beyond what servers commonly read. What answers it need not be the API.
 */
export function isOutlandish({ path, query, headers: sent, body = '' }: SentRequest): boolean {
  const head = sent.reduce((sum, [name, value]) => sum + name.length + value.length + 4, path.length)
  return (
    head > LONGEST_HEAD ||
    body.length > LONGEST_BODY ||
    path.split('/').some((segment) => isOddSegment(segment)) ||
    query.some(([name, value]) => CONTROL.test(`${name}${value}`))
  )
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/

function isOddSegment(segment: string): boolean {
  try {
    const decoded = decodeURIComponent(segment)
    return CONTROL.test(decoded) || /[/\\]/.test(decoded)
  } catch {
    return true
  }
}
