import { ConfigurationError, type RunOptions } from '../../run/options.ts'

const KEYS = ['apiKey', 'otherApiKey', 'exhaustibleApiKey'] as const

const SAME_KEY = {
  apiKey: '',
  otherApiKey: 'isolation needs the key of a second workspace',
  exhaustibleApiKey: 'its whole allowance would be spent',
}

type Fitting = Pick<Partial<RunOptions>, (typeof KEYS)[number] | 'baseUrl' | 'shard' | 'seed'>

/**
 * Throws a {@link ConfigurationError} of one line where options do not fit together.
 * @param nameOf what the operator would have to change, for messages
 */
export function refuseMisfits(values: Fitting, nameOf: (name: keyof Fitting) => string): void {
  const given = KEYS.filter((name) => values[name] !== undefined)
  if (values.baseUrl !== undefined && values.apiKey === undefined) {
    throw new ConfigurationError(
      'a base URL needs a key: set CONFORMANCE_API_KEY in the environment or in .env',
    )
  }
  const [first] = given
  // A mistyped or empty base URL must not end as a green run of the embedded service.
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
  // Shards whose generated data differ are not one run.
  if (values.shard !== undefined && values.seed === undefined) {
    throw new ConfigurationError(`${nameOf('shard')} needs a seed (--seed), the same for every shard`)
  }
}
