import type { Catalogue } from '../../judge/requirement.ts'
import { ConfigurationError, type RunOptions } from '../../run/options.ts'
import { completeSpending } from './defaults.ts'
import { refuseMisfits } from './fit.ts'
import { didYouMean } from './nearest.ts'
import { InvalidValue } from './option.ts'
import { address } from './parse/address.ts'

/**
 * Run options out of those that a caller from code gives, with the defaults of the command line.
 * @throws ConfigurationError where they do not fit together, or where one is unknown
 */
export function completeOptions(given: Partial<RunOptions>, catalogue: Pick<Catalogue, 'has'>): RunOptions {
  refuseStrangers(given)
  refuseEmptyTarget(given)
  refuseMisfits(given, (name) => name)
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

/** Every option, so that a mistyped one is not silently without effect. */
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
  only: true,
  cases: true,
  parts: true,
  suite: true,
  suites: true,
  shard: true,
  strict: true,
  headers: true,
  trace: true,
  failOn: true,
  knownFailures: true,
  knownFailuresFile: true,
}

/** What decides which target is verified: given without a value, it comes from a variable that is not set. */
const TARGET = ['baseUrl', 'apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const

function refuseEmptyTarget(given: Partial<RunOptions>): void {
  const empty = TARGET.find((name) => Object.hasOwn(given, name) && (given[name] ?? '').trim() === '')
  if (empty !== undefined)
    throw new ConfigurationError(`${empty} is given without a value: is the variable that it comes from set?`)
}

function refuseStrangers(given: object): void {
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
