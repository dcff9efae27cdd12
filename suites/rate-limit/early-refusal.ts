/** A 429 that comes although plenty was left. */
import { endOf, type Exchange, isLimited } from '../../lib/engine/http/exchange.ts'
import type { Finding } from '../../lib/engine/judge/finding.ts'
import { findingIn } from '../../lib/engine/judge/judgements.ts'
import { remainingOf } from '../../lib/engine/http/rate-headers.ts'

/** RATE-10 speaks of 100 requests that were left within the five seconds before. */
export const PLENTY = 100
const BEFORE_MS = 5_000

/**
 * RATE-10 (part 8), judged over a whole run: an operation answers a key 429, and from then on nothing else, although
 * plenty was left a moment before. A 429 that passes was no refusal for lack of requests.
 */
export function earlyRefusal(exchanges: readonly Exchange[]): {
  readonly held: ReadonlyMap<string, number>
  readonly findings: readonly Finding[]
} {
  const keys = (['main', 'other'] as const).map((key) => exchanges.filter((one) => one.key === key))
  for (const own of keys)
    for (const refused of own.filter(isLimited)) {
      const later = own.filter(({ id, operation }) => id > refused.id && operation === refused.operation)
      const last = lastWithPlenty(own, refused)
      if (last !== undefined && later.length > 0 && later.every(isLimited))
        return { held: new Map(), findings: [finding(refused, last, later)] }
    }
  const isPlenty = (one: Exchange): boolean => !isLimited(one) && (remainingOf(one) ?? 0) >= PLENTY
  const isShown = keys.some((own) => own.filter(isPlenty).length > 1)
  return { held: new Map(isShown ? [['RATE-10', 1]] : []), findings: [] }
}

/** The last answer before a refusal, if all answers of the moment before left plenty: a host whose counter is late may say too much. */
function lastWithPlenty(own: readonly Exchange[], refused: Exchange): Exchange | undefined {
  const recent = own
    .filter((one) => !isLimited(one) && endOf(one) <= refused.startedAt)
    .filter((one) => endOf(one) > refused.startedAt - BEFORE_MS)
  return recent.every((one) => (remainingOf(one) ?? 0) >= PLENTY) ? recent.at(-1) : undefined
}

function finding(refused: Exchange, last: Exchange, later: readonly Exchange[]): Finding {
  const words = {
    requirement: 'RATE-10',
    expected: 'no 429 before 1,000 requests in an hour',
    received: `status 429 from then on, although ${remainingOf(last)} requests were left just before`,
  }
  return findingIn(refused, words, { status: 429, also: [last, ...later.slice(0, 1)] })
}
