import type { RateHeaders } from '../rate-headers.ts'

/** Their usual names. */
export const RATE_HEADERS: RateHeaders = {
  limit: 'X-RateLimit-Limit',
  remaining: 'X-RateLimit-Remaining',
  reset: 'X-RateLimit-Reset',
}
