import { randomInt } from 'node:crypto'
import type { RunOptions } from '../../run/options.ts'
import { PROFILE_DEFAULTS } from '../../run/profiles.ts'
import { LARGEST_SEED } from './options/generated.ts'

/** With `--wait`, a run outlives the window of an hour that the rate limit has (specification part 8). */
const WAITING_RUN_TIMEOUT_MS = 7_200_000

/** The options that say how much a run spends: requests, time and generated inputs. */
export type Spending = Pick<
  RunOptions,
  | 'profile'
  | 'budget'
  | 'floor'
  | 'wait'
  | 'seed'
  | 'fuzzRuns'
  | 'concurrency'
  | 'rate'
  | 'requestTimeoutMs'
  | 'runTimeoutMs'
>

/** Fills in what the profile brings, for what the operator does not say. Without a seed, a random one. */
export function completeSpending(given: Partial<Spending>): Spending {
  const profile = given.profile ?? 'standard'
  const defaults = PROFILE_DEFAULTS[profile]
  const wait = given.wait ?? false
  return {
    profile,
    budget: given.budget ?? defaults.budget,
    floor: given.floor ?? 100,
    wait,
    seed: given.seed ?? randomInt(LARGEST_SEED + 1),
    fuzzRuns: given.fuzzRuns ?? defaults.fuzzRuns,
    concurrency: given.concurrency ?? 64,
    ...(given.rate === undefined ? {} : { rate: given.rate }),
    requestTimeoutMs: given.requestTimeoutMs ?? 10_000,
    runTimeoutMs: given.runTimeoutMs ?? (wait ? WAITING_RUN_TIMEOUT_MS : defaults.runTimeoutMs),
  }
}
