import type { CaseOutcome } from '../harness/outcome.ts'
import type { Exchange } from '../http/exchange.ts'
import { isRejection } from './watch.ts'

/**
 * What the cases of a run found before its key stopped working. A violation says nothing of the target where the refused key shows in it,
 * or where its case met the refused key before.
 */
export function withoutRejections(
  outcomes: readonly CaseOutcome[],
  refused: ReadonlySet<number>,
): readonly CaseOutcome[] {
  return outcomes.map((outcome) => {
    const met = Math.min(...outcome.exchanges.filter((id) => refused.has(id)))
    const findings = outcome.findings.filter(
      ({ exchanges }) => met === Infinity || (exchanges.length > 0 && exchanges.every((id) => id < met)),
    )
    if (findings.length === outcome.findings.length || findings.length > 0) return { ...outcome, findings }
    return {
      ...outcome,
      findings,
      verdict: 'error',
      reason: 'interrupted: the key was rejected',
      reasonKind: 'key-rejected',
    }
  })
}

/** The exchanges in which a key that is to be valid was refused. */
export function refusedIn(exchanges: readonly Exchange[]): ReadonlySet<number> {
  return new Set(exchanges.filter(isRejection).map(({ id }) => id))
}
