import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { CaseOutcome } from '../../engine/case/outcome.ts'
import type { Finding } from '../../engine/judge/finding.ts'
import type { ProgressEvent } from '../report/progress.ts'

/** The progress of a run; what is violated so far was found by cases or by oracles. */
export interface RunProgress extends ProgressEvent {
  readonly phase: string
  readonly requests: number
  readonly failed: number
}

/** News that a run has for its operator. */
export interface News {
  /** Called before waiting for a rate-limit window (`--wait`), with the milliseconds. */
  readonly onWait?: (ms: number) => void
  /** Called with one line of news while nothing else is shown. */
  readonly onNotice?: (line: string) => void
}

/** Callbacks for the progress of a run. */
export interface RunEvents extends News {
  readonly onProgress?: (progress: RunProgress) => void
  /** Called at the end of each case. */
  readonly onCase?: (outcome: CaseOutcome) => void
}

/** What the cases of a run are watched by, and what ends it early. */
export interface ConductEvents extends News {
  readonly signal?: AbortSignal
  readonly onStart?: (definition: CaseDefinition) => void
  /** Called before the run waits for its target, with what it waits for: `a limiter of the target`. */
  readonly onPatience?: (reason: string) => void
  /** Called at the end of each case; `found`: what was found so far. */
  readonly onCase?: (
    outcome: CaseOutcome,
    progress: Pick<RunProgress, 'done' | 'total' | 'requests'>,
    found: readonly Finding[],
  ) => void
}
