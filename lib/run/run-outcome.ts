import type { Exchange } from '../http/exchange.ts'
import type { Scrubber } from '../http/scrub.ts'
import type { RunRecord } from '../report/record.ts'

/** The result of a run: its record, all its traffic, and the scrubber for any text about it. */
export interface RunOutcome {
  readonly record: RunRecord
  readonly exchanges: readonly Exchange[]
  readonly scrub: Scrubber
}
