import { randomInt } from 'node:crypto'
import type { Catalogue } from '../../judge/requirement.ts'
import { defaultsOf, type RunOptions } from '../../run/options.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { didYouMean } from '../../util/text.ts'
import { address, InvalidValue } from './option.ts'
import { LARGEST_SEED } from './options/spending.ts'

/**
 * Completes the options of a caller of `verify` with the defaults of the command line.
 * @throws ConfigurationError if options do not fit together, or if one is unknown
 */
export function completeOptions(given: Partial<RunOptions>, catalogue: Pick<Catalogue, 'has'>): RunOptions {
  refuseUnknownOptions(given)
  refuseEmptyTarget(given)
  refuseConflicts(given, (name) => name)
  const unknown = given.only?.find((id) => !catalogue.has(id))
  if (unknown !== undefined) throw new ConfigurationError(`only names an unknown requirement id, ${unknown}`)
  const { baseUrl, apexUrl } = given
  return {
    ...given,
    ...completeSpending(given),
    baseUrl: baseUrl === undefined ? undefined : addressOf('baseUrl', baseUrl),
    apexUrl: apexUrl === undefined ? undefined : addressOf('apexUrl', apexUrl),
    writes: given.writes ?? baseUrl === undefined,
    verifyTls: given.verifyTls ?? true,
    strict: given.strict ?? false,
    failOn: given.failOn ?? 'derived',
  }
}

/** The names of all options, to reject mistyped ones. */
const NAMES: Readonly<Record<keyof RunOptions, true>> = {
  baseUrl: true,
  apiKey: true,
  otherApiKey: true,
  exhaustibleApiKey: true,
  apexUrl: true,
  webhook: true,
  writes: true,
  budget: true,
  floor: true,
  wait: true,
  profile: true,
  seed: true,
  fuzzRuns: true,
  concurrency: true,
  rate: true,
  requestTimeoutMs: true,
  runTimeoutMs: true,
  verifyTls: true,
  clientCert: true,
  clientKey: true,
  proxies: true,
  only: true,
  cases: true,
  parts: true,
  suite: true,
  suites: true,
  strict: true,
  headers: true,
  trace: true,
  failOn: true,
  knownFailures: true,
  knownFailuresFile: true,
}

/** Options that select the target. An empty value probably comes from a variable that is not set. */
const TARGET = ['baseUrl', 'apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const

function refuseEmptyTarget(given: Partial<RunOptions>): void {
  const empty = TARGET.find((name) => Object.hasOwn(given, name) && (given[name] ?? '').trim() === '')
  if (empty !== undefined)
    throw new ConfigurationError(`${empty} is given without a value: is the variable that it comes from set?`)
}

function refuseUnknownOptions(given: object): void {
  const stranger = Object.keys(given).find((name) => !Object.hasOwn(NAMES, name))
  if (stranger !== undefined)
    throw new ConfigurationError(
      `there is no option ${JSON.stringify(stranger)}${didYouMean(stranger, Object.keys(NAMES))}`,
    )
}

function addressOf(name: string, text: string): string {
  try {
    return address(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new ConfigurationError(`${name} ${error.message}`)
    throw error
  }
}

/** With `--wait`, a run lasts longer than one window of the rate limit. */
const WAITING_RUN_TIMEOUT_MS = 7_200_000

/** The options that limit a run: requests, time and generated inputs. */
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

/** The options that decide whether there is a second key: the embedded service has one. */
type Keys = Pick<RunOptions, 'baseUrl' | 'otherApiKey'>

/** Completes the options with the defaults of the profile for these keys, and with a random seed. */
export function completeSpending(given: Partial<Spending> & Keys): Spending {
  const profile = given.profile ?? 'standard'
  const defaults = defaultsOf(profile, given.baseUrl !== undefined && given.otherApiKey === undefined)
  const wait = given.wait ?? false
  return {
    profile,
    budget: given.budget ?? defaults.budget,
    floor: given.floor ?? 100,
    wait,
    seed: given.seed ?? randomInt(LARGEST_SEED + 1),
    fuzzRuns: given.fuzzRuns ?? defaults.fuzzRuns,
    concurrency: given.concurrency ?? 32,
    ...(given.rate === undefined ? {} : { rate: given.rate }),
    requestTimeoutMs: given.requestTimeoutMs ?? 10_000,
    runTimeoutMs: given.runTimeoutMs ?? (wait ? WAITING_RUN_TIMEOUT_MS : defaults.runTimeoutMs),
  }
}

const KEYS = ['apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const

const SAME_KEY = {
  apiKey: '',
  otherApiKey: 'isolation needs the key of a second workspace',
  exhaustibleApiKey: 'its whole allowance would be spent',
}

type Fitting = Pick<Partial<RunOptions>, (typeof KEYS)[number] | 'baseUrl' | 'apexUrl' | 'seed'>

/**
 * Throws a one-line {@link ConfigurationError} if options do not fit together.
 * @param nameOf - the name of an option in messages: its flag or variable
 */
export function refuseConflicts(values: Fitting, nameOf: (name: keyof Fitting) => string): void {
  const given = KEYS.filter((name) => values[name] !== undefined)
  if (values.baseUrl !== undefined && values.apiKey === undefined) {
    throw new ConfigurationError(
      'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    )
  }
  const [first] = given
  // A missing base URL must not lead to a green run of the embedded service.
  if (values.baseUrl === undefined && first !== undefined) {
    throw new ConfigurationError(
      `${nameOf(first)} is set but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service`,
    )
  }
  for (const [index, later] of given.entries()) {
    const twin = given.slice(0, index).find((earlier) => values[earlier] === values[later])
    if (twin === undefined) continue
    throw new ConfigurationError(`${nameOf(later)} is the same key as ${nameOf(twin)}: ${SAME_KEY[later]}`)
  }
  if (values.apexUrl !== undefined && hostOf(values.apexUrl) === hostOf(values.baseUrl)) {
    throw new ConfigurationError(
      `${nameOf('apexUrl')} has the host of the base URL: give the bare apex host, which redirects to it`,
    )
  }
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
}
