import type { CaseOutcome } from '../../../engine/case/outcome.ts'
import { shownFile } from '../../../engine/case/position.ts'
import type { CaseResult } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import type { RunEvidence } from './results.ts'

/** The evidence behind the verdicts of a run. */
export function runEvidence({ outcomes, tally, ended, observed }: Conducted): RunEvidence {
  return {
    findings: tally.findings,
    cases: outcomes.map(caseResult),
    held: tally.held,
    observed: new Set(observed().map(({ requirement }) => requirement)),
    exchanges: new Map(tally.exchanges.map((exchange) => [exchange.id, exchange])),
    problem: ended?.reason,
  }
}

/** A case in the record. */
function caseResult(outcome: CaseOutcome): CaseResult {
  const {
    definition,
    verdict,
    reason,
    reasonKind,
    options = [],
    requests,
    exchanges,
    findings,
    whole,
    isDrawn,
  } = outcome
  return {
    id: definition.id,
    suite: definition.suite,
    title: definition.title,
    requirements: definition.requirements,
    verdict,
    reason,
    reasonKind,
    options: options.length === 0 ? undefined : options,
    ...positionIn(definition),
    requests,
    startedAt: outcome.startedAt === undefined ? undefined : new Date(outcome.startedAt).toISOString(),
    durationMs: Math.round(outcome.durationMs),
    exchanges,
    flaky: findings.some(({ unsure }) => unsure === true) ? true : undefined,
    whole,
    isDrawn,
  }
}

function positionIn({ position }: CaseOutcome['definition']): Pick<CaseResult, 'file' | 'line'> {
  const at = position?.()
  return { file: at && shownFile(at), line: at?.line }
}
