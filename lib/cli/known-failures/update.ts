import type { RequirementResult, RunRecord } from '../../report/record.ts'
import { capChars } from '../../report/text.ts'
import type { KnownFailure } from '../../run/options.ts'
import { shownLine } from '../shown.ts'

/** The entries that follow from a record, and how they differ from those that were there. */
export interface KnownFailuresUpdate {
  /** In the order of the record. */
  readonly entries: readonly KnownFailure[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/**
 * Makes the known failures of a run. An entry that still fails, or about which the run says nothing, stays as it is; one
 * that passed goes; a new failure gets a reason that says what was seen, for a person to replace.
 */
export function updateKnownFailures(
  record: RunRecord,
  present: readonly KnownFailure[] = [],
): KnownFailuresUpdate {
  const listed = new Map(present.map((entry) => [entry.id, entry]))
  const added: KnownFailure[] = []
  const removed: string[] = []
  const judged = record.requirements.flatMap((requirement) => {
    const entry = listed.get(requirement.id)
    if (requirement.verdict === 'failed' && entry === undefined) {
      const fresh = { id: requirement.id, reason: reasonOf(requirement, record.startedAt.slice(0, 10)) }
      added.push(fresh)
      return [fresh]
    }
    if (requirement.verdict === 'passed' && entry !== undefined) removed.push(entry.id)
    return entry === undefined || requirement.verdict === 'passed' ? [] : [entry]
  })
  const named = new Set(record.requirements.map(({ id }) => id))
  const elsewhere = present.filter(({ id }) => !named.has(id))
  return { entries: [...judged, ...elsewhere], added: added.map(({ id }) => id), removed }
}

function reasonOf({ findings }: RequirementResult, day: string): string {
  const [first] = findings
  if (first === undefined) return `Failing since ${day} or earlier`
  const seen = `${first.where}: expected ${first.expected}; received ${first.received}`
  return `Failing since ${day} or earlier. ${capChars(shownLine(seen), 240)}`
}
