/** The report on the last whole run: the requirements that failed in it, and the changes since. */
import { changesBetween, type RequirementChange, settingsBetween } from './comparison.ts'
import { withOutcome } from './outcome.ts'
import { type CaseResult, isTraffic, type RequirementResult, type RunRecord } from './record.ts'
import { groupBy } from '../../engine/util/collections.ts'

/** The requirements that failed in a run. */
export function failedIn(record: Pick<RunRecord, 'startedAt' | 'requirements'>): RequirementResult[] {
  return withOutcome(record, 'failed')
}

/**
 * The changes since the last whole run, if a later run of the same target with the same settings was not cut
 * short, or checked the failed requirements with `--last-failed`.
 */
export function sinceEarlier(earlier: RunRecord | undefined, later: RunRecord): RunRecord['since'] {
  if (earlier === undefined || isTraffic(earlier)) return undefined
  const { startedAt } = earlier
  const changes = changesBetween(earlier, later)
  const fixed = idsOf(changes.fixed)
  if (later.settings.selection?.lastFailed === true)
    return { startedAt, broke: [], fixed, failed: failedAndAsked(earlier, later) }
  const isComparable =
    later.cutShort !== true && isOfSameTarget(earlier, later) && settingsBetween(earlier, later).length === 0
  return isComparable ? { startedAt, broke: idsOf(changes.broke), fixed } : undefined
}

/** The requirements that failed in a run, and that a later run was asked to judge. */
function failedAndAsked(earlier: RunRecord, later: RunRecord): readonly string[] {
  const asked = new Set(
    later.requirements.filter(({ verdict }) => verdict !== 'disabled').map(({ id }) => id),
  )
  return idsOf(failedIn(earlier)).filter((id) => asked.has(id))
}

/**
 * The cases that show whether a requirement still fails. For each operation at which it failed: the case that
 * asserted a finding, or that sent its exchanges with the fewest requests. And one case that can show that it
 * holds, since the right answer to the failing request may show nothing, such as an empty page.
 */
export function sendersOf({ cases }: Pick<RunRecord, 'cases'>, row: RequirementResult): readonly string[] {
  const places = groupBy(row.findings, ({ where }) => where)
  const senders = [...places.values()].flatMap(([finding]) =>
    finding.case === undefined
      ? finding.exchanges.flatMap((id) => cheapest(cases.filter(({ exchanges }) => exchanges.includes(id))))
      : [finding.case],
  )
  if (senders.length === 0) return row.cases
  if (senders.some((id) => row.cases.includes(id))) return [...new Set(senders)]
  const judging = cases.filter(
    ({ id, verdict }) => row.cases.includes(id) && (verdict === 'passed' || verdict === 'failed'),
  )
  return [...new Set([...senders, ...cheapest(judging)])]
}

/** The case with the fewest requests; none of none. */
function cheapest(cases: readonly CaseResult[]): readonly string[] {
  return cases
    .toSorted((a, b) => a.requests - b.requests)
    .slice(0, 1)
    .map(({ id }) => id)
}

function idsOf(some: readonly Pick<RequirementChange, 'id'>[]): string[] {
  return some.map(({ id }) => id)
}

function isOfSameTarget({ target: a }: RunRecord, { target: b }: RunRecord): boolean {
  return a.embedded === b.embedded && (a.embedded || a.baseUrl === b.baseUrl)
}
