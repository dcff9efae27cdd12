import { type Exchange, servedAt } from '../../lib/engine/http/exchange.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import { dataOf } from '../../lib/engine/judge/reading.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** Clocks may differ by five minutes. A service whose times are an hour off writes those of another zone. */
export const CLOCKS_DIFFER_MS = 5 * 60_000

/**
 * `created_at` of a new item is the time of the request, by the clock of the `Date` header or by ours: either may go
 * wrong. Without that header ours is no proof.
 */
export function judgeCreatedNow(exchange: Exchange, judgements: Judgements, requirement: string): void {
  const stated = dataOf(exchange)['created_at']
  const [createdAt, dated] = [instant(stated), servedAt(exchange)]
  if (createdAt === undefined || dated === undefined) return
  const off = Math.min(...[dated, exchange.startedAt].map((clock) => Math.abs(createdAt - clock)))
  judgements.check(
    off <= CLOCKS_DIFFER_MS + exchange.durationMs,
    requirement,
    `the time of the request, ${new Date(dated).toISOString()} by the Date header`,
    () => quote(stated),
    { pointer: '/data/created_at' },
  )
}
