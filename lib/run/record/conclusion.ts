import type { ReasonKind } from '../../judge/verdict.ts'
import { FAILURES, type Outcome, outcomeOf } from '../../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'

/**
 * The verdict of a run and its exit code, from the verdicts of the requirements.
 * 2: nothing was judged, the run was cut short, answers are missing, or the tool failed;
 * 1: a violation, an unexpected pass, or an expired known failure that could not be exercised;
 * 3: under `--strict`, something was not exercised; 0: otherwise.
 * A run that was cut short after a violation still ends with 1: the violation stands, and the record says what is
 * missing.
 */
export function conclude(
  requirements: readonly RequirementResult[],
  circumstances: {
    readonly day: string
    readonly strict: boolean
    readonly problem?: ReasonKind
    readonly faults: number
  },
): Pick<RunRecord, 'verdict' | 'exitCode'> {
  const outcomes = requirements.map((requirement) => outcomeOf(requirement, circumstances.day))
  const count = (...wanted: string[]): number => outcomes.filter((outcome) => wanted.includes(outcome)).length
  const violated = count(...FAILURES) > 0
  const judged = requirements.filter(
    (r, index) =>
      r.strength !== 'open' &&
      ['passed', 'failed', 'known-failure', 'unexpected-pass'].includes(outcomes[index] ?? ''),
  )
  if (violated) return { verdict: 'failed', exitCode: 1 }
  const some = (wanted: Outcome): boolean =>
    requirements.some(({ strength }, index) => strength !== 'open' && outcomes[index] === wanted)
  if (circumstances.problem !== undefined || circumstances.faults > 0 || judged.length === 0 || some('error'))
    return { verdict: 'error', exitCode: 2 }
  const incomplete = some('inconclusive')
  if (circumstances.strict && incomplete) return { verdict: 'incomplete', exitCode: 3 }
  return { verdict: 'passed', exitCode: 0 }
}
