import { dayOf, FAILURES, type Outcome, staleExcuses, totalsOf, withOutcome } from './outcome.ts'
import type { RequirementResult, RunRecord } from './record.ts'
import { byReason } from './groups.ts'
import { endpointName } from './wording.ts'
import { count, thousands } from '../util/text.ts'
import { wasServed } from '../judge/finding.ts'
import { groupBy } from '../util/collections.ts'

/** A root cause of a failed run, with its consequences. */
export interface Cause {
  readonly row: RequirementResult
  /** The places where it was seen, most frequent first: `GET /things`. */
  readonly places: readonly string[]
  /** Further violations that probably follow from it. */
  readonly consequences: readonly RequirementResult[]
}

const SEVERITIES = ['critical', 'major', 'minor'] as const

/**
 * The causes of a failed run, most serious first: by severity, then `must` before `derived`, then by the number of
 * places. A consequence is listed under its cause; a consequence of a known failure stands alone.
 */
export function causesOf(record: RunRecord): Cause[] {
  const rows = withOutcome(record, ...FAILURES)
  const ids = new Set(rows.map(({ id }) => id))
  const under = groupBy(rows, ({ consequenceOf = [] }) => consequenceOf.find((id) => ids.has(id)))
  return (under.get(undefined) ?? [])
    .map((row) => {
      const byPlace = new Map<string, number>()
      for (const { where, count: times } of row.findings) {
        byPlace.set(where, (byPlace.get(where) ?? 0) + times)
      }
      const places = [...byPlace].toSorted(([, a], [, b]) => b - a).map(([place]) => place)
      return {
        row,
        places,
        consequences: under.get(row.id) ?? [],
      }
    })
    .toSorted(
      (a, b) =>
        severityRank(a.row) - severityRank(b.row) ||
        Number(b.row.strength === 'must') - Number(a.row.strength === 'must') ||
        b.places.length - a.places.length,
    )
}

/** 0 for the most severe. Records of earlier versions have no severity and count as `major`. */
function severityRank({ severity = 'major' }: RequirementResult): number {
  return SEVERITIES.indexOf(severity)
}

/** The places of a cause, shortened: `GET /things, POST /things and 15 more`. */
export function placesOf({ row, places }: Cause, most = 3): string {
  if (places.length === 0) return endpointName(row.endpoint)
  const shown = places.slice(0, places.length <= most ? most : most - 1)
  const rest = places.length - shown.length
  return shown.join(', ') + (rest === 0 ? '' : ` and ${rest} more`)
}

/** The expectation that belongs to {@link receivedOf}; undefined if that names it, or if there is no finding. */
export function expectedOf({ row }: Cause): string | undefined {
  const most = mostReceived(row)
  return most?.accepted === undefined ? most?.expected : undefined
}

/** The longest expectation that is shown beside what was received: a longer one repeats the requirement. */
const SHORT = 80

/** {@link expectedOf}, if it is short. */
export function shortExpectedOf(cause: Cause): string | undefined {
  const expected = expectedOf(cause)
  return expected === undefined || expected.length > SHORT ? undefined : expected
}

/**
 * What was received, and how often: `absent, 1,621 times`; of a status also which one was expected. Answers that were
 * served wrongly come first, then the most frequent.
 */
export function receivedOf({ row }: Cause): string {
  const most = mostReceived(row)
  if (most !== undefined) {
    const { received, accepted, times } = most
    const what = accepted === undefined ? received : `${received} instead of ${accepted.join(' or ')}`
    return times > 1 ? `${what}, ${thousands(times)} times` : what
  }
  return row.known?.unexpectedPass === true
    ? 'passed, though it is listed as a known failure'
    : `was excused until ${row.known?.until}, and was not exercised`
}

interface Received {
  readonly expected: string
  /** The statuses that were expected, if the status is at fault: what was received says little without them. */
  readonly accepted: readonly number[] | undefined
  readonly received: string
  readonly times: number
}

function mostReceived({ findings }: RequirementResult): Received | undefined {
  return [...groupBy(findings, ({ received }) => received)]
    .map(([received, some]) => ({
      expected: some[0]?.expected ?? '',
      accepted: some[0]?.accepted,
      served: some.some(wasServed),
      received,
      times: some.reduce((sum, { count: n }) => sum + n, 0),
    }))
    .toSorted((a, b) => Number(b.served) - Number(a.served) || b.times - a.times)[0]
}

/**
 * Why the run failed, in one line: `1 root cause, 5 violations follow from it, and 1 known failure passed
 * unexpectedly`.
 */
export function headlineOf(record: RunRecord): string {
  const { by } = totalsOf(record.requirements, dayOf(record))
  return [
    ...(by.failed > 0 ? [inNumbers(violationsIn(record))] : []),
    ...staleExcuses(by['unexpected-pass'], by['expired-excuse']),
  ].join(', and ')
}

/** The number of violated requirements that no known failure excuses: root causes, and all. */
export function violationsIn(record: RunRecord): { readonly rootCauses: number; readonly total: number } {
  const rows = withOutcome(record, 'failed')
  return {
    rootCauses: rows.filter(({ consequenceOf }) => consequenceOf === undefined).length,
    total: rows.length,
  }
}

/** Both numbers in words: `1 root cause, 5 violations follow from it`. */
export function inNumbers({ rootCauses, total }: ReturnType<typeof violationsIn>): string {
  const rest = total - rootCauses
  if (rootCauses === 0)
    return `${count(rest, 'violation')} that ${rest === 1 ? 'follows' : 'follow'} from known failures`
  if (rest === 0) return count(rootCauses, 'root cause')
  return `${count(rootCauses, 'root cause')}, ${count(rest, 'violation')} ${rest === 1 ? 'follows' : 'follow'} from ${rootCauses === 1 ? 'it' : 'them'}`
}

/** The most causes that are listed one by one. If there are more, {@link digestOf} says what they have in common. */
export const NAMED_CAUSES = 6

/**
 * What many violations have in common, one line each: where to start, how many concern every endpoint, which server
 * errors there were, and what could not be judged because of an error. Empty if there are only a few violations.
 */
export function digestOf(record: RunRecord, causes: readonly Cause[]): string[] {
  return [...(causes.length > NAMED_CAUSES ? shared(causes) : []), ...brokenAnswers(record)]
}

/** The fewest causes with the same wrong status that are named together. */
const ALIKE = 3

/** The largest group of causes with the same wrong status: `9 of the 28: status 422 in place of status 400`. */
function wrongStatus(causes: readonly Cause[]): string[] {
  const groups = groupBy(causes, ({ row: { findings } }) => {
    const statuses = new Set(findings.map(({ status }) => status))
    const required = findings[0]?.accepted?.join(' or ')
    const [status] = statuses
    return statuses.size !== 1 || status === undefined || required === undefined
      ? undefined
      : `status ${status} in place of status ${required}`
  })
  const [largest] = [...groups]
    .filter(([words, some]) => words !== undefined && some.length >= ALIKE)
    .toSorted(([, a], [, b]) => b.length - a.length)
  if (largest === undefined) return []
  const [words, some] = largest
  return [`${some.length} of the ${causes.length}: ${words}, first ${some[0]?.row.id}`]
}

function shared(causes: readonly Cause[]): string[] {
  const widest = causes.toSorted((a, b) => b.places.length - a.places.length)[0]
  const everywhere = causes.filter(({ row }) => row.endpoint === '*').length
  return [
    ...wrongStatus(causes),
    ...(everywhere > 1
      ? [
          `${everywhere} of the ${causes.length} are rules for every endpoint: one change may mend many places`,
        ]
      : []),
    ...(widest === undefined || widest.places.length < 2
      ? []
      : [`start with ${widest.row.id}, seen in ${widest.places.length} places, the most of all`]),
  ]
}

function brokenAnswers(record: RunRecord): string[] {
  const errors = byReason(record, 'error')
  const judged = errors.reduce((sum, { requirements }) => sum + requirements.length, 0)
  const [first] = errors
  return [
    ...(record.serverErrors ?? []).map(
      ({ status, count: times, first: place }) => `${count(times, 'answer')} with ${status}, first: ${place}`,
    ),
    ...(first === undefined ? [] : [`${count(judged, 'error')}: ${first.reason}`]),
  ]
}

/** How many of the applicable requirements were exercised. */
export interface Exercised {
  readonly exercised: number
  readonly applicable: number
  /** Those that were not, by reason, largest group first. */
  readonly missing: readonly { readonly reason: string; readonly ids: readonly string[] }[]
}

const MISSING = ['error', 'inconclusive', 'not-applicable'] as const satisfies readonly Outcome[]

/** The most options named for what was not exercised. */
const NAMED_OPTIONS = 2

/** How much was exercised, in one line: `267 of 377; 110 not exercised (71 need --writes)`. */
export function exercisedLine(record: RunRecord): string {
  const { exercised, applicable } = exercisedOf(record)
  const rest = applicable - exercised
  if (rest === 0) return `${exercised} of ${applicable}`
  const named = missingOptions(record)
  return `${exercised} of ${applicable}; ${rest} not exercised${named.length === 0 ? '' : ` (${named.join(', ')})`}`
}

/** The options that would enable most of what was not exercised: `3 need --webhook-port`. */
export function missingOptions(record: RunRecord): string[] {
  const missing = record.requirements.filter(
    ({ strength, verdict, options }) =>
      strength !== 'open' && verdict !== 'passed' && verdict !== 'failed' && options !== undefined,
  )
  return [...groupBy(missing, ({ options = [] }) => options.join(' and '))]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, NAMED_OPTIONS)
    .map(([options, rows]) => `${rows.length} ${rows.length === 1 ? 'needs' : 'need'} ${options}`)
}

/** The name of the target in running text. */
export function targetOf({ target }: RunRecord): string {
  return target.embedded ? 'the embedded reference service' : target.baseUrl
}

/**
 * Counts the applicable requirements and those that were exercised. Open points and deselected requirements do not
 * count.
 */
export function exercisedOf(record: RunRecord): Exercised {
  const closed = record.requirements.filter(({ strength }) => strength !== 'open')
  const applicable = closed.filter(({ verdict }) => verdict !== 'disabled')
  const missing = byReason({ ...record, requirements: applicable }, ...MISSING)
  return {
    exercised: applicable.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed').length,
    applicable: applicable.length,
    missing: missing.map(({ reason, requirements }) => ({ reason, ids: requirements.map(({ id }) => id) })),
  }
}

/** What is left on the target, counted: `created 12 things, 13 notes`. */
export function leftBehind({ footprint }: RunRecord): string {
  if (footprint.length === 0) return 'nothing on the target'
  return [...groupBy(footprint, ({ kind }) => kind)]
    .map(([kind, entries]) => {
      const resources = groupBy(entries, ({ resource }) => resource)
      return `${kind} ${[...resources].map(([resource, some]) => count(some.length, resource)).join(', ')}`
    })
    .join('; ')
}
