import { onOrOff, type OptionDefinition, seconds, wholeNumber } from '../option.ts'

const RUNS = ['run', 'plan'] as const

/** Options that limit a run: requests, time and connections. */
export const SPENDING_OPTIONS = {
  budget: {
    flag: '--budget',
    value: 'N',
    variable: 'CONFORMANCE_BUDGET',
    fallback: 'smoke 80, standard 600, full 900; with one key only smoke 100, standard 850',
    description: 'wire requests that the run may spend on the key under test',
    commands: RUNS,
    parse: wholeNumber(1, 1_000_000),
  },
  floor: {
    flag: '--floor',
    value: 'N',
    variable: 'CONFORMANCE_FLOOR',
    fallback: '100',
    description: 'allowance that the run leaves unspent on the key under test',
    commands: RUNS,
    parse: wholeNumber(0, 1_000_000),
  },
  wait: {
    flag: '--wait',
    variable: 'CONFORMANCE_WAIT',
    fallback: 'off',
    description: 'wait for the next rate-limit window instead of ending at the floor',
    commands: RUNS,
    parse: onOrOff,
  },
  concurrency: {
    flag: '--concurrency',
    value: 'N',
    variable: 'CONFORMANCE_CONCURRENCY',
    fallback: '32',
    description: 'requests under way at once',
    commands: RUNS,
    parse: wholeNumber(1, 64),
  },
  rate: {
    flag: '--rate',
    value: 'N',
    variable: 'CONFORMANCE_RATE',
    fallback: 'as fast as the target takes them',
    description: 'requests a second at most, where a gateway limits them; found out by itself otherwise',
    commands: RUNS,
    parse: wholeNumber(1, 1000),
  },
  timeout: {
    flag: '--timeout',
    value: 'SECONDS',
    variable: 'CONFORMANCE_TIMEOUT',
    fallback: '10',
    description: 'deadline of one request, connecting and reading included',
    commands: [...RUNS, 'doctor'],
    parse: seconds(0.1, 600),
  },
  runTimeout: {
    flag: '--run-timeout',
    value: 'SECONDS',
    variable: 'CONFORMANCE_RUN_TIMEOUT',
    fallback: 'smoke 120, standard 600, full 3600; with --wait 7200',
    description: 'deadline of the run; what is left then is inconclusive',
    commands: RUNS,
    parse: seconds(1, 86_400),
  },
} as const satisfies Record<string, OptionDefinition<unknown>>

/** Seeds have 31 bits: every consumer accepts such a number unchanged. */
export const LARGEST_SEED = 2 ** 31 - 1

/** Options of the generated tests. */
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
