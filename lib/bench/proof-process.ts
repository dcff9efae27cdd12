import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { proveAll } from '../prove/prove-all.ts'
import { tryMutant } from '../prove/subjects.ts'

/** What the program prints, by its argument. */
export interface Proving {
  /** How long each mutant took, one after the other on one thread. */
  readonly times: { readonly mutantMs: readonly number[] }
  /**
   * What lives on the heap, at even distances from the first mutant to the last. It needs `--expose-gc`, and takes no
   * times: a collection on demand makes the mutants after it a fifth slower.
   */
  readonly memory: { readonly heapBytes: readonly number[] }
  /** The proof as the command gives it. */
  readonly all: { readonly subjects: number; readonly repetitions: number }
}

const SEED = 20_261_120
const SAMPLES = 40

const experiments: { readonly [K in keyof Proving]: () => Promise<Proving[K]> } = { times, memory, all }
const chosen = process.argv[2]
if (chosen !== 'times' && chosen !== 'memory' && chosen !== 'all') throw new Error(`no experiment: ${chosen}`)
const result = await experiments[chosen]()
process.stdout.write(JSON.stringify(result), () => process.exit())

async function times(): Promise<Proving['times']> {
  const mutantMs: number[] = []
  for await (const { durationMs } of oneAfterTheOther()) mutantMs.push(durationMs)
  return { mutantMs }
}

async function memory(): Promise<Proving['memory']> {
  const heapBytes: number[] = []
  const distance = Math.ceil(MUTANTS.length / SAMPLES)
  let tried = 0
  for await (const _ of oneAfterTheOther()) {
    tried += 1
    if (tried % distance === 0) heapBytes.push(liveBytes())
  }
  return { heapBytes }
}

async function all(): Promise<Proving['all']> {
  const { mutants: tried, variants, combinations, nulls, determinism } = await proveAll({ seed: SEED })
  const subjects = tried.length + variants.length + combinations.length + nulls.length
  return { subjects, repetitions: determinism?.repetitions ?? 0 }
}

/** Every mutant's trial; side by side they would share the processor. */
async function* oneAfterTheOther(): AsyncGenerator<Awaited<ReturnType<typeof tryMutant>>> {
  for (const mutant of MUTANTS) yield await tryMutant(mutant, { seed: SEED })
}

function liveBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
