import { isRequirement } from '../../api/catalogue/index.ts'
import { ConfigurationError, type RunOptions } from '../../run/options.ts'
import { completeSpending } from './defaults.ts'
import { refuseMisfits } from './fit.ts'
import { InvalidValue } from './option.ts'
import { address } from './parse/address.ts'

/**
 * Run options out of those that a caller from code gives, with the defaults of the command line.
 * @throws ConfigurationError where they do not fit together
 */
export function completeOptions(given: Partial<RunOptions>): RunOptions {
  refuseMisfits(given, (name) => name)
  const unknown = given.only?.find((id) => !isRequirement(id))
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
  }
}

function addressOf(name: string, text: string): string {
  try {
    return address(text)
  } catch (error) {
    if (error instanceof InvalidValue) throw new ConfigurationError(`${name} ${error.message}`)
    throw error
  }
}
