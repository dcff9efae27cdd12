import type { Exchange } from '../http/exchange.ts'
import { rateNumber } from '../http/rate-headers.ts'

/** Requests per hour and key. Part 8. */
export const RATE_LIMIT = 1000

/** The three headers that part 8 requires on every response of an endpoint. */
export const RATE_HEADERS = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
} as const
export const RATE_HEADER_NAMES: readonly string[] = Object.values(RATE_HEADERS)

/** X-RateLimit-Remaining as a number; undefined unless it is a single whole number. */
export function remainingOf(exchange: Exchange): number | undefined {
  return rateNumber(exchange, RATE_HEADERS.remaining)
}
