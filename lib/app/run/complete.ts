import { randomInt } from 'node:crypto'
import { address, InvalidValue } from '../../engine/util/address.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { PROFILE_DEFAULTS, type RunOptions } from './options.ts'

/** With `wait`, a run goes on in the next window of the rate limit: two hours, in seconds. */
const TWO_WINDOWS = 2 * 3600

/**
 * Completes run options with their defaults: those of the profile, and a random seed.
 * @param nameOf - the name of an option in messages: its flag or variable
 * @throws ConfigurationError if options do not fit together
 */
export function completeOptions(
  given: Partial<RunOptions>,
  nameOf: (name: keyof RunOptions) => string = (name) => name,
): RunOptions {
  refuseConflicts(given, nameOf)
  const { profile = 'standard', wait = false } = given
  const baseUrl = addressOf('baseUrl', given, nameOf)
  const defaults = PROFILE_DEFAULTS[profile]
  return {
    ...given,
    baseUrl,
    apexUrl: addressOf('apexUrl', given, nameOf),
    profile,
    wait,
    budget: given.budget ?? defaults.budget,
    floor: given.floor ?? 100,
    seed: given.seed ?? randomInt(2 ** 31),
    concurrency: given.concurrency ?? 32,
    timeout: given.timeout ?? 10,
    runTimeout: given.runTimeout ?? (wait ? TWO_WINDOWS : defaults.runTimeout),
    writes: given.writes ?? baseUrl === undefined,
    insecure: given.insecure ?? false,
    strict: given.strict ?? false,
    failOn: given.failOn ?? 'derived',
  }
}

const KEYS = ['apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const

const USE_OF_KEY = {
  apiKey: 'it is the key of the workspace under test',
  otherApiKey: 'isolation needs the key of a second workspace',
  exhaustibleApiKey: 'its whole allowance would be spent',
}

function refuseConflicts(given: Partial<RunOptions>, nameOf: (name: keyof RunOptions) => string): void {
  const keys = KEYS.filter((name) => given[name] !== undefined)
  if (given.baseUrl !== undefined && given.apiKey === undefined)
    throw new ConfigurationError(
      'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    )
  // A missing base URL must not lead to a green run of the embedded service.
  if (given.baseUrl === undefined && keys[0] !== undefined)
    throw new ConfigurationError(
      `${nameOf(keys[0])} is set but no base URL: set CONFORMANCE_BASE_URL, or unset the key to verify the embedded service`,
    )
  for (const [index, later] of keys.entries()) {
    const twin = keys.slice(0, index).find((earlier) => given[earlier] === given[later])
    if (twin !== undefined)
      throw new ConfigurationError(
        `${nameOf(later)} is the same key as ${nameOf(twin)}: ${USE_OF_KEY[later]}`,
      )
  }
  if ((given.clientCert === undefined) !== (given.clientKey === undefined))
    throw new ConfigurationError(
      `${nameOf('clientCert')} and ${nameOf('clientKey')} belong together: give both, or neither`,
    )
  if (given.apexUrl !== undefined && hostOf(given.apexUrl) === hostOf(given.baseUrl))
    throw new ConfigurationError(
      `${nameOf('apexUrl')} has the host of the base URL: give the bare apex host, which redirects to it`,
    )
}

function addressOf(
  name: 'baseUrl' | 'apexUrl',
  { [name]: text }: Partial<RunOptions>,
  nameOf: (name: keyof RunOptions) => string,
): string | undefined {
  try {
    return text === undefined ? undefined : address(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new ConfigurationError(`${nameOf(name)} ${error.message}`)
    throw error
  }
}

function hostOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined
}
