import type { Suite } from '../harness/case.ts'
import type { KnownFailure } from '../report/record.ts'

export type { KnownFailure } from '../report/record.ts'

export { ConfigurationError } from '../util/errors.ts'

/** Which cases a run takes. `full`: with as many generated inputs as the budget gives. */
export type Profile = 'smoke' | 'standard' | 'full'

/** Everything that a run needs to know, resolved and validated. No value is read from the environment after this. */
export interface RunOptions {
  /** Base address, version segment included, without a trailing slash. Absent: the embedded reference service. */
  readonly baseUrl?: string
  readonly apiKey?: string
  readonly otherApiKey?: string
  readonly exhaustibleApiKey?: string
  readonly apexUrl?: string
  /** Where to listen for the target's webhook deliveries. */
  readonly webhook?: { readonly host: string; readonly port: number; readonly waitMs: number }
  readonly writes: boolean
  /** Wire requests that the run may spend on the key under test. */
  readonly budget: number
  /** Allowance that the run leaves unspent on the key under test. */
  readonly floor: number
  /** Wait for the next rate-limit window instead of ending at the floor. */
  readonly wait: boolean
  readonly profile: Profile
  readonly seed: number
  /** Generated inputs for each property. */
  readonly fuzzRuns: number
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests a second at most; absent: as many as the target takes. */
  readonly rate?: number
  /** Absolute deadline of one request, connecting and reading included. */
  readonly requestTimeoutMs: number
  /** Absolute deadline of the run; cases left then are inconclusive. */
  readonly runTimeoutMs: number
  /** False only where the operator turned TLS verification off. */
  readonly verifyTls: boolean
  /** Requirement ids to verify; absent: all. */
  readonly only?: readonly string[]
  /** Ids of the cases to run, with those that send what these review; absent: all that the rest selects. */
  readonly cases?: readonly string[]
  /** Parts of the specification to verify; absent: all. */
  readonly parts?: readonly number[]
  /** Absolute path of a JavaScript module with further cases; its default export is a suite or an array of suites. */
  readonly suite?: string
  /** Further cases as values, for callers from code. */
  readonly suites?: readonly Suite[]
  /** The share of the cases that this run takes; absent: all. */
  readonly shard?: Shard
  readonly strict: boolean
  /** Headers that every request carries, for a gateway that needs them; their values are secrets. */
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Whether requests carry `traceparent` and a request id: unless false. */
  readonly trace?: boolean
  /** Which strengths of requirements make a run fail where they are violated; `derived`, or absent: both. */
  readonly failOn?: 'must' | 'derived'
  readonly knownFailures?: readonly KnownFailure[]
  /** Where the known failures were read from, for the reports. */
  readonly knownFailuresFile?: string
}

/** One of several machines that share a run; both numbers count from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** The defaults of a profile, where the operator gives no value. */
interface ProfileDefaults {
  /** Wire requests on the key under test: enough for every case of the profile. */
  readonly budget: number
  /** Generated inputs for each property. */
  readonly fuzzRuns: number
  /** Absolute deadline of the run. */
  readonly runTimeoutMs: number
}

/** The defaults where a key of a second workspace takes a part of the requests. */
export const PROFILE_DEFAULTS: Readonly<Record<Profile, ProfileDefaults>> = {
  smoke: { budget: 60, fuzzRuns: 0, runTimeoutMs: 120_000 },
  standard: { budget: 350, fuzzRuns: 3, runTimeoutMs: 600_000 },
  full: { budget: 900, fuzzRuns: 200, runTimeoutMs: 3_600_000 },
}

/** The budget of a run without a second key: the key under test sends the requests of both. */
const BUDGET_ALONE: Readonly<Record<Profile, number>> = { smoke: 80, standard: 650, full: 900 }

/**
 * The defaults of a profile for a run with these keys.
 * @param alone - there is no key of a second workspace that could spare the key under test
 */
export function defaultsOf(profile: Profile, alone: boolean): ProfileDefaults {
  const defaults = PROFILE_DEFAULTS[profile]
  return alone ? { ...defaults, budget: BUDGET_ALONE[profile] } : defaults
}
