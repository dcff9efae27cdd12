import type { CaseDefinition } from '../harness/case.ts'
import { ConfigurationError, type RunOptions } from './options.ts'
import type { Setup } from './setup.ts'
import { loadSuite, withFurther } from './user-suite.ts'

/**
 * All cases that the options name, before any selection: our own, and those of the operator.
 * @throws ConfigurationError where the operator names a case that there is not
 */
export async function casesOf(
  { api, cases }: Pick<Setup, 'api' | 'cases'>,
  { suite, suites = [], cases: named = [] }: Pick<RunOptions, 'suite' | 'suites' | 'cases'>,
): Promise<readonly CaseDefinition[]> {
  const further = [...suites, ...(suite === undefined ? [] : await loadSuite(suite))]
  const all = further.length === 0 ? cases : withFurther(cases, further, api.catalogue)
  const unknown = named.find((name) => all.every(({ id }) => id !== name))
  if (unknown !== undefined)
    throw new ConfigurationError(`there is no case ${JSON.stringify(unknown)}; "list" shows all ids`)
  return all
}
