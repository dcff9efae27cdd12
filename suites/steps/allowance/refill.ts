import type { Exchange } from '../../../lib/http/exchange.ts'
import { RATE_LIMIT } from '../../../lib/api/oracles/rate-headers.ts'

const WINDOW_MS = 3_600_000

/** What an allowance that refills evenly gains from the start of one exchange to the end of another, in requests. Part 8. */
export function refilled(first: Exchange, last: Exchange): number {
  return ((last.startedAt + last.durationMs - first.startedAt) * RATE_LIMIT) / WINDOW_MS
}
