import { isSelected } from '../run/selection.ts'
import type { Catalogue } from '../judge/requirement.ts'
import type { Setup, Variant } from '../run/setup.ts'
import type {
  DeterminismResult,
  KillMatrix,
  MutantResult,
  RepetitionResult,
  RequirementRow,
} from './matrix.ts'
import { drawPairs } from './pairs.ts'
import { performAll } from './pool.ts'
import type { Task } from './tasks.ts'
import { createRandom, groupBy, shuffled } from '../util/collections.ts'

/** What to prove, and with which settings. */
export interface ProveAllOptions {
  readonly seed: number
  readonly fuzzRuns?: number
  /** Requirement ids to prove; absent: all. With a selection, only the mutants of these requirements are tried. */
  readonly only?: readonly string[]
  /** Parts of the specification to prove; absent: all. */
  readonly parts?: readonly number[]
  /** How many variants share a trial, where none hides another; 1 unless given. Those behind an alarm are singled out. */
  readonly variantsAtOnce?: number
  /** How many further combinations of freedoms; 24 unless given. */
  readonly combinations?: number
  /** How many pairs and triples of faults, and faults beside a freedom; 40 unless given, with `thorough` 300. */
  readonly pairs?: number
  /** How often all cases are run in another order; 50 unless given. */
  readonly repetitions?: number
  /** Runs every case against every mutant, not only those that verify the requirement it breaks. */
  readonly thorough?: boolean
  readonly onProgress?: (done: number, total: number) => void
}

/** A few combinations of many freedoms cover more pairs in less time than many combinations of a few. */
const COMBINATIONS = 24
const FREEDOMS_AT_ONCE = 8
const PAIRS = { usual: 40, thorough: 300 }
const REPETITIONS = 50

/**
 * Runs the cases against every mutant, variant and null target, and repeats them in other orders. Rejects if aborted.
 */
export async function proveAll(
  setup: Setup,
  options: ProveAllOptions,
  signal?: AbortSignal,
): Promise<KillMatrix> {
  const started = performance.now()
  const { seed, fuzzRuns, thorough = false, onProgress } = options
  const tasks = await tasksOf(setup, options)
  let done = 0
  const outcomes = await performAll(
    setup,
    tasks,
    { seed, thorough, ...(fuzzRuns === undefined ? {} : { fuzzRuns }) },
    () => onProgress?.(++done, tasks.length),
    signal,
  )
  const mutants = outcomes.flatMap((o) => (o.kind === 'mutant' ? [o.result] : []))
  const repetitions = outcomes.flatMap((o) => (o.kind === 'repetition' ? [o.result] : []))
  return {
    schemaVersion: 1,
    seed,
    durationMs: performance.now() - started,
    requirements: rowsOf(setup.api.catalogue, mutants, options),
    mutants,
    variants: outcomes.flatMap((o) => (o.kind === 'variant' ? [o.result] : [])),
    combinations: outcomes.flatMap((o) => (o.kind === 'combination' ? [o.result] : [])),
    pairs: outcomes.flatMap((o) => (o.kind === 'pair' ? [o.result] : [])),
    nulls: outcomes.flatMap((o) => (o.kind === 'null' ? [o.result] : [])),
    ...(repetitions.length === 0 ? {} : { determinism: compared(repetitions) }),
  }
}

async function tasksOf(setup: Setup, options: ProveAllOptions): Promise<Task[]> {
  const { api, embedded } = setup
  const mutants = (await embedded.mutants())
    .filter(({ breaks }) => isSelected(breaks, options, api.catalogue))
    .map(({ id }): Task => ({ kind: 'mutant', id }))
  if (options.only !== undefined || options.parts !== undefined) return mutants
  const { combinations = COMBINATIONS, repetitions = REPETITIONS, seed, thorough = false } = options
  const { variantsAtOnce = 1 } = options
  const { pairs = thorough ? PAIRS.thorough : PAIRS.usual } = options
  const variants = await embedded.variants()
  const nullTargets = await embedded.nullTargets()
  return [
    ...mutants,
    ...(await variantTasks(setup, variantsAtOnce)),
    ...chooseCombinations(variants, combinations, FREEDOMS_AT_ONCE, seed).map((ids): Task => ({
      kind: 'combination',
      ids,
    })),
    ...(await drawPairs(setup, pairs, seed)).map(({ mutants: faults, variant }): Task => ({
      kind: 'pair',
      mutants: faults.map(({ id }) => id),
      ...(variant === undefined ? {} : { variant: variant.id }),
    })),
    ...nullTargets.flatMap(({ id }): Task[] => [
      { kind: 'null', id },
      { kind: 'null', id, servedPath: setup.api.proofPaths[0] },
    ]),
    ...Array.from({ length: repetitions }, (_, number): Task => ({ kind: 'repetition', number })),
  ]
}

/** Every variant in one trial, with up to `size` others; none of them hides another. */
async function variantTasks({ embedded }: Setup, size: number): Promise<Task[]> {
  const groups: Variant[][] = []
  for (const variant of await embedded.variants()) {
    const open = groups.filter(({ length }) => length < size)
    // oxlint-disable-next-line no-await-in-loop -- where the next one fits depends on it
    const fits = await Promise.all(open.map((group) => embedded.canMeet([...group, variant])))
    const group = open[fits.indexOf(true)]
    if (group === undefined) groups.push([variant])
    else group.push(variant)
  }
  return groups.map((group): Task => {
    const [id = '', ...others] = group.map((variant) => variant.id)
    return others.length === 0 ? { kind: 'variant', id } : { kind: 'combination', ids: [id, ...others] }
  })
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

/** The verdicts in which a repetition differs from the first. */
function compared(repetitions: readonly RepetitionResult[]): DeterminismResult {
  const [first] = repetitions
  const usual = first?.verdicts ?? {}
  const differences = repetitions.flatMap(({ number, busy, verdicts }) =>
    Object.entries(verdicts)
      .filter(([requirement, verdict]) => verdict !== usual[requirement])
      .map(([requirement, verdict]) => ({
        repetition: busy ? `${number}, workspace in use` : String(number),
        requirement,
        verdict,
        usual: usual[requirement] ?? 'nothing',
      })),
  )
  const durationMs = repetitions.reduce((sum, repetition) => sum + repetition.durationMs, 0)
  return { repetitions: repetitions.length, differences, durationMs }
}

/**
 * Chooses combinations by a seed. Each has freedoms of different families, so that many runs cover every pair.
 * @param size freedoms in each combination
 */
export function chooseCombinations(
  variants: readonly Variant[],
  count: number,
  size: number,
  seed: number,
): string[][] {
  const families = groupBy(
    variants.map(({ id }) => id),
    (id) => id.slice(0, id.indexOf('/')),
  )
  if (families.size === 0) return []
  const random = createRandom(seed)
  return Array.from({ length: count }, () =>
    shuffled([...families.values()], random)
      .slice(0, size)
      .map((ids) => ids[Math.floor(random() * ids.length)] ?? ''),
  )
}
