import { fileURLToPath } from 'node:url'
import { type Experiment, median, NotMeasured, repeat } from '../figure.ts'
import { measured, type Taken } from '../measured-process.ts'
import { ROOM_FOR_LITTER } from '../../prove/pool.ts'
import type { Proving } from '../proof-process.ts'

const PROOF = fileURLToPath(new URL('../proof-process.js', import.meta.url))
const DEADLINE_MS = 600_000
const NODE_ARGS: Readonly<Record<keyof Proving, readonly string[]>> = {
  times: [ROOM_FOR_LITTER],
  memory: ['--expose-gc', ROOM_FOR_LITTER],
  all: [],
}

/** All cases against every mutant, one after the other; and the whole proof, in as many workers as it takes. */
export const proof: Experiment = {
  number: 5,
  title: 'kill matrix, in process',
  async measure({ repetitions, folder }) {
    const alone = await repeat(repetitions(3), () => proving('times', folder))
    const kept = await repeat(1, () => proving('memory', folder))
    const all = await repeat(repetitions(3), () => proving('all', folder))
    const of = (value: (mutantMs: readonly number[]) => number): number[] =>
      alone.map(({ told }) => value(told.mutantMs))
    const count = median(of((mutantMs) => mutantMs.length))
    const half = median(of(median)).toFixed(1)
    const slowest = median(of((mutantMs) => Math.max(...mutantMs))).toFixed(0)
    return [
      {
        name: 'one mutant, on average, one thread',
        unit: 'ms',
        values: of(mean),
        target: { atMost: 25 },
        note: `${count} mutants; half of them take at most ${half} ms, the slowest ${slowest} ms`,
      },
      {
        name: 'memory kept: second half of the mutants over the first',
        unit: 'MB',
        values: kept.map(({ told }) => growthOf(told.heapBytes) / 1e6),
        target: { atMost: 20 },
        note: 'the most that lived on the heap after a garbage collection: caches fill and are emptied meanwhile',
      },
      {
        name: 'the whole proof, start of the process included',
        unit: 's',
        values: all.map(({ taken }) => taken.seconds),
        target: { atMost: 60 },
        note: `${all[0]?.told.subjects} mutants, variants, combinations and null targets, ${all[0]?.told.repetitions} repetitions`,
      },
      {
        name: 'peak memory, all mutants in one process',
        unit: 'MB',
        values: alone.map(({ taken }) => taken.peakMegabytes),
      },
    ]
  },
}

async function proving<K extends keyof Proving>(
  what: K,
  folder: string,
): Promise<{ readonly taken: Taken; readonly told: Proving[K] }> {
  const taken = await measured({
    file: PROOF,
    args: [what],
    nodeArgs: NODE_ARGS[what],
    folder,
    deadlineMs: DEADLINE_MS,
  })
  if (taken.exitCode !== 0)
    throw new NotMeasured(`the proof ended with ${taken.exitCode}: ${taken.complaint}`)
  const told: Proving[K] = JSON.parse(taken.stdout)
  return { taken, told }
}

/** How much more the later half of the samples reaches than the earlier one. */
function growthOf(samples: readonly number[]): number {
  const middle = samples.length / 2
  return Math.max(...samples.slice(middle)) - Math.max(...samples.slice(0, middle))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
