import type { Profile } from './options.ts'

/** What a profile brings where the operator says nothing. */
export interface ProfileDefaults {
  /** Wire requests on the key under test. */
  readonly budget: number
  /** Generated inputs for each property. */
  readonly fuzzRuns: number
  /** Absolute deadline of the run. */
  readonly runTimeoutMs: number
}

export const PROFILE_DEFAULTS: Readonly<Record<Profile, ProfileDefaults>> = {
  smoke: { budget: 60, fuzzRuns: 0, runTimeoutMs: 120_000 },
  standard: { budget: 350, fuzzRuns: 3, runTimeoutMs: 600_000 },
  full: { budget: 900, fuzzRuns: 200, runTimeoutMs: 3_600_000 },
}
