import type { Profile } from './options.ts'

/** What a profile brings where the operator says nothing. */
export interface ProfileDefaults {
  /** Wire requests on the key under test: enough for every case of the profile. */
  readonly budget: number
  /** Generated inputs for each property. */
  readonly fuzzRuns: number
  /** Absolute deadline of the run. */
  readonly runTimeoutMs: number
}

/** Where a key of a second workspace takes a part of the requests. */
export const PROFILE_DEFAULTS: Readonly<Record<Profile, ProfileDefaults>> = {
  smoke: { budget: 60, fuzzRuns: 0, runTimeoutMs: 120_000 },
  standard: { budget: 350, fuzzRuns: 3, runTimeoutMs: 600_000 },
  full: { budget: 900, fuzzRuns: 200, runTimeoutMs: 3_600_000 },
}

/** The same, where the key under test pays for all: what a second key would have been asked for falls on it, too. */
const BUDGET_ALONE: Readonly<Record<Profile, number>> = { smoke: 80, standard: 650, full: 900 }

/**
 * What a profile brings to a run with these keys.
 * @param alone - there is no key of a second workspace that could spare the key under test
 */
export function defaultsOf(profile: Profile, alone: boolean): ProfileDefaults {
  const defaults = PROFILE_DEFAULTS[profile]
  return alone ? { ...defaults, budget: BUDGET_ALONE[profile] } : defaults
}
