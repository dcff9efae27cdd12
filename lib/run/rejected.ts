import type { CaseOutcome } from '../harness/outcome.ts'
import type { Exchange } from '../http/exchange.ts'
import { isRejection } from './watch.ts'

/** Outcomes of a run whose key stopped working: a violation that only shows a refused key says nothing of the target. */
export function withoutRejections(
  outcomes: readonly CaseOutcome[],
  exchanges: readonly Exchange[],
): readonly CaseOutcome[] {
  const refused = new Set(exchanges.filter(isRejection).map(({ id }) => id))
  return outcomes.map((outcome) => {
    const findings = outcome.findings.filter((finding) => !finding.exchanges.some((id) => refused.has(id)))
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
