import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { proveAll } from '../run/prove/prove-all.ts'
import { tryMutant } from '../run/prove/subjects.ts'

/** What the program prints where its argument is `mutants`: how each of them fared alone, on one thread. */
export interface MutantTimes {
  readonly mutantMs: readonly number[]
  /** What lives on the heap, at even distances from the first mutant to the last. It needs `--expose-gc`. */
  readonly heapBytes: readonly number[]
}

/** What the program prints where its argument is `all`: the proof as the command gives it. */
export interface ProofSize {
  readonly subjects: number
  readonly repetitions: number
}

const SEED = 20_261_120
const SAMPLES = 40

const result = process.argv[2] === 'mutants' ? await mutants() : await all()
process.stdout.write(JSON.stringify(result), () => process.exit())

async function mutants(): Promise<MutantTimes> {
  const mutantMs: number[] = []
  const heapBytes: number[] = []
  const distance = Math.ceil(MUTANTS.length / SAMPLES)
  for (const mutant of MUTANTS) {
    // oxlint-disable-next-line no-await-in-loop -- side by side they would share the processor
    const { durationMs } = await tryMutant(mutant, { seed: SEED })
    mutantMs.push(durationMs)
    if (mutantMs.length % distance === 0) heapBytes.push(liveBytes())
  }
  return { mutantMs, heapBytes }
}

async function all(): Promise<ProofSize> {
  const { mutants: tried, variants, combinations, nulls, determinism } = await proveAll({ seed: SEED })
  const subjects = tried.length + variants.length + combinations.length + nulls.length
  return { subjects, repetitions: determinism?.repetitions ?? 0 }
}

function liveBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
