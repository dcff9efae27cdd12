import { anyPosition, type Finding } from '../../judge/finding.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'
import { capChars, shownLine } from '../../util/text.ts'
import type { KnownFailure } from '../../run/options.ts'

/** The entries that follow from a record, and how they differ from those that were there. */
export interface KnownFailuresUpdate {
  /** In the order of the record. */
  readonly entries: readonly KnownFailure[]
  /** Ids of the requirements that have entries that are new, or no more: `LEAD-01 at GET /leads`. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** A requirement that fails at more places of a body than these gets one entry for each operation. */
const MOST_POINTERS = 5

/**
 * Makes the known failures of a run. An entry whose place still fails, or about which the run says nothing, stays as it is; one whose
 * requirement passed goes. Each new place of a failure gets an entry of its own, be it a consequence of another, with a reason that says
 * what was seen, for a person to replace.
 */
export function updateKnownFailures(
  record: RunRecord,
  present: readonly KnownFailure[] = [],
): KnownFailuresUpdate {
  const added: KnownFailure[] = []
  const removed: KnownFailure[] = []
  const judged = record.requirements.flatMap((requirement) => {
    const listed = present.filter(({ id }) => id === requirement.id)
    if (requirement.verdict === 'passed') {
      removed.push(...listed)
      return []
    }
    const fresh = requirement.verdict === 'failed' ? freshEntries(requirement, listed, record) : []
    added.push(...fresh)
    return [...listed, ...fresh]
  })
  const named = new Set(record.requirements.map(({ id }) => id))
  const elsewhere = present.filter(({ id }) => !named.has(id))
  return { entries: [...judged, ...elsewhere], added: added.map(nameOf), removed: removed.map(nameOf) }
}

/** An entry in a few words: `LEAD-01 at GET /leads`. */
export function nameOf({ id, where }: KnownFailure): string {
  return where === undefined ? id : `${id} at ${where}`
}

function freshEntries(
  requirement: RequirementResult,
  listed: readonly KnownFailure[],
  { startedAt }: RunRecord,
): KnownFailure[] {
  const open = requirement.findings.filter((finding) => !listed.some((entry) => isPlaceOf(entry, finding)))
  const pointers = new Set(open.map(({ pointer = '' }) => anyPosition(pointer)))
  // Not all findings of a requirement are in the record: a place that is not there must not fail the next run.
  const byPointer = pointers.size <= MOST_POINTERS && requirement.reasonKind !== 'more-findings'
  const entries = new Map<string, KnownFailure>()
  for (const finding of open) {
    const { where, pointer } = finding
    const place = byPointer && pointer !== undefined ? { where, pointer: anyPosition(pointer) } : { where }
    const key = JSON.stringify(place)
    if (entries.has(key)) continue
    entries.set(key, { id: requirement.id, ...place, reason: reasonOf(finding, startedAt.slice(0, 10)) })
  }
  return [...entries.values()]
}

function isPlaceOf({ where, pointer }: KnownFailure, finding: Finding): boolean {
  if (where !== undefined && where !== finding.where) return false
  return pointer === undefined || anyPosition(pointer) === anyPosition(finding.pointer ?? '')
}

function reasonOf({ where, expected, received, consequenceOf }: Finding, day: string): string {
  const causes = consequenceOf === undefined ? '' : `, probably because of ${consequenceOf.join(', ')}`
  const seen = `${where}: expected ${expected}; received ${received}`
  return `Failing since ${day} or earlier${causes}. ${capChars(shownLine(seen), 240)}`
}
