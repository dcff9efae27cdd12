import { endOf, type Exchange, headers, isFromCache, isLimited, servedAt } from './exchange.ts'

/** Requests per hour and key. Part 8. */
export const HOURLY_LIMIT = 1000

/** The three headers that part 8 requires on every response of an endpoint. */
export const RATE_HEADER = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const
export const RATE_HEADER_NAMES: readonly string[] = Object.values(RATE_HEADER)

/** X-RateLimit-Remaining as a number; undefined unless it is a single whole number, and counted for this answer. */
export function remainingOf(exchange: Exchange): number | undefined {
  return isFromCache(exchange) ? undefined : rateNumber(exchange, RATE_HEADER.remaining)
}

/** The window is an hour. A wait of more than twice that was read in a wrong unit. */
const LONGEST_WAIT_MS = 2 * 3600 * 1000
/** Clocks differ: a Reset up to a minute in the past means that the window opens now. An earlier one was read in a wrong unit. */
const LONGEST_DELAY_MS = 60 * 1000

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\bGMT$/

/** The whole number in a rate header; undefined if it is missing, malformed or contradictory. */
export function rateNumber(exchange: Exchange, name: string): number | undefined {
  const value = only(exchange, name)
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined
}

/** When the window opens, according to a header. */
export interface Reset {
  /** The unit of a number, or the form of a date. */
  readonly form: string
  /** Milliseconds from the answer until the window opens. */
  readonly waitMs: number
}

/** What X-RateLimit-Reset says; undefined if it is not understood. */
export function resetOf(exchange: Exchange): Reset | undefined {
  return readWait(exchange, RATE_HEADER.reset)
}

/**
 * Reads a header that says when the window opens. Unit and form are open, so this understands seconds left, epoch seconds, epoch
 * milliseconds, an HTTP date and an ISO 8601 date. Undefined for anything else and for instants that no hourly window can have.
 * Instants are compared with the answer's `Date`, or with our clock.
 */
function readWait(exchange: Exchange, name: string): Reset | undefined {
  const value = only(exchange, name)
  if (value === undefined) return undefined
  const number = /^\d{1,14}(\.\d{1,9})?$/.test(value) ? Number(value) : undefined
  if (number !== undefined && number * 1000 <= LONGEST_WAIT_MS)
    return { form: 'seconds left', waitMs: number * 1000 }
  const { form, at } = number === undefined ? { form: 'a date', at: dateOf(value) } : epochOf(number)
  const wait = at === undefined ? undefined : at - (servedAt(exchange) ?? endOf(exchange))
  if (wait === undefined || wait > LONGEST_WAIT_MS || wait < -LONGEST_DELAY_MS) return undefined
  return { form, waitMs: Math.max(0, wait) }
}

/** Milliseconds in the `Retry-After` of a 429 or 503; undefined if absent or longer than a window. */
export function retryAfter(exchange: Exchange): number | undefined {
  const isRefusal = [429, 503].includes(exchange.response?.status ?? 0)
  return isRefusal ? readWait(exchange, 'Retry-After')?.waitMs : undefined
}

/** The longest wait that a burst limiter asks for. A longer wait is about the hourly allowance. */
const LONGEST_BRIEF_MS = 10_000

/** The wait that a 429 or 503 asks for, at most as long as one for a limiter of bursts; undefined if it asks for none. */
export function briefWait(exchange: Exchange): number | undefined {
  const asked = waitAsked(exchange)
  return asked === undefined ? undefined : Math.min(asked, LONGEST_BRIEF_MS)
}

/**
 * Whether a 429 comes from a limiter of bursts, of writes or of simultaneous requests, and passes before the
 * hour is over: a gateway sent it, it asks for a short wait, or it says that requests are left.
 */
export function isBurstLimit(exchange: Exchange): boolean {
  if (!isLimited(exchange)) return false
  if (exchange.gateway === true) return true
  // A case spends this key until the API refuses it, and judges each refusal.
  if (exchange.key === 'exhaustible') return false
  const asked = waitAsked(exchange)
  return asked === undefined ? remainingOf(exchange) !== 0 : asked <= LONGEST_BRIEF_MS
}

/** The wait that an answer asks for: its `Retry-After`, or the reset of the hour if a 429 says that nothing is left of it. */
function waitAsked(exchange: Exchange): number | undefined {
  const isSpent = isLimited(exchange) && remainingOf(exchange) === 0
  return retryAfter(exchange) ?? (isSpent ? resetOf(exchange)?.waitMs : undefined)
}

/** The instant, in milliseconds, of a number that is too large to be seconds left. Milliseconds have had 13 digits since 2001; seconds have 10. */
function epochOf(number: number): { readonly form: string; readonly at: number } {
  return number < 1e12
    ? { form: 'seconds since the epoch', at: number * 1000 }
    : { form: 'milliseconds since the epoch', at: number }
}

function dateOf(value: string): number | undefined {
  if (!ISO_DATE.test(value) && !HTTP_DATE.test(value)) return undefined
  const instant = Date.parse(value)
  return Number.isNaN(instant) ? undefined : instant
}

/** The value of a header that is given once, or repeatedly with the same value. */
function only(exchange: Exchange, name: string): string | undefined {
  const [value, ...more] = headers(exchange, name).map((one) => one.trim())
  return more.every((other) => other === value) ? value : undefined
}
