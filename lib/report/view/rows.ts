import { type Evidence, evidenceOf, type Lookup } from './evidence.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { dayOf, FAILURES, type Outcome, outcomeOf } from '../outcome.ts'
import { endpointName } from '../wording.ts'
import { FEW, few, LONGEST_WORDS } from '../../util/bounds.ts'
import { count, thousands } from '../../util/text.ts'
import { wasServed } from '../../judge/finding.ts'
import { groupBy } from '../../util/collections.ts'

/** A requirement with everything that reports show of it. */
export interface Row {
  readonly id: string
  readonly result: RequirementResult
  readonly outcome: Outcome
  /** Its findings, the most telling first: what was served wrongly, then what was received most often. */
  readonly evidence: readonly Evidence[]
  /** Operations where it was violated, most frequent first. */
  readonly places: readonly string[]
  /** `GET /things, POST /things and 15 more`, or what the requirement speaks of. */
  readonly where: string
  /** What was received, most telling first, and how often: `status 201 instead of 200, 8 times`; empty: nothing wrong. */
  readonly seen: string
  /** What was expected, where {@link seen} does not say it, and where it is short: a longer one repeats the requirement. */
  readonly expected?: string
  /** What the known-failures file says of it, as a clause: `is a known failure until 2026-12-31: renamed soon`. */
  readonly excuse?: string
  /** It in one line below its text: where and what was seen, or the {@link excuse}. */
  readonly brief: string
  /** Its first finding in one line, and how many more there are; or the {@link excuse}. */
  readonly message: string
  /** The source of the case that shows or verifies it. */
  readonly position?: { readonly file: string; readonly line?: number }
  /** Ids of requirements that cannot be judged while it is violated. */
  readonly blocked: readonly string[]
}

/** A root cause of a failed run, with the violations that follow from it. */
export interface Cause extends Row {
  readonly consequences: readonly Row[]
}

/** The rows of a record, in catalogue order, open points included. */
export function rowsOf(record: RunRecord, find: Lookup): Row[] {
  const day = dayOf(record)
  return record.requirements.map((result) => rowOf(result, outcomeOf(result, day), record, find))
}

function rowOf(result: RequirementResult, outcome: Outcome, record: RunRecord, find: Lookup): Row {
  const { id, findings, endpoint } = result
  const evidence = mostTellingFirst(findings.map((finding) => evidenceOf(record, find, finding)))
  const places = [...groupBy(findings, ({ where }) => where)]
    .toSorted(([, a], [, b]) => timesOf(b) - timesOf(a))
    .map(([place]) => place)
  const where = places.length === 0 ? endpointName(endpoint) : few(places)
  const [first] = evidence
  const excuse = excuseOf(result, outcome)
  const seen = first === undefined ? '' : seenIn(first, evidence)
  return {
    id,
    result,
    outcome,
    evidence,
    places,
    where,
    seen,
    expected: first === undefined ? undefined : unsaid(first),
    excuse,
    brief: seen === '' ? (excuse ?? '') : `${where}: ${seen}`,
    message: first === undefined ? (excuse ?? '') : `${first.sentence}${more(evidence.length - 1)}`,
    position: positionOf(result, first, find),
    blocked: record.requirements.filter(({ premise }) => premise?.includes(id) === true).map((row) => row.id),
  }
}

function timesOf(findings: readonly { readonly count: number }[]): number {
  return findings.reduce((sum, finding) => sum + finding.count, 0)
}

function mostTellingFirst(evidence: readonly Evidence[]): Evidence[] {
  const often = groupBy(evidence, ({ finding }) => finding.received)
  const times = ({ finding }: Evidence): number =>
    timesOf((often.get(finding.received) ?? []).map((one) => one.finding))
  return evidence.toSorted(
    (a, b) => Number(wasServed(b.finding)) - Number(wasServed(a.finding)) || times(b) - times(a),
  )
}

function seenIn({ finding, received }: Evidence, all: readonly Evidence[]): string {
  const alike = all.filter((one) => one.finding.received === finding.received)
  const times = timesOf(alike.map((one) => one.finding))
  const instead = finding.accepted === undefined ? '' : ` instead of ${finding.accepted.join(' or ')}`
  return `${received}${instead}${times > 1 ? `, ${thousands(times)} times` : ''}`
}

function unsaid({ finding, expected }: Evidence): string | undefined {
  return finding.accepted === undefined && expected.length <= LONGEST_WORDS ? expected : undefined
}

function more(others: number): string {
  return others === 0 ? '' : ` (and ${others} more)`
}

function excuseOf(
  { known, reason = 'not exercised' }: RequirementResult,
  outcome: Outcome,
): string | undefined {
  if (known === undefined) return undefined
  const listed = known.link === undefined ? known.reason : `${known.reason}, ${known.link}`
  const until = known.until === undefined ? '' : ` until ${known.until}`
  switch (outcome) {
    case 'unexpected-pass':
      return `holds now, though it is listed as a known failure (${listed}): take the entry out`
    case 'expired-excuse':
      return `was a known failure${until} (${listed}), and was not exercised: ${reason}`
    case 'failed':
      return known.unexcused === undefined
        ? `was a known failure${until}: ${listed}`
        : `is a known failure (${listed}), but for ${count(known.unexcused, 'finding')} at other places`
    default:
      return `is a known failure${until}: ${listed}`
  }
}

function positionOf(
  { cases }: RequirementResult,
  first: Evidence | undefined,
  find: Lookup,
): Row['position'] {
  for (const id of [first?.finding.case ?? '', ...cases]) {
    const { file, line } = find.case(id) ?? {}
    if (file !== undefined) return { file, line }
  }
  return undefined
}

const SEVERITIES = ['critical', 'major', 'minor'] as const

/**
 * The causes of a failed run, most serious first: by severity, then `must` before `derived`, then by how many others
 * rest on it and how many places show it. A violation that follows from several causes is listed under the first; one
 * that follows from a known failure stands alone.
 */
export function causesOf(rows: readonly Row[]): Cause[] {
  const failing = rows.filter(({ outcome }) => FAILURES.some((one) => one === outcome))
  const ids = new Set(failing.map(({ id }) => id))
  const under = groupBy(failing, ({ result: { consequenceOf = [] } }) =>
    consequenceOf.find((id) => ids.has(id)),
  )
  return (under.get(undefined) ?? [])
    .map((row): Cause => ({ ...row, consequences: under.get(row.id) ?? [] }))
    .toSorted(
      (a, b) =>
        severityRank(a) - severityRank(b) ||
        Number(b.result.strength === 'must') - Number(a.result.strength === 'must') ||
        restingOn(b) - restingOn(a) ||
        b.places.length - a.places.length,
    )
}

function restingOn({ consequences, blocked }: Cause): number {
  return consequences.length + blocked.length
}

/** 0 for the most severe. Records of earlier versions have no severity and count as `major`. */
function severityRank({ result: { severity = 'major' } }: Row): number {
  return SEVERITIES.indexOf(severity)
}

/** The most causes that are listed one by one. If there are more, {@link sharedBy} says what they have in common. */
export const NAMED_CAUSES = 6

/** What many causes have in common, one line each; empty if there are only a few. */
export function sharedBy(causes: readonly Cause[]): string[] {
  if (causes.length <= NAMED_CAUSES) return []
  const [widest] = causes.toSorted((a, b) => b.places.length - a.places.length)
  const everywhere = causes.filter(({ result }) => result.endpoint === '*').length
  return [
    ...wrongStatus(causes),
    ...(everywhere > 1 ? [`${everywhere} are rules for every endpoint: one change may fix many places`] : []),
    ...(widest === undefined || widest.places.length < 2
      ? []
      : [`${widest.id} affects most endpoints (${widest.places.length})`]),
  ]
}

/** The largest group of causes with the same wrong status: `9 answer 422 instead of 400, e.g. THING-04`. */
function wrongStatus(causes: readonly Cause[]): string[] {
  const groups = groupBy(causes, ({ result: { findings } }) => {
    const [first] = findings
    const isOne = first?.accepted !== undefined && findings.every(({ status }) => status === first.status)
    if (!isOne || first.status === undefined) return undefined
    const isLetIn = wasServed(first) && first.accepted.every((status) => status === 400)
    return isLetIn
      ? 'accept invalid input'
      : `answer ${first.status} instead of ${first.accepted.join(' or ')}`
  })
  groups.delete(undefined)
  const [largest] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  if (largest === undefined || largest[1].length < FEW) return []
  const [words, some] = largest
  return [`${some.length} ${words}, e.g. ${some[0]?.id}`]
}
