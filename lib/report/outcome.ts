import type { Verdict } from '../judge/verdict.ts'
import type { RequirementResult, RunRecord } from './record.ts'
import { count } from '../util/text.ts'

/** A verdict with the known-failures file applied: what every report shows and counts. */
export type Outcome = Verdict | 'known-failure' | 'unexpected-pass' | 'expired-excuse'

/** What makes a run fail. */
export const FAILURES = ['failed', 'unexpected-pass', 'expired-excuse'] as const satisfies readonly Outcome[]

/** All outcomes in the order of reports: those that need attention first. */
export const OUTCOMES = [
  ...FAILURES,
  'error',
  'known-failure',
  'inconclusive',
  'not-applicable',
  'disabled',
  'passed',
] as const satisfies readonly Outcome[]

/** How many requirements have which outcome. `tests` is the sum of all. */
export interface Totals {
  readonly tests: number
  /** What makes a run fail: see {@link FAILURES}. */
  readonly failures: number
  readonly errors: number
  /** Everything that is neither passed nor failed nor an error. */
  readonly skipped: number
  readonly by: Readonly<Record<Outcome, number>>
}

/**
 * The outcome of one requirement. A known failure excuses violations at the places that it names, until the end of
 * its `until` day; it never excuses an error. A known failure that passes is an unexpected pass. One that could not
 * be exercised after its day is an expired excuse.
 *
 * @param day - the day of the run, `YYYY-MM-DD`
 */
export function outcomeOf(requirement: RequirementResult, day: string): Outcome {
  const { verdict, known } = requirement
  if (known === undefined) return verdict
  if (known.unexpectedPass) return 'unexpected-pass'
  const expired = known.until !== undefined && known.until < day
  if (verdict === 'failed' && (known.unexcused ?? 0) > 0) return 'failed'
  if (expired) return verdict === 'inconclusive' || verdict === 'not-applicable' ? 'expired-excuse' : verdict
  return verdict === 'failed' ? 'known-failure' : verdict
}

/** The day of the run in UTC, `YYYY-MM-DD`. */
export function dayOf(record: RunRecord): string {
  return record.startedAt.slice(0, 10)
}

/** Requirements of the record with one of the given outcomes, in catalogue order. */
export function withOutcome(record: RunRecord, ...wanted: readonly Outcome[]): RequirementResult[] {
  const day = dayOf(record)
  return record.requirements.filter((requirement) => wanted.includes(outcomeOf(requirement, day)))
}

/** Counts requirements by outcome; all reports show these figures. */
export function totalsOf(requirements: readonly RequirementResult[], day: string): Totals {
  const by: Record<Outcome, number> = {
    failed: 0,
    'unexpected-pass': 0,
    'expired-excuse': 0,
    error: 0,
    'known-failure': 0,
    inconclusive: 0,
    'not-applicable': 0,
    disabled: 0,
    passed: 0,
  }
  for (const requirement of requirements) by[outcomeOf(requirement, day)] += 1
  const failures = FAILURES.reduce((sum, outcome) => sum + by[outcome], 0)
  const skipped = by['known-failure'] + by.inconclusive + by['not-applicable'] + by.disabled
  return { tests: requirements.length, failures, errors: by.error, skipped, by }
}

/** Explains a run's exit code in one sentence, e.g. `exit code 0: no requirement is violated`. */
export function explainExitCode(record: RunRecord): string {
  return `exit code ${record.exitCode}: ${meaning(record)}`
}

function meaning(record: RunRecord): string {
  const closed = record.requirements.filter(({ strength }) => strength !== 'open')
  const { by } = totalsOf(closed, dayOf(record))
  if (record.exitCode === 0) {
    return by['known-failure'] > 0
      ? `no requirement is violated, apart from ${count(by['known-failure'], 'known failure')}`
      : 'no requirement is violated'
  }
  if (record.exitCode === 1) return violated(record, by['unexpected-pass'], by['expired-excuse'])
  if (record.exitCode === 3) {
    return `incomplete: ${count(by.inconclusive, 'requirement')} could not be exercised, and --strict asks for all`
  }
  const cause = record.problem === undefined ? '' : ` (${record.problem})`
  if (record.judgements === 0) return `nothing could be judged${cause}`
  return record.problem === undefined && by.error === 0
    ? 'nothing that was asked for was exercised'
    : `the run could not be completed${cause}`
}

function violated(record: RunRecord, unexpected: number, expired: number): string {
  const rows = withOutcome(record, 'failed')
  const failed = rows.length
  const following = rows.filter(({ consequenceOf }) => consequenceOf !== undefined).length
  const roots = following === 0 ? '' : ` (${count(failed - following, 'root cause')})`
  const parts = [
    ...(failed > 0
      ? [`${count(failed, 'requirement')} ${failed === 1 ? 'is' : 'are'} violated${roots}`]
      : []),
    ...staleExcuses(unexpected, expired),
  ]
  return parts.length === 0 ? 'the run failed' : parts.join(', and ')
}

/** Entries of the known-failures file that make a run fail, in words. */
export function staleExcuses(unexpected: number, expired: number): string[] {
  return [
    ...(unexpected > 0
      ? [`${count(unexpected, 'known failure')} ${unexpected === 1 ? 'holds' : 'hold'} now`]
      : []),
    ...(expired > 0 ? [`the date of ${count(expired, 'known failure')} has passed`] : []),
  ]
}
