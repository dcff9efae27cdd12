import type { ReasonKind, Verdict } from '../judge/verdict.ts'
import type { CaseDefinition } from './suite.ts'

/** The outcome of one case. */
export interface CaseOutcome {
  readonly definition: CaseDefinition
  readonly verdict: Verdict
  readonly reason?: string
  readonly reasonKind?: ReasonKind
  /** Options and variables that would enable the case. */
  readonly options?: readonly string[]
  /** Ids of the exchanges that the case used, shared ones included. */
  readonly exchanges: readonly number[]
  /** Requests that the case itself sent. */
  readonly requests: number
  /** When it began: milliseconds since 1970; absent: it did not run. */
  readonly startedAt?: number
  readonly durationMs: number
  /** The case failed and nevertheless ran to its end: every requirement that it verifies was judged. */
  readonly whole?: true
}

/** The behaviour of the target on an open point. */
export interface Observation {
  readonly requirement: string
  readonly text: string
  readonly exchanges: readonly number[]
}

/** The outcome of a case that did not run, and why. */
export function notRun(
  definition: CaseDefinition,
  why: Pick<CaseOutcome, 'verdict' | 'reason' | 'reasonKind'>,
): CaseOutcome {
  return { definition, ...why, exchanges: [], requests: 0, durationMs: 0 }
}
