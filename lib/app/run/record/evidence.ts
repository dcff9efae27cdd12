import type { CaseOutcome } from '../../../engine/case/outcome.ts'
import { shownFile } from '../../../engine/case/position.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import type { CaseResult } from '../../report/record.ts'
import type { Conducted } from '../conduct.ts'
import type { RunEvidence } from './results.ts'

/** The evidence behind the verdicts of a run. */
export function runEvidence(conducted: Conducted): RunEvidence {
  const { outcomes, tally, problem } = conducted
  return {
    findings: findingsOf(conducted),
    cases: outcomes.map(caseResult),
    held: tally.held,
    unsure: [...outcomes.flatMap(({ unsure = [] }) => unsure), ...tally.unsure],
    observed: new Set(conducted.observed.map(({ requirement }) => requirement)),
    exchanges: new Map(tally.exchanges.map((exchange) => [exchange.id, exchange])),
    problem,
  }
}

/** What cases and oracles found. */
export function findingsOf({ outcomes, tally }: Conducted): readonly Finding[] {
  return [...outcomes.flatMap(({ findings }) => findings), ...tally.findings]
}

/** A case in the record. */
export function caseResult(outcome: CaseOutcome): CaseResult {
  const {
    definition,
    verdict,
    reason,
    reasonKind,
    options = [],
    requests,
    exchanges,
    unsure = [],
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
    flaky: unsure.length > 0 ? true : undefined,
    whole,
    isDrawn,
  }
}

function positionIn({ position }: CaseOutcome['definition']): Pick<CaseResult, 'file' | 'line'> {
  const at = position?.()
  return { file: at && shownFile(at), line: at?.line }
}
