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
  const { startedAt, durationMs } = exchange
  const stated = dataOf(exchange)['created_at']
  const createdAt = instant(stated)
  if (createdAt === undefined) return
  const dated = servedAt(exchange)
  const clock =
    dated === undefined
      ? { at: startedAt, name: 'our clock', differsMs: OURS_DIFFERS_MS }
      : { at: dated, name: 'the Date header', differsMs: CLOCKS_DIFFER_MS }
  const offMs = Math.min(Math.abs(createdAt - startedAt), Math.abs(createdAt - clock.at))
  judgements.check(
    offMs <= clock.differsMs + durationMs,
    requirement,
    `the time of the request, ${new Date(clock.at).toISOString()} by ${clock.name}`,
    () => quote(stated),
    { pointer: '/data/created_at' },
  )
}
