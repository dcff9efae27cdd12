import type { RateHeaders } from '../rate-headers.ts'

/** The names that most services give them. */
export const RATE_HEADERS: RateHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
}
