import type { Finding } from '../judge/finding.ts'
import type { ReasonKind } from '../judge/reason.ts'
import type { Verdict } from '../judge/verdict.ts'
import type { CaseDefinition } from './case.ts'

/** What became of one case. */
export interface CaseOutcome {
  readonly definition: CaseDefinition
  readonly verdict: Verdict
  readonly reason?: string
  readonly reasonKind?: ReasonKind
  /** Options and variables by which the operator would enable it. */
  readonly options?: readonly string[]
  readonly findings: readonly Finding[]
  /** Ids of the exchanges that the case looked at, shared ones included. */
  readonly exchanges: readonly number[]
  /** Requests that the case itself sent. */
  readonly requests: number
  readonly durationMs: number
  /** Failed at first, and passed when it was tried again with fresh answers. */
  readonly flaky: boolean
}

/** What the target was seen to do on an open point. */
export interface Observed {
  readonly requirement: string
  readonly text: string
  readonly exchanges: readonly number[]
}

/** The outcome of a case that was not run. */
export function notRun(
  definition: CaseDefinition,
  verdict: Verdict,
  reason: string,
  reasonKind: ReasonKind,
): CaseOutcome {
  return {
    definition,
    verdict,
    reason,
    reasonKind,
    findings: [],
    exchanges: [],
    requests: 0,
    durationMs: 0,
    flaky: false,
  }
}
