import { MUTANTS } from '../../../fixtures/mutants/index.ts'
import type { Mutant } from '../../../fixtures/mutants/mutant.ts'
import { VARIANTS } from '../../../fixtures/variants/index.ts'
import { CATALOGUE } from '../../catalogue/index.ts'
import { isSelected } from '../selection.ts'
import type { KillMatrix, MutantResult, RequirementRow } from './matrix.ts'
import { tryMutant, tryVariant } from './subjects.ts'

/** What to prove, and how. */
export interface ProveAllOptions {
  readonly seed: number
  readonly fuzzRuns?: number
  /** Requirement ids to prove; absent: all. */
  readonly only?: readonly string[]
  /** Parts of the specification to prove; absent: all. */
  readonly parts?: readonly number[]
  readonly onProgress?: (done: number, total: number) => void
}

/** Lets the cases loose on every mutant and every variant, one after the other. */
export async function proveAll(options: ProveAllOptions, signal?: AbortSignal): Promise<KillMatrix> {
  const started = performance.now()
  const chosen = MUTANTS.filter(({ breaks }) => isSelected(breaks, options))
  const total = chosen.length + VARIANTS.length
  let done = 0
  const inTurn = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
    const results: R[] = []
    for (const item of items) {
      signal?.throwIfAborted()
      results.push(await work(item))
      options.onProgress?.(++done, total)
    }
    return results
  }
  const mutants = await inTurn(chosen, (mutant: Mutant) => tryMutant(mutant, options))
  const variants = await inTurn(VARIANTS, (variant) => tryVariant(variant, options))
  return {
    schemaVersion: 1,
    seed: options.seed,
    durationMs: performance.now() - started,
    requirements: rowsOf(mutants, options),
    mutants,
    variants,
    combinations: [],
    nulls: [],
  }
}

/** Every requirement that a case can judge, with the mutants that break it. */
function rowsOf(
  mutants: readonly MutantResult[],
  selection: Pick<ProveAllOptions, 'only' | 'parts'>,
): RequirementRow[] {
  return CATALOGUE.filter(
    ({ id, strength, excluded }) =>
      excluded === undefined && strength !== 'open' && isSelected(id, selection),
  ).map(({ id, part, endpoint, strength, text }) => {
    const own = mutants.filter(({ breaks }) => breaks === id)
    const killed = own.filter(({ kill }) => kill !== undefined)
    return {
      id,
      part,
      endpoint,
      strength,
      text,
      killed: killed.map((mutant) => mutant.id),
      survived: own.filter(({ kill }) => kill === undefined).map((mutant) => mutant.id),
      alone: killed.some(({ declared, undeclared }) => declared.length + undeclared.length === 0),
    }
  })
}
