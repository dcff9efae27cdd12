import type { Exchange } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { remainingOf } from './rate-headers.ts'

/** So much cannot have been spent by somebody else a moment later. */
const PLENTY = 100
const MOMENT_MS = 5_000
/** Hosts that count together may lag: the least of so many answers is what is taken. */
const LOOKS = 5

/**
 * RATE-10 (part 8), judged over a whole run: a key that had plenty left a moment before gets 429. What comes after the exhaustible
 * key was spent is left to the cases on it.
 */
export function earlyRefusal(exchanges: readonly Exchange[]): readonly Finding[] {
  const spending = exchanges.find(({ key }) => key === 'exhaustible')?.startedAt ?? Infinity
  for (const key of ['main', 'other'] as const) {
    const own = exchanges.filter((one) => one.key === key && one.startedAt < spending)
    const told = own.filter((one) => one.response?.status !== 429 && remainingOf(one) !== undefined)
    for (const refused of own.filter(({ response }) => response?.status === 429)) {
      const before = told
        .filter((one) => endOf(one) <= refused.startedAt && endOf(one) > refused.startedAt - MOMENT_MS)
        .toSorted((a, b) => endOf(b) - endOf(a))
        .slice(0, LOOKS)
      const [last] = before
      if (last === undefined) continue
      const meanwhile = own.filter(
        (one) => endOf(one) > endOf(last) && one.startedAt <= endOf(refused),
      ).length
      const left = Math.min(...before.map((one) => remainingOf(one) ?? 0)) - meanwhile
      if (left >= PLENTY) return [finding(refused, last)]
    }
  }
  return []
}

function endOf({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs
}

function finding(refused: Exchange, last: Exchange): Finding {
  return {
    requirement: 'RATE-10',
    where: refused.operation ?? refused.request.path,
    expected: 'no 429 before the 1,000 requests of the hour are spent',
    received: `status 429 while ${remainingOf(last)} were left a moment before`,
    status: 429,
    exchanges: [refused.id, last.id],
    count: 1,
  }
}
