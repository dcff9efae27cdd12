import { pathToFileURL } from 'node:url'
import type { CaseDefinition, Suite } from '../../engine/case/suite.ts'
import type { Catalogue, Requirement } from '../../engine/judge/requirement.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { isObject } from '../../engine/util/values.ts'

/**
 * Loads the operator's own cases from a JavaScript module with a suite, or an array of suites, as its default export.
 * @param file absolute path
 * @throws ConfigurationError, in one line, if the module cannot be loaded or exports something else
 */
export async function loadSuite(file: string): Promise<readonly Suite[]> {
  const loaded: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new ConfigurationError(`suite ${file} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  })
  const exported = isObject(loaded) ? loaded['default'] : undefined
  const suites: readonly unknown[] = Array.isArray(exported) ? exported : [exported]
  if (suites.length === 0 || !suites.every(isSuite)) {
    throw new ConfigurationError(
      `suite ${file} has no suite as its default export: export default suite('title', {}, ({ verify }) => …)`,
    )
  }
  return suites
}

function isSuite(value: unknown): value is Suite {
  if (!isObject(value)) return false
  const { title, cases, requirements = [] } = value
  return (
    typeof title === 'string' &&
    Array.isArray(cases) &&
    cases.every(
      (one) => isObject(one) && typeof one['run'] === 'function' && Array.isArray(one['requirements']),
    ) &&
    Array.isArray(requirements) &&
    requirements.every(isObject)
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
}

/** Ids look like those of the catalogue: files are named after them. */
const ID = /^[A-Z]+(?:-[A-Z]+)*-\d+$/

/**
 * The requirements of the operator's suites, as rows of the catalogue.
 * @param part - the part of their own
 * @throws ConfigurationError in one line, if one does not fit
 */
export function ownRequirements(
  suites: readonly Suite[],
  part: number,
  catalogue: Pick<Catalogue, 'has'>,
): readonly Requirement[] {
  const seen = new Set<string>()
  return suites.flatMap(({ requirements = [] }) =>
    requirements.map(({ id, text, source, endpoint = '*' }) => {
      const refuse = (problem: string): ConfigurationError =>
        new ConfigurationError(`the own requirement ${JSON.stringify(id)} ${problem}`)
      if (!isText(id) || !ID.test(id) || !isText(text) || !isText(source))
        throw refuse('needs an id like ACME-1, a text, and the source that states it')
      if (catalogue.has(id) || seen.has(id))
        throw refuse('has the id of another requirement; "list" shows all ids')
      seen.add(id)
      return {
        id,
        part,
        endpoint,
        strength: 'must',
        source: { part, section: '', item: source },
        text,
        own: true,
      }
    }),
  )
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/**
 * The cases of this tool and of further suites, which run in every profile unless they are deep.
 * @throws ConfigurationError for an unknown requirement or a duplicate case id
 */
export function withFurther(
  cases: readonly CaseDefinition[],
  suites: readonly Suite[],
  catalogue: Pick<Catalogue, 'has'>,
): readonly CaseDefinition[] {
  const all = [
    ...cases,
    ...suites.flatMap((suite) =>
      suite.cases.map((one) => ({ ...one, smoke: !one.deep, own: true as const })),
    ),
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
