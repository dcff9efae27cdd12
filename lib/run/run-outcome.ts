import type { Exchange } from '../http/exchange.ts'
import type { Scrubber } from '../http/scrub.ts'
import type { RunRecord } from '../report/record.ts'

/** What a run leaves: its record, all its traffic, and the one door through which text about it may leave the process. */
export interface RunOutcome {
  readonly record: RunRecord
  readonly exchanges: readonly Exchange[]
  readonly scrub: Scrubber
}
