import type { Verdict } from '../judge/verdict.ts'
import type { RequirementResult, RunRecord } from './record.ts'

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

/** Counts outcomes; all reports show these figures. */
export function totalsOf(outcomes: readonly Outcome[]): Totals {
  const counted = (wanted: Outcome): number => outcomes.filter((outcome) => outcome === wanted).length
  const by: Record<Outcome, number> = {
    failed: counted('failed'),
    'unexpected-pass': counted('unexpected-pass'),
    'expired-excuse': counted('expired-excuse'),
    error: counted('error'),
    'known-failure': counted('known-failure'),
    inconclusive: counted('inconclusive'),
    'not-applicable': counted('not-applicable'),
    disabled: counted('disabled'),
    passed: counted('passed'),
  }
  const failures = FAILURES.reduce((sum, outcome) => sum + by[outcome], 0)
  const tests = outcomes.length
  return { tests, failures, errors: by.error, skipped: tests - failures - by.error - by.passed, by }
}

/** The number of violated requirements that no known failure excuses: root causes, and all. */
export function violationsIn(record: RunRecord): NonNullable<RunRecord['violations']> {
  const failed = withOutcome(record, 'failed')
  const roots = failed.filter(({ consequenceOf }) => consequenceOf === undefined)
  return { rootCauses: roots.length, total: failed.length }
}
