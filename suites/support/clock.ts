import { CLOCKS_DIFFER_MS } from '../../lib/engine/case/certainty.ts'
import { type Exchange, servedAt } from '../../lib/engine/http/exchange.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import { dataOf } from '../../lib/engine/judge/reading.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import { quote } from '../../lib/engine/util/values.ts'

/** Our clock alone may be wrong by hours, but not by a day. */
const OURS_DIFFERS_MS = DAY_MS

/**
 * `created_at` of a new item is the time of the request, by the clock of the `Date` header or by ours: either
 * may be wrong. Without that header, our clock only detects times of another day.
 */
export function judgeCreatedNow(exchange: Exchange, judgements: Judgements, requirement: string): void {
  const stated = dataOf(exchange)['created_at']
  const [createdAt, dated] = [instant(stated), servedAt(exchange)]
  if (createdAt === undefined) return
  const clocks = [exchange.startedAt, dated ?? exchange.startedAt]
  const off = Math.min(...clocks.map((clock) => Math.abs(createdAt - clock)))
  const by = dated === undefined ? 'our clock' : 'the Date header'
  judgements.check(
    off <= (dated === undefined ? OURS_DIFFERS_MS : CLOCKS_DIFFER_MS) + exchange.durationMs,
    requirement,
    `the time of the request, ${new Date(dated ?? exchange.startedAt).toISOString()} by ${by}`,
    () => quote(stated),
    { pointer: '/data/created_at' },
  )
}
