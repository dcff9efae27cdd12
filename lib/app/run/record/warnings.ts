import type { CaseOutcome } from '../../../engine/case/outcome.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { isUnreached } from '../../../engine/judge/foreign-answers.ts'
import { place } from '../../../engine/judge/judgements.ts'
import { few } from '../../../engine/util/bounds.ts'
import { groupBy } from '../../../engine/util/collections.ts'
import { count } from '../../../engine/util/text.ts'
import type { Conducted } from '../conduct.ts'
import type { RunOptions } from '../options.ts'
import type { Target } from '../target.ts'

/** What a reader of the results has to know, one line each. They are not violations. */
export function warningsOf(
  conducted: Conducted,
  { proxy, baseUrl }: Target,
  { verifyTls }: RunOptions,
): string[] {
  return [
    ...(verifyTls ? [] : ['TLS certificates were not verified (--insecure)']),
    ...(proxy !== undefined && baseUrl.startsWith('http:')
      ? [
          `requests went through the proxy ${proxy.origin} (${proxy.variable}): what it answers counts as the target's`,
        ]
      : []),
    ...momentsOf(conducted.tally.exchanges, conducted.rate),
    ...leftOut(conducted.outcomes),
  ]
}

/** How much was left out for lack of allowance, and why. */
function leftOut(outcomes: readonly CaseOutcome[]): string[] {
  const left = outcomes.filter(({ reasonKind, requests }) => reasonKind === 'budget' && requests === 0)
  const [first] = left
  if (first?.reason === undefined) return []
  return [`${left.length} of ${outcomes.length} cases were ${first.reason}`]
}

/**
 * Warnings about temporary problems and about answers of something in front of the API, one line each. They are not
 * violations.
 * @param rate - requests per second that the run slowed down to, if it did
 */
export function momentsOf(exchanges: readonly Exchange[], rate?: number): string[] {
  const isLate = ({ failure }: Exchange): boolean => failure?.kind === 'timeout'
  const passing = exchanges.filter((one) => one.momentary === true && !isLate(one) && !isUnreached(one))
  return [
    ...lineOn(exchanges.filter(isUnreached), 'did not reach the API'),
    ...lineOn(passing, 'failed for a moment'),
    ...lineOn(exchanges.filter(isLate), 'got no answer in time (--concurrency sends fewer at once)'),
    ...(rate === undefined
      ? []
      : [
          `something in front of the API limits requests: slowed down to ${rate.toFixed(0)} a second (--rate)`,
        ]),
  ]
}

/** A line on some exchanges, with how often each place occurred: `503 of GET /things (2), GET /status`. */
function lineOn(exchanges: readonly Exchange[], what: string): string[] {
  if (exchanges.length === 0) return []
  const groups = groupBy(exchanges, (one) =>
    one.response === undefined ? place(one) : `${one.response.status} of ${place(one)}`,
  )
  const places = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  const shown = few(places.map(([name, some]) => (some.length === 1 ? name : `${name} (${some.length})`)))
  return [`${count(exchanges.length, 'request')} ${what}: ${shown}`]
}
