import type { OptionDefinition } from '../option.ts'
import { wholeNumber } from '../parse/numbers.ts'

/** Seeds have 31 bits: every consumer of a seed takes such a number as it is. */
export const LARGEST_SEED = 2 ** 31 - 1

/** Depth and replay of the generated tests. */
export const GENERATED_OPTIONS = {
  seed: {
    flag: '--seed',
    value: 'N',
    variable: 'CONFORMANCE_SEED',
    fallback: 'random, printed',
    description: 'seed of generated data; repeats an earlier run',
    commands: ['run', 'plan', 'prove'],
    parse: wholeNumber(0, LARGEST_SEED),
  },
  fuzzRuns: {
    flag: '--fuzz-runs',
    value: 'N',
    variable: 'CONFORMANCE_FUZZ_RUNS',
    fallback: 'smoke 0, standard 3, full 200',
    description: 'generated inputs for each property',
    commands: ['run', 'plan', 'prove'],
    parse: wholeNumber(0, 100_000),
  },
} as const satisfies Record<string, OptionDefinition<unknown>>
