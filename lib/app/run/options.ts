import type { Proxies } from '../../engine/http/proxy.ts'
import type { KnownFailure, RunRecord } from '../report/record.ts'

export type { KnownFailure } from '../report/record.ts'

/** The cases that a run takes, and how many inputs it generates. */
export type Profile = 'smoke' | 'standard' | 'full'

/**
 * All settings of a run, resolved and validated, by the names that they have on the command line and in the settings file.
 * The environment is not read after this.
 */
export interface RunOptions {
  /** Base address with the version segment and without a trailing slash. Absent: the embedded reference service. */
  readonly baseUrl?: string
  /** What the reports call the target, and which build of it this is. */
  readonly targetName?: string
  readonly targetVersion?: string
  readonly apiKey?: string
  readonly otherApiKey?: string
  readonly exhaustibleApiKey?: string
  readonly apexUrl?: string
  /** Where to listen for webhook deliveries; absent: nowhere. The host is {@link WEBHOOK_HOST} unless given. */
  readonly webhookPort?: number
  readonly webhookHost?: string
  readonly writes: boolean
  /** Requests that the run may send with the key under test. */
  readonly budget: number
  /** Requests that the run leaves unspent on the key under test. */
  readonly floor: number
  /** Wait for the next rate-limit window instead of stopping at the floor. */
  readonly wait: boolean
  readonly profile: Profile
  readonly seed: number
  /** Inputs that a case draws at most; absent: as many as the profile draws. */
  readonly fuzzRuns?: number
  /** Simultaneous requests. */
  readonly concurrency: number
  /** Requests per second at most; absent: unlimited. */
  readonly rate?: number
  /** Absolute deadline of one request, connecting and reading included: in seconds. */
  readonly timeout: number
  /** Absolute deadline of the run, in seconds; remaining cases are inconclusive. */
  readonly runTimeout: number
  /** TLS certificates are not verified. */
  readonly insecure: boolean
  /** Absolute paths of a certificate of the client and its private key, both in PEM; together or not at all. */
  readonly clientCert?: string
  readonly clientKey?: string
  /** HTTP proxies, as the command line takes them from `HTTPS_PROXY` and `NO_PROXY`; absent: the target is reached directly. */
  readonly proxies?: Proxies | undefined
  /** Ids of the requirements to verify, or patterns such as `AUTH-*`; absent: all. */
  readonly only?: readonly string[]
  /** Operations to verify: `POST /leads`, a method or a path alone; absent: all. */
  readonly endpoint?: readonly string[]
  /** Requirements that are left out, by id or pattern, each with the reason. */
  readonly skip?: readonly { readonly id: string; readonly reason: string }[]
  /** The requirements and cases are those that failed before. */
  readonly lastFailed?: boolean
  /** Ids of the cases to run; absent: all selected otherwise. */
  readonly case?: readonly string[]
  /** Parts of the specification to verify; absent: all. */
  readonly part?: readonly number[]
  /** Stop the run after so many violations; absent: never. */
  readonly bail?: number
  readonly strict: boolean
  /** Headers on every request, for a gateway; their values are secret. */
  readonly header?: readonly (readonly [name: string, value: string])[]
  /** Whether requests carry `traceparent` and a request id; default true. */
  readonly trace?: boolean
  /** Only rules that came with this version of the tool, or before, count; absent: all. */
  readonly rules?: string
  /** The strengths of requirements that fail a run when violated; `derived`, the default, means both. */
  readonly failOn?: 'must' | 'derived'
  readonly knownFailures?: readonly KnownFailure[]
  /** The source of the known failures, for reports. */
  readonly knownFailuresFile?: string
  /** Words of a command line by which the same target is met again in the same way; absent: those that the record gives. */
  readonly repeat?: readonly string[]
  /** The record of the run before, for what changed since; absent: none. */
  readonly earlier?: RunRecord
}

/** Where deliveries are listened for unless an operator says otherwise: nobody else on the network reaches it. */
export const WEBHOOK_HOST = '127.0.0.1'

/**
 * The defaults of each profile. The budget, for requests with the key under test, has room for cases that are run
 * again: those after them must have theirs, too.
 */
export const PROFILE_DEFAULTS: Readonly<Record<Profile, Pick<RunOptions, 'budget' | 'runTimeout'>>> = {
  smoke: { budget: 100, runTimeout: 120 },
  standard: { budget: 850, runTimeout: 600 },
  full: { budget: 900, runTimeout: 3600 },
}

/** How many inputs each profile draws from the tables of the suites. */
export const DRAWN = { smoke: 'few', standard: 'values', full: 'pairs' } as const satisfies Record<
  Profile,
  string
>
