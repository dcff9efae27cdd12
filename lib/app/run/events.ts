import type { CaseDefinition } from '../../engine/case/suite.ts'
import type { CaseOutcome } from '../../engine/case/outcome.ts'
import type { Finding } from '../../engine/judge/finding.ts'
import type { ProgressEvent } from '../report/progress.ts'

/** Callbacks for the progress of a run. */
export interface RunEvents {
  readonly onProgress?: (progress: ProgressEvent) => void
  /** Called before waiting for a rate-limit window (`--wait`), with the milliseconds. */
  readonly onWait?: (ms: number) => void
  /** Called at the end of each case. */
  readonly onCase?: (outcome: CaseOutcome) => void
}

/** Callbacks for the cases of a run, and the signal that ends it early. */
export interface ConductEvents extends Pick<RunEvents, 'onWait'> {
  readonly signal?: AbortSignal
  readonly onStart?: (definition: CaseDefinition) => void
  /** Called before the run waits for its target, with the reason: `a limiter of the target`. */
  readonly onPatience?: (reason: string) => void
  /** Called at the end of each case; `found`: the certain findings so far. */
  readonly onCase?: (outcome: CaseOutcome, progress: ProgressEvent, found: readonly Finding[]) => void
}
