import { MUTANTS } from '../../fixtures/mutants/index.ts'
import { proveAll } from '../run/prove/prove-all.ts'
import { tryMutant } from '../run/prove/subjects.ts'

/** What the program prints where its argument is `mutants`: how each of them fared alone, on one thread. */
export interface MutantTimes {
  readonly mutantMs: readonly number[]
  /** What lives on the heap after a tenth of the mutants, and after all of them. It needs `--expose-gc`. */
  readonly heapBytes: readonly [early: number, late: number]
}

/** What the program prints where its argument is `all`: the proof as the command gives it. */
export interface ProofSize {
  readonly subjects: number
  readonly repetitions: number
}

const SEED = 20_261_120

const result = process.argv[2] === 'mutants' ? await mutants() : await all()
process.stdout.write(JSON.stringify(result), () => process.exit())

async function mutants(): Promise<MutantTimes> {
  const mutantMs: number[] = []
  let early = 0
  for (const mutant of MUTANTS) {
    // oxlint-disable-next-line no-await-in-loop -- side by side they would share the processor
    const { durationMs } = await tryMutant(mutant, { seed: SEED })
    mutantMs.push(durationMs)
    if (early === 0 && mutantMs.length >= MUTANTS.length / 10) early = liveBytes()
  }
  return { mutantMs, heapBytes: [early, liveBytes()] }
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
