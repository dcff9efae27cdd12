import type { ReasonKind } from '../../../engine/judge/verdict.ts'
import { FAILURES, isCounted, type Outcome, outcomeOf } from '../../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'

/**
 * Whether answers are missing that the target should have given: its requests failed, or were not sent because their
 * endpoint hangs. A run in which this holds for a requirement is never green.
 */
export function lacksAnswers({ strength, newer, verdict, reasonKind }: RequirementResult): boolean {
  return isCounted({ strength, newer }) && (verdict === 'error' || reasonKind === 'withheld')
}

/**
 * The verdict of a run and its exit code, from the verdicts of the requirements.
 * 2: nothing was judged, the run was cut short, answers are missing, or the tool failed;
 * 1: a violation or an unexpected pass;
 * 3: under `--strict`, something was not exercised, or not all was repeated that failed before; 0: otherwise.
 * A run that was cut short after a violation still ends with 1: the violation stands, and the record says what is
 * missing.
 */
export function conclude(
  all: readonly RequirementResult[],
  circumstances: {
    readonly day: string
    readonly strict: boolean
    readonly problem?: ReasonKind
    readonly faults: number
    /** How much of what was to be repeated was not judged. */
    readonly open?: number
  },
): Pick<RunRecord, 'verdict' | 'exitCode'> {
  const { day, strict, problem, faults, open = 0 } = circumstances
  const requirements = all.filter(({ newer }) => newer !== true)
  const outcomesOf = (some: readonly RequirementResult[]): ReadonlySet<Outcome> =>
    new Set(some.map((requirement) => outcomeOf(requirement, day)))
  const any = outcomesOf(requirements)
  if (FAILURES.some((outcome) => any.has(outcome))) return { verdict: 'failed', exitCode: 1 }
  const asked = requirements.filter(({ verdict }) => verdict !== 'disabled')
  // Where open points alone are asked for, to observe them is all that there is to do.
  const outcomes = outcomesOf(asked.some(isCounted) ? asked.filter(isCounted) : asked)
  const isJudged = JUDGED.some((outcome) => outcomes.has(outcome))
  if (problem !== undefined || faults > 0 || !isJudged || requirements.some(lacksAnswers))
    return { verdict: 'error', exitCode: 2 }
  return open > 0 || (strict && outcomes.has('inconclusive'))
    ? { verdict: 'incomplete', exitCode: 3 }
    : { verdict: 'passed', exitCode: 0 }
}

/** Outcomes of requirements that were exercised, without a failure among them. */
const JUDGED: readonly Outcome[] = ['passed', 'known-failure']
