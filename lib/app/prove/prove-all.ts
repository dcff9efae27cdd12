import { exclusionOf } from '../run/selection.ts'
import type { Catalogue } from '../../engine/judge/requirement.ts'
import type { Variant } from '../../../fixtures/variants/variant.ts'
import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import { canMeet } from '../../../fixtures/changes/combine.ts'
import { VARIANTS } from '../../../fixtures/variants/index.ts'
import type { Scope } from '../run/scope.ts'
import type { KillMatrix, MutantResult, RequirementRow } from './matrix.ts'
import { performAll, type Task } from './pool.ts'

/** What to prove. */
export interface ProveAllOptions {
  readonly seed: number
  /** Requirement ids to prove; absent: all. With a selection, only the mutants of these requirements are tried. */
  readonly only?: readonly string[]
  readonly onProgress?: (done: number, total: number) => void
}

/** Runs the cases against every mutant and variant. */
export async function proveAll(scope: Scope, options: ProveAllOptions): Promise<KillMatrix> {
  const started = performance.now()
  const { seed, only, onProgress } = options
  const tasks: readonly Task[] = [
    ...MUTANTS.filter(({ breaks }) =>
      breaks.some((id) => exclusionOf(scope.catalogue.get(id), options) === undefined),
    ).map(({ id }) => ({ mutant: id })),
    ...(only === undefined ? sharedTrials() : []),
  ]
  let done = 0
  const outcomes = await performAll(scope, tasks, seed, () => onProgress?.(++done, tasks.length))
  const mutants = outcomes.flatMap((one) => one.mutants)
  return {
    schemaVersion: 6,
    seed,
    durationMs: performance.now() - started,
    requirements: rowsOf(scope.catalogue, mutants, options),
    mutants,
    variants: outcomes.flatMap((one) => one.variants),
  }
}

/** The most variants that share a trial; after an alarm, each of them is tried alone. */
const AT_ONCE = 8

/** Every variant in one trial, with some others that leave it in force. */
function sharedTrials(): Task[] {
  const groups: Variant[][] = []
  for (const variant of VARIANTS) {
    const open = groups.filter(({ length }) => length < AT_ONCE)
    const group = open.find((some) => canMeet([...some, variant]))
    if (group === undefined) groups.push([variant])
    else group.push(variant)
  }
  return groups.map((group) => ({ variants: group.map(({ id }) => id) }))
}

/** Every requirement that a case can judge, with the mutants that break it. */
function rowsOf(
  catalogue: Catalogue,
  mutants: readonly MutantResult[],
  selection: Pick<ProveAllOptions, 'only'>,
): RequirementRow[] {
  return catalogue.rows
    .filter(
      (row) =>
        row.excluded === undefined && row.strength !== 'open' && exclusionOf(row, selection) === undefined,
    )
    .map(({ id, part, endpoint, strength, text }) => {
      const idsOf = (isKilled: boolean): readonly string[] =>
        mutants
          .filter(({ breaks, missed }) => breaks.includes(id) && !missed.includes(id) === isKilled)
          .map((mutant) => mutant.id)
      return { id, part, endpoint, strength, text, killed: idsOf(true), survived: idsOf(false) }
    })
}
