import type { Outcome } from '../outcome.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { dayOf, FAILURES, OUTCOMES, outcomeOf } from '../outcome.ts'

/** One place of the map: a part, an operation, or something beside the operations. */
export interface Place {
  /** The worst outcome in it; `undefined`: the run has no requirement there. */
  readonly outcome: Outcome | undefined
  readonly passed: number
  readonly violated: number
  readonly inconclusive: number
  readonly all: number
}

/** The place of one part of the specification. */
export function partPlace(record: RunRecord, part: number): Place {
  return place(
    record,
    record.requirements.filter((row) => row.part === part),
  )
}

/**
 * The place of one endpoint: its own requirements, and those of every endpoint that were seen violated there. So an
 * operation that breaks the error envelope shows it, although the envelope is a rule of all operations.
 */
export function endpointPlace(record: RunRecord, endpoint: string): Place {
  const seenHere = (row: RequirementResult): boolean =>
    row.findings.some((finding) => finding.where === endpoint)
  return place(
    record,
    record.requirements.filter((row) => row.endpoint === endpoint || seenHere(row)),
  )
}

function place(record: RunRecord, rows: readonly RequirementResult[]): Place {
  const day = dayOf(record)
  const outcomes = rows.map((row) => outcomeOf(row, day))
  const bad = outcomes.filter((outcome) => FAILURES.some((failure) => failure === outcome)).length
  const passed = outcomes.filter((outcome) => outcome === 'passed').length
  const inconclusive = outcomes.filter((outcome) => outcome === 'inconclusive').length
  const worst = OUTCOMES.find((outcome) => outcomes.includes(outcome))
  // Some rows that could not be exercised do not colour a place in which others passed.
  const soft = worst === 'inconclusive' || worst === 'not-applicable' || worst === 'disabled'
  return {
    outcome: soft && passed > 0 ? 'passed' : worst,
    passed,
    violated: bad,
    inconclusive,
    all: rows.length,
  }
}
