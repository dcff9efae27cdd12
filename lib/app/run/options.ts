import { randomInt } from 'node:crypto'
import { KEY_VARIABLES } from '../../engine/http/keys.ts'
import type { Proxies } from '../../engine/http/proxy.ts'
import { address, InvalidValue } from '../../engine/util/address.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import type { KnownFailures, Profile, RunRecord } from '../report/record.ts'

export type { KnownFailure, KnownFailures, Profile } from '../report/record.ts'

/**
 * All settings of a run, resolved and validated, by the names that they have on the command line and in the settings file.
 * The environment is not read after this.
 */
export interface RunOptions {
  /** Base address with the version segment and without a trailing slash. Absent: the embedded reference service. */
  readonly baseUrl?: string
  /** The name of the target in reports, and its build. */
  readonly targetName?: string
  readonly targetVersion?: string
  readonly apiKey?: string
  readonly otherApiKey?: string
  readonly exhaustibleApiKey?: string
  readonly apexUrl?: string
  /** The port for webhook deliveries; absent: no listener. The default host is {@link WEBHOOK_HOST}. */
  readonly webhookPort?: number
  readonly webhookHost?: string
  readonly writes: boolean
  /** Requests that the run may send with the key under test. */
  readonly budget: number
  /** Requests that the run leaves unspent on the key under test, and on the second workspace's key. */
  readonly floor: number
  /** Wait for the next rate-limit window instead of stopping at the floor. */
  readonly wait: boolean
  readonly profile: Profile
  readonly seed: number
  /** The most inputs that a case draws; absent: as many as the profile draws. */
  readonly fuzzRuns?: number
  /** Simultaneous requests. */
  readonly concurrency: number
  /** The most requests per second; absent: unlimited. */
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
  /** Requirements to leave out, by id or pattern, each with the reason. */
  readonly skip?: readonly { readonly id: string; readonly reason: string }[]
  /** Whether `only` and `case` name the requirements that failed before. */
  readonly lastFailed?: boolean
  /** Ids of the cases to run; absent: all selected otherwise. */
  readonly case?: readonly string[]
  /** Parts of the specification to verify; absent: all. */
  readonly part?: readonly number[]
  /** Stop the run after this many violations; absent: never. */
  readonly bail?: number
  readonly strict: boolean
  /** Headers on every request, for a gateway; their values are secret. */
  readonly header?: readonly (readonly [name: string, value: string])[]
  /** Whether requests carry `traceparent` and a request id; default true. */
  readonly trace?: boolean
  /** Only rules of this version of the tool, or of earlier ones, count; absent: all. */
  readonly rules?: string
  /** The strengths of requirements that fail a run when violated; `derived`, the default, means both. */
  readonly failOn?: 'must' | 'derived'
  readonly knownFailures?: KnownFailures
  /** The source of the known failures, for reports. */
  readonly knownFailuresFile?: string
  /**
   * Arguments with which the commands in reports reach the same target in the same way; absent: those in the
   * record.
   */
  readonly repeat?: readonly string[]
  /** The command for the tool in reports; absent: with npx. */
  readonly program?: string
  /** The record of the last whole run, for the changes since; absent: none. */
  readonly earlier?: RunRecord
}

/** The default host of the webhook listener: no other machine of the network reaches it. */
export const WEBHOOK_HOST = '127.0.0.1'

/**
 * The defaults of each profile. The budget counts requests with the key under test. It leaves room for second
 * runs of cases, so that the cases after them get their requests.
 */
export const PROFILE_DEFAULTS: Readonly<Record<Profile, Pick<RunOptions, 'budget' | 'runTimeout'>>> = {
  smoke: { budget: 100, runTimeout: 120 },
  standard: { budget: 850, runTimeout: 600 },
  full: { budget: 900, runTimeout: 3600 },
}

/** The defaults that all profiles share; times are in seconds. */
export const DEFAULTS = { floor: 100, concurrency: 32, timeout: 10 } as const

/**
 * The seed of all drawn inputs, unless the operator names another: the same inputs every day, on every
 * machine.
 */
export const USUAL_SEED = 20_261_120

/** With `wait`, a run continues in the next window of the rate limit: two hours, in seconds. */
export const TWO_WINDOWS = 2 * 3600

/** How many inputs each profile draws from the tables of the suites. */
export const DRAWN = { smoke: 'few', standard: 'values', full: 'pairs' } as const satisfies Record<
  Profile,
  string
>

/** Run options before they are completed. */
export interface GivenOptions extends Omit<Partial<RunOptions>, 'seed'> {
  /** `random`: a new seed for this run. */
  readonly seed?: number | 'random'
}

/**
 * Completes run options with their defaults, most of them those of the profile.
 * @throws ConfigurationError if options do not fit together
 */
export function completeOptions(given: GivenOptions): RunOptions {
  refuseConflicts(given)
  const { profile = 'standard', wait = false } = given
  const baseUrl = addressIn(given, 'baseUrl')
  const defaults = PROFILE_DEFAULTS[profile]
  return {
    ...given,
    baseUrl,
    apexUrl: addressIn(given, 'apexUrl'),
    profile,
    wait,
    budget: given.budget ?? defaults.budget,
    floor: given.floor ?? DEFAULTS.floor,
    seed: given.seed === 'random' ? randomInt(2 ** 31) : (given.seed ?? USUAL_SEED),
    concurrency: given.concurrency ?? DEFAULTS.concurrency,
    timeout: given.timeout ?? DEFAULTS.timeout,
    runTimeout: given.runTimeout ?? (wait ? TWO_WINDOWS : defaults.runTimeout),
    writes: given.writes ?? baseUrl === undefined,
    insecure: given.insecure ?? false,
    strict: given.strict ?? false,
    failOn: given.failOn ?? 'derived',
  }
}

function refuseConflicts(given: GivenOptions): void {
  const { baseUrl, apexUrl, apiKey, otherApiKey, exhaustibleApiKey, clientCert, clientKey } = given
  if (baseUrl !== undefined && apiKey === undefined)
    throw new ConfigurationError(
      'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    )
  // A missing base URL must not lead to a green run of the embedded service.
  if (baseUrl === undefined && (apiKey ?? otherApiKey ?? exhaustibleApiKey) !== undefined)
    throw new ConfigurationError(
      'a key is given but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service',
    )
  refuseWrongKeys(given)
  if ((clientCert === undefined) !== (clientKey === undefined))
    throw new ConfigurationError('--client-cert and --client-key belong together: give both, or neither')
  if (apexUrl !== undefined && hostOf(apexUrl) === hostOf(baseUrl))
    throw new ConfigurationError(
      'the apex URL has the host of the base URL: give the bare apex host, which redirects to it',
    )
}

/** Refuses a key that the path of the base URL shows, and one key in two roles. */
function refuseWrongKeys({ baseUrl, apiKey, otherApiKey, exhaustibleApiKey }: GivenOptions): void {
  const path = baseUrl?.split('/').slice(3).join('/') ?? ''
  const keys = { main: apiKey, other: otherApiKey, exhaustible: exhaustibleApiKey } as const
  for (const label of ['main', 'other', 'exhaustible'] as const) {
    const key = keys[label]
    if (key !== undefined && path.includes(key))
      throw new ConfigurationError(
        `the path of the base URL has the key of ${KEY_VARIABLES[label]} in it: every report shows that address`,
      )
  }
  if (otherApiKey !== undefined && otherApiKey === apiKey)
    throw new ConfigurationError(
      `${KEY_VARIABLES.other} is the key under test: isolation needs the key of a second workspace`,
    )
  if (exhaustibleApiKey !== undefined && [apiKey, otherApiKey].includes(exhaustibleApiKey))
    throw new ConfigurationError(
      `${KEY_VARIABLES.exhaustible} is one of the other keys, too: its whole allowance would be spent`,
    )
}

function addressIn(given: GivenOptions, name: 'baseUrl' | 'apexUrl'): string | undefined {
  const { [name]: text } = given
  try {
    return text === undefined ? undefined : address(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new ConfigurationError(`${name} ${error.message}`)
    throw error
  }
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
}
