import type { Evidence } from './evidence.ts'
import type { RequirementResult } from '../record.ts'
import { FAILURES, type Outcome } from '../outcome.ts'
import { endpointName } from '../wording.ts'
import { thousands } from '../../util/text.ts'
import { wasServed } from '../../judge/finding.ts'
import { groupBy } from '../../util/collections.ts'

/** A requirement with its outcome and the evidence for its violations. */
export interface Row {
  readonly id: string
  readonly result: RequirementResult
  readonly outcome: Outcome
  readonly evidence: readonly Evidence[]
}

/** A root cause of a failed run, with what follows from it. */
export interface Cause extends Row {
  /** Operations where it was seen, most frequent first, or what the requirement speaks of. */
  readonly places: readonly string[]
  /** `GET /things, POST /things and 15 more`. */
  readonly where: string
  /** What was received, most telling first, and how often: `status 201 instead of 200, 8 times`. */
  readonly seen: string
  /** What was expected, where {@link seen} does not say it. */
  readonly expected?: string
  /** Further violations that follow from it. */
  readonly consequences: readonly Row[]
  /** Ids of requirements that cannot be judged while it is violated. */
  readonly blocked: readonly string[]
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
    .map((row) => causeOf(row, under.get(row.id) ?? [], rows))
    .toSorted(
      (a, b) =>
        severityRank(a) - severityRank(b) ||
        Number(b.result.strength === 'must') - Number(a.result.strength === 'must') ||
        restingOn(b) - restingOn(a) ||
        b.places.length - a.places.length,
    )
}

function causeOf(row: Row, consequences: readonly Row[], rows: readonly Row[]): Cause {
  const byPlace = [...groupBy(row.result.findings, ({ where }) => where)]
  const often = (some: readonly { readonly count: number }[]): number =>
    some.reduce((sum, { count }) => sum + count, 0)
  const places = byPlace.toSorted(([, a], [, b]) => often(b) - often(a)).map(([place]) => place)
  const [most] = received(row)
  return {
    ...row,
    places,
    where: places.length === 0 ? endpointName(row.result.endpoint) : shortened(places),
    seen: seenIn(row, most),
    expected: most?.accepted === undefined ? most?.expected : undefined,
    consequences,
    blocked: rows.filter(({ result }) => result.premise?.includes(row.id) === true).map(({ id }) => id),
  }
}

function restingOn({ consequences, blocked }: Cause): number {
  return consequences.length + blocked.length
}

/** 0 for the most severe. Records of earlier versions have no severity and count as `major`. */
function severityRank({ result: { severity = 'major' } }: Row): number {
  return SEVERITIES.indexOf(severity)
}

/** The most places that are named. */
const NAMED_PLACES = 3

function shortened(places: readonly string[]): string {
  const named = places.slice(0, places.length <= NAMED_PLACES ? NAMED_PLACES : NAMED_PLACES - 1)
  const rest = places.length - named.length
  return named.join(', ') + (rest === 0 ? '' : ` and ${rest} more`)
}

interface Received {
  readonly expected: string
  /** The statuses that were expected, if the status is at fault: what was received says little without them. */
  readonly accepted: readonly number[] | undefined
  readonly text: string
  readonly times: number
}

function seenIn({ result: { known }, outcome }: Row, most: Received | undefined): string {
  if (most !== undefined) {
    const what =
      most.accepted === undefined ? most.text : `${most.text} instead of ${most.accepted.join(' or ')}`
    return most.times > 1 ? `${what}, ${thousands(most.times)} times` : what
  }
  return outcome === 'unexpected-pass'
    ? 'holds now: take it out of the known-failures file'
    : `was excused until ${known?.until}, and was not exercised`
}

/** What was received: what was served wrongly first, then the most frequent. */
function received({ evidence }: Row): Received[] {
  return [...groupBy(evidence, ({ finding }) => finding.received)]
    .map(([plain, some]) => ({
      expected: some[0]?.expected ?? '',
      accepted: some[0]?.finding.accepted,
      served: some.some(({ finding }) => wasServed(finding)),
      // What is there beside a missing member is known where the record holds the whole body.
      text: some.find((one) => one.received !== plain)?.received ?? plain,
      times: some.reduce((sum, { finding }) => sum + finding.count, 0),
    }))
    .toSorted((a, b) => Number(b.served) - Number(a.served) || b.times - a.times)
}

/** The most causes that are listed one by one. If there are more, {@link sharedBy} says what they have in common. */
export const NAMED_CAUSES = 6
/** The fewest causes with the same wrong status that are named together. */
const ALIKE = 3

/** What many causes have in common, one line each; empty if there are only a few. */
export function sharedBy(causes: readonly Cause[]): string[] {
  if (causes.length <= NAMED_CAUSES) return []
  const widest = causes.toSorted((a, b) => b.places.length - a.places.length)[0]
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
  const [largest] = [...groups]
    .filter(([words, some]) => words !== undefined && some.length >= ALIKE)
    .toSorted(([, a], [, b]) => b.length - a.length)
  if (largest === undefined) return []
  const [words, some] = largest
  return [`${some.length} ${words}, e.g. ${some[0]?.id}`]
}
