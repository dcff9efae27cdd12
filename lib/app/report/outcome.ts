import type { Verdict } from '../../engine/judge/verdict.ts'
import type { RequirementResult, RunRecord } from './record.ts'

/** A verdict after applying the known-failures file: all reports show and count outcomes. */
export type Outcome = Verdict | 'known-failure' | 'unexpected-pass'

/** The outcomes that make a run fail. */
export const FAILURES = ['failed', 'unexpected-pass'] as const satisfies readonly Outcome[]

/** All outcomes in the order of reports: those that need attention first. */
export const OUTCOMES = [
  ...FAILURES,
  'error',
  'known-failure',
  'inconclusive',
  'disabled',
  'passed',
] as const satisfies readonly Outcome[]

/** The number of requirements, of those that make a run fail, and of those with each outcome. */
export interface Totals {
  readonly tests: number
  readonly failures: number
  readonly by: Readonly<Record<Outcome, number>>
}

/**
 * The outcome of one requirement. A known failure excuses violations at the places that it names, until the end of
 * its `until` day; it never excuses an error. A known failure that passes is an unexpected pass.
 *
 * @param day - the day of the run, `YYYY-MM-DD`
 */
export function outcomeOf({ verdict, known }: RequirementResult, day: string): Outcome {
  if (known?.unexpectedPass === true) return 'unexpected-pass'
  const isExcused = known !== undefined && known.unexcused === undefined && (known.until ?? day) >= day
  return verdict === 'failed' && isExcused ? 'known-failure' : verdict
}

/** Whether a requirement counts: it is not an open point, and no newer than the version whose rules count. */
export function isCounted({ strength, newer }: Pick<RequirementResult, 'strength' | 'newer'>): boolean {
  return strength !== 'open' && newer !== true
}

/** The day of the run in UTC, `YYYY-MM-DD`. */
export function dayOf({ startedAt }: Pick<RunRecord, 'startedAt'>): string {
  return startedAt.slice(0, 10)
}

/** Requirements that count with one of the given outcomes, in catalogue order. */
export function withOutcome(
  record: Pick<RunRecord, 'startedAt' | 'requirements'>,
  ...wanted: readonly Outcome[]
): RequirementResult[] {
  const day = dayOf(record)
  return record.requirements.filter((row) => isCounted(row) && wanted.includes(outcomeOf(row, day)))
}

/** Counts outcomes; all reports show these figures. */
export function totalsOf(outcomes: readonly Outcome[]): Totals {
  const counted = OUTCOMES.map((one) => [one, outcomes.filter((outcome) => outcome === one).length] as const)
  const by = Object.fromEntries(counted) as Record<Outcome, number>
  return { tests: outcomes.length, failures: FAILURES.reduce((sum, outcome) => sum + by[outcome], 0), by }
}

/** The number of violated requirements that no known failure excuses: the critical ones, and all. */
export function violationsIn(
  record: Pick<RunRecord, 'startedAt' | 'requirements'>,
): NonNullable<RunRecord['violations']> {
  const failed = withOutcome(record, 'failed')
  const critical = failed.filter(({ severity }) => severity === 'critical')
  return { critical: critical.length, total: failed.length }
}
