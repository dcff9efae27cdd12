import { pathToFileURL } from 'node:url'
import type { CaseDefinition, Suite } from '../harness/case.ts'
import type { Catalogue } from '../judge/requirement.ts'
import type { RunOptions } from './options.ts'
import { ConfigurationError } from './options.ts'
import type { Setup } from './setup.ts'

/**
 * All cases for the given options, before any selection: our own and the operator's.
 * @throws ConfigurationError if the operator names a case that does not exist
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

/**
 * Loads the operator's own cases from a JavaScript module with a suite, or an array of suites, as its default export.
 * @param file absolute path
 * @throws ConfigurationError, in one line, if the module cannot be loaded or exports something else
 */
export async function loadSuite(file: string): Promise<readonly Suite[]> {
  const loaded: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new ConfigurationError(`suite ${file} cannot be loaded: ${reasonOf(error, file)}`, { cause: error })
  })
  const exported = isObject(loaded) ? loaded['default'] : undefined
  const suites: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (suites.length === 0 || !suites.every(isSuite)) {
    throw new ConfigurationError(
      `suite ${file} has no suite as its default export: export default suite('title', {}, (verify) => …)`,
    )
  }
  return suites
}

/**
 * Our cases and those of further suites. Cases that somebody brings run in every profile unless they are deep.
 * Throws a {@link ConfigurationError} for an unknown requirement or a duplicate case id.
 */
export function withFurther(
  cases: readonly CaseDefinition[],
  suites: readonly Suite[],
  catalogue: Pick<Catalogue, 'has'>,
): readonly CaseDefinition[] {
  const all = [
    ...cases,
    ...suites.flatMap((suite) => suite.cases.map((one) => ({ ...one, smoke: !one.deep }))),
  ]
  const seen = new Set<string>()
  for (const { id, title, requirements } of all) {
    const stranger = requirements.find((name) => !catalogue.has(name))
    if (stranger !== undefined) {
      throw new ConfigurationError(
        `the case "${title}" verifies ${stranger}, which is no requirement; "list" shows all ids`,
      )
    }
    if (seen.has(id)) throw new ConfigurationError(`two cases have the id ${id}; give one another title`)
    seen.add(id)
  }
  return all
}

function isSuite(value: unknown): value is Suite {
  return (
    isObject(value) &&
    typeof value['title'] === 'string' &&
    Array.isArray(value['cases']) &&
    value['cases'].every(isCase)
  )
}

function isCase(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['run'] === 'function' &&
    typeof value['id'] === 'string' &&
    Array.isArray(value['requirements'])
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function reasonOf(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION') return 'this Node loads JavaScript only; compile it, or use .mjs'
  if (code === 'ERR_MODULE_NOT_FOUND') {
    const missing = /Cannot find (?:package|module) '([^']+)'/.exec(String(error))?.[1] ?? 'a module'
    const itself = [file, pathToFileURL(file).href].includes(missing)
    return itself ? 'there is no such file' : `it imports ${missing}, which is not installed there`
  }
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}
