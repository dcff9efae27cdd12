import { isSelected } from '../run/selection.ts'
import type { Catalogue } from '../judge/requirement.ts'
import type { Mutant, Setup, Variant } from '../run/setup.ts'
import type { KillMatrix, MutantResult, RequirementRow } from './matrix.ts'
import { drawPairs, type Pair, rootsOf } from './pairs.ts'
import { performAll, type Task } from './pool.ts'
import type { ProofSettings } from './subjects.ts'

/** What to prove, and with which settings. */
export interface ProveAllOptions extends ProofSettings {
  /** Requirement ids to prove; absent: all. With a selection, only the mutants of these requirements are tried. */
  readonly only?: readonly string[]
  /** Parts of the specification to prove; absent: all. */
  readonly parts?: readonly number[]
  /** How many pairs of faults; 40 unless given. */
  readonly pairs?: number
  readonly onProgress?: (done: number, total: number) => void
}

const PAIRS = 40

/** Runs the cases against every mutant and variant, and against pairs of mutants. Rejects if aborted. */
export async function proveAll(
  setup: Setup,
  options: ProveAllOptions,
  signal?: AbortSignal,
): Promise<KillMatrix> {
  const started = performance.now()
  const { only, parts, seed, fuzzRuns, thorough, onProgress } = options
  const mutantTasks = (await setup.embedded.mutants())
    .filter(({ breaks }) => isSelected(breaks, options, setup.api.catalogue))
    .map(({ id }): Task => ({ kind: 'mutant', id }))
  const isWhole = only === undefined && parts === undefined
  const variantTasks = isWhole ? await sharedTrials(setup) : []
  const drawn = isWhole ? await drawPairs(setup, options.pairs ?? PAIRS, seed) : []

  const total = mutantTasks.length + variantTasks.length + drawn.length
  let done = 0
  const onDone = (): void => onProgress?.(++done, total)
  const perform = (tasks: readonly Task[]): ReturnType<typeof performAll> =>
    performAll(setup, tasks, { seed, fuzzRuns, thorough }, onDone, signal)
  const outcomes = await perform([...mutantTasks, ...variantTasks])
  const mutants = outcomes.flatMap((one) => (one.kind === 'mutant' ? [one.result] : []))
  const pairs = await perform(drawn.map((pair) => pairTask(pair, mutants)))
  return {
    schemaVersion: 2,
    seed,
    durationMs: performance.now() - started,
    requirements: rowsOf(setup.api.catalogue, mutants, options),
    mutants,
    variants: outcomes.flatMap((one) => (one.kind === 'variants' ? one.results : [])),
    pairs: pairs.flatMap((one) => (one.kind === 'pair' ? [one.result] : [])),
  }
}

/** The most variants that share a trial: alone, they would take longer than all mutants of a part. */
const AT_ONCE = 5

/** Every variant in one trial, with some others that leave it in force. */
async function sharedTrials({ embedded }: Setup): Promise<Task[]> {
  const groups: Variant[][] = []
  for (const variant of await embedded.variants()) {
    const open = groups.filter(({ length }) => length < AT_ONCE)
    const fits = await Promise.all(open.map((group) => embedded.canMeet([...group, variant])))
    const group = open[fits.indexOf(true)]
    if (group === undefined) groups.push([variant])
    else group.push(variant)
  }
  return groups.map((group): Task => ({ kind: 'variants', ids: group.map(({ id }) => id) }))
}

/** A pair, with what is known of its faults from their own trials. */
function pairTask([first, second]: Pair, results: readonly MutantResult[]): Task {
  const known = (fault: Mutant): readonly string[] =>
    results.filter(({ id }) => id === fault.id).flatMap(rootsOf)
  return { kind: 'pair', ids: [first.id, second.id], roots: [known(first), known(second)] }
}

/** Every requirement that a case can judge, with the mutants that break it. */
function rowsOf(
  catalogue: Catalogue,
  mutants: readonly MutantResult[],
  selection: Pick<ProveAllOptions, 'only' | 'parts'>,
): RequirementRow[] {
  return catalogue.rows
    .filter(
      ({ id, strength, excluded }) =>
        excluded === undefined && strength !== 'open' && isSelected(id, selection, catalogue),
    )
    .map(({ id, part, endpoint, strength, text }) => {
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
