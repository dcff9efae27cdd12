import type { ReferenceOptions } from '../../fixtures/reference/index.ts'
import type { CaseDefinition } from '../harness/case.ts'
import type { CaseOutcome } from '../harness/outcome.ts'
import type { Finding } from '../judge/finding.ts'
import type { Verdict } from '../judge/verdict.ts'
import { conduct } from '../run/conduct.ts'
import { inProcessTarget } from '../run/in-process.ts'
import { ConfigurationError, type RunOptions } from '../run/options.ts'
import { requirementResults, violationsOf } from '../run/record/results.ts'
import type { Target } from '../run/target.ts'

/** What all cases together say of one service: the part of a run that a proof looks at, without a record. */
export interface Trial {
  readonly verdicts: () => ReadonlyMap<string, Verdict>
  /** The first finding on each violated requirement. */
  readonly violations: ReadonlyMap<string, Finding>
  readonly cases: readonly CaseOutcome[]
  /** Faults of the tool itself; a judge that breaks has judged nothing. */
  readonly faults: readonly string[]
  /** Why nothing was judged, or why the run was cut short. */
  readonly problem?: string
  readonly durationMs: number
}

/** Runs cases against a reference service without sockets, with whatever was changed in it. */
export async function tryReference(
  reference: ReferenceOptions,
  cases: readonly CaseDefinition[],
  options: RunOptions,
): Promise<Trial> {
  return tryTarget(inProcessTarget(reference), cases, options)
}

/** Runs cases against an open target and closes it. */
export async function tryTarget(
  target: Target,
  cases: readonly CaseDefinition[],
  options: RunOptions,
): Promise<Trial> {
  const started = performance.now()
  const ended = (trial: Omit<Trial, 'durationMs'>): Trial => ({
    ...trial,
    durationMs: performance.now() - started,
  })
  try {
    const conducted = await conduct(target, cases, options)
    return ended({
      verdicts: () => new Map(requirementResults(conducted, options).map(({ id, verdict }) => [id, verdict])),
      violations: violationsOf(conducted),
      cases: conducted.outcomes,
      faults: conducted.outcomes.flatMap(({ definition, verdict, reason = '' }) =>
        verdict === 'error' ? [`${definition.id}: ${reason}`] : [],
      ),
      ...(conducted.problem === undefined ? {} : { problem: conducted.problem }),
    })
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return ended({
      verdicts: () => new Map(),
      violations: new Map(),
      cases: [],
      faults: [],
      problem: error.message,
    })
  } finally {
    await target.close()
  }
}
