import { FAILURES, isCounted, type Outcome, outcomeOf } from '../../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'

/**
 * Whether answers are missing that the target should have given: its requests failed, or were not sent
 * because their endpoint hangs. If this holds for a requirement, the run is never green.
 */
export function lacksAnswers({ strength, newer, verdict, reasonKind }: RequirementResult): boolean {
  return isCounted({ strength, newer }) && (verdict === 'error' || reasonKind === 'withheld')
}

/**
 * The verdict of a run and its exit code, from the verdicts of the requirements. 1: a violation or an
 * unexpected pass, or, with `--last-failed`, a failed requirement that does not pass; 2: nothing was judged,
 * answers are missing, or the tool failed; 3: the run was cut short, or under `--strict` a requirement was
 * not exercised; 0: otherwise. A run that was cut short after a violation still ends with 1: the violation
 * stands, and the record says what is missing.
 */
export function exitOf(
  all: readonly RequirementResult[],
  circumstances: {
    readonly day: string
    readonly strict: boolean
    readonly faults: number
    readonly cutShort?: boolean
    /** How many of the requirements that failed before neither pass now nor are known failures. */
    readonly unsettled?: number
  },
): Pick<RunRecord, 'verdict' | 'exitCode'> {
  const { day, strict, faults, cutShort = false, unsettled = 0 } = circumstances
  const requirements = all.filter(({ newer }) => newer !== true)
  const outcomesOf = (some: readonly RequirementResult[]): ReadonlySet<Outcome> =>
    new Set(some.map((requirement) => outcomeOf(requirement, day)))
  const any = outcomesOf(requirements)
  if (FAILURES.some((outcome) => any.has(outcome))) return { verdict: 'failed', exitCode: 1 }
  const asked = requirements.filter(({ verdict }) => verdict !== 'disabled')
  // If only open points are selected, observing them is the whole task.
  const outcomes = outcomesOf(asked.some(isCounted) ? asked.filter(isCounted) : asked)
  const isJudged = JUDGED.some((outcome) => outcomes.has(outcome))
  if (faults > 0) return { verdict: 'error', exitCode: 2 }
  if (cutShort && isJudged) return { verdict: 'incomplete', exitCode: 3 }
  if (cutShort || requirements.some(lacksAnswers)) return { verdict: 'error', exitCode: 2 }
  if (unsettled > 0) return { verdict: 'failed', exitCode: 1 }
  if (!isJudged) return { verdict: 'error', exitCode: 2 }
  return strict && outcomes.has('inconclusive')
    ? { verdict: 'incomplete', exitCode: 3 }
    : { verdict: 'passed', exitCode: 0 }
}

/** Outcomes of requirements that were exercised, without a failure among them. */
const JUDGED: readonly Outcome[] = ['passed', 'known-failure']
