import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from '../report/record.ts'
import type { KnownFailure } from '../run/options.ts'
import { excuses } from '../run/record/known-failures.ts'
import { LONGEST_WORDS } from '../util/bounds.ts'
import { capChars, shownLine } from '../util/text.ts'

/** The updated entries, and which of them are new and which are gone. */
export interface Update {
  readonly entries: readonly KnownFailure[]
  readonly added: readonly KnownFailure[]
  readonly removed: readonly KnownFailure[]
}

/**
 * Updates the known failures from a record. Entries that still fail, or that the run did not judge, are kept; entries
 * of requirements that passed are removed. Each operation where a requirement fails anew gets an entry, also if it is a
 * consequence; its reason describes a finding and is meant to be replaced.
 */
export function updateKnownFailures(
  { requirements, startedAt }: RunRecord,
  present: readonly KnownFailure[],
): Update {
  const passed = new Set(requirements.flatMap(({ id, verdict }) => (verdict === 'passed' ? [id] : [])))
  const removed = present.filter(({ id }) => passed.has(id))
  const added = requirements.flatMap(({ id, verdict, findings }) => {
    if (verdict !== 'failed') return []
    const listed = present.filter((entry) => entry.id === id)
    const fresh = findings.filter((finding) => !listed.some((entry) => excuses(entry, finding)))
    const byOperation = new Map(fresh.map((finding) => [finding.where, finding]))
    return [...byOperation].map(([where, finding]) => ({
      id,
      where,
      reason: reasonOf(finding, startedAt.slice(0, 10)),
    }))
  })
  return { entries: [...present.filter(({ id }) => !passed.has(id)), ...added], added, removed }
}

function reasonOf({ where, expected, received, consequenceOf }: Finding, day: string): string {
  const causes = consequenceOf === undefined ? '' : `, probably because of ${consequenceOf.join(', ')}`
  const seen = `${where}: expected ${expected}; received ${received}`
  return `Failing since ${day} or earlier${causes}. ${capChars(shownLine(seen), LONGEST_WORDS)}`
}
