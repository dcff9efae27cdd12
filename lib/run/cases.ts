import type { CaseDefinition } from '../harness/case.ts'
import type { RunOptions } from './options.ts'
import type { Setup } from './setup.ts'
import { loadSuite, withFurther } from './user-suite.ts'

/** All cases that the options name, before any selection: our own, and those of the operator. */
export async function casesOf(
  { api, cases }: Pick<Setup, 'api' | 'cases'>,
  { suite, suites = [] }: Pick<RunOptions, 'suite' | 'suites'>,
): Promise<readonly CaseDefinition[]> {
  const further = [...suites, ...(suite === undefined ? [] : await loadSuite(suite))]
  return further.length === 0 ? cases : withFurther(cases, further, api.catalogue)
}
