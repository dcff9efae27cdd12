import { type Evidence, evidenceOf, type Lookup } from './evidence.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { dayOf, type Outcome, outcomeOf } from '../outcome.ts'
import { endpointName } from '../wording.ts'
import { few, LONGEST_WORDS } from '../../util/bounds.ts'
import { count, thousands } from '../../util/text.ts'
import { type Finding, wasServed } from '../../judge/finding.ts'
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

/** The rows of a record, in catalogue order, open points included. */
export function rowsOf(record: RunRecord, find: Lookup): Row[] {
  const day = dayOf(record)
  return record.requirements.map((result) => rowOf(result, outcomeOf(result, day), record, find))
}

function rowOf(result: RequirementResult, outcome: Outcome, record: RunRecord, find: Lookup): Row {
  const { id, findings, endpoint } = result
  const evidence = mostTellingFirst(findings.map((finding) => evidenceOf(record, find, finding)))
  const places = placesOf(findings)
  const where = places.length === 0 ? endpointName(endpoint) : few(places)
  const [first] = evidence
  const excuse = excuseOf(result, outcome)
  const seen = seenIn(evidence)
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

/** The evidence of a violation, the most telling first: what was served wrongly, then what was received most often. */
function mostTellingFirst(evidence: readonly Evidence[]): Evidence[] {
  const often = groupBy(evidence, ({ finding }) => finding.received)
  const times = ({ finding }: Evidence): number =>
    timesOf((often.get(finding.received) ?? []).map((one) => one.finding))
  return evidence.toSorted(
    (a, b) => Number(wasServed(b.finding)) - Number(wasServed(a.finding)) || times(b) - times(a),
  )
}

/** Where it was violated, most frequent first. */
function placesOf(findings: readonly Finding[]): string[] {
  return [...groupBy(findings, ({ where }) => where)]
    .toSorted(([, a], [, b]) => timesOf(b) - timesOf(a))
    .map(([place]) => place)
}

/** What was received, and how often: `status 201 instead of 200, 8 times`; empty without evidence. */
function seenIn(evidence: readonly Evidence[]): string {
  const [first] = evidence
  if (first === undefined) return ''
  const { received, accepted } = first.finding
  const times = timesOf(evidence.map(({ finding }) => finding).filter((one) => one.received === received))
  const instead = accepted === undefined ? '' : ` instead of ${accepted.join(' or ')}`
  return `${first.received}${instead}${times > 1 ? `, ${thousands(times)} times` : ''}`
}

/** What was expected, where {@link seenIn} does not say it, and where it is short: a longer one repeats the requirement. */
function unsaid({ finding, expected }: Evidence): string | undefined {
  return finding.accepted === undefined && expected.length <= LONGEST_WORDS ? expected : undefined
}

function timesOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0)
}
