import { pathToFileURL } from 'node:url'
import { CATALOGUE } from '../../suites/catalogue.ts'
import { CASES } from '../../suites/index.ts'
import { TOPICS } from '../../suites/topics.ts'
import type { CaseDefinition, Suite } from '../harness/context.ts'
import {
  type Catalogue,
  catalogueOf,
  type Requirement,
  type Source,
  type Topic,
} from '../judge/requirement.ts'
import { ConfigurationError } from '../util/errors.ts'
import { isObject } from '../util/values.ts'
import type { RunOptions } from './options.ts'

/** What a run can verify: requirements, and the cases that judge them. */
export interface Scope {
  readonly catalogue: Catalogue
  /** Titles of the parts of the specification; the first is part 1. */
  readonly parts: readonly string[]
  /** Groups of requirements for explanations, in the order in which one would build the API. */
  readonly topics: readonly Topic[]
  readonly cases: readonly CaseDefinition[]
}

/** The specification and the cases of this tool. */
export const SCOPE: Scope = {
  catalogue: CATALOGUE,
  parts: [
    'Service and conventions',
    'Resources and fields',
    'States and transitions',
    'Endpoints',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
  ],
  topics: TOPICS,
  cases: CASES,
}

/**
 * The scope with the cases and requirements that the operator brings, before any selection.
 * @throws ConfigurationError if they do not fit, or if the options name a case or requirement that does not exist
 */
export async function scopeOf({
  suite,
  suites = [],
  cases: named = [],
  only = [],
}: Partial<RunOptions> = {}): Promise<Scope> {
  const further = [...suites, ...(suite === undefined ? [] : await loadSuite(suite))]
  const wider = withRequirements(SCOPE, ownRequirements(further, SCOPE))
  const cases = further.length === 0 ? SCOPE.cases : withFurther(SCOPE.cases, further, wider.catalogue)
  const unknown = named.find((name) => cases.every(({ id }) => id !== name))
  if (unknown !== undefined)
    throw new ConfigurationError(`there is no case ${JSON.stringify(unknown)}; "list" shows all ids`)
  const stranger = only.find((id) => !wider.catalogue.has(id))
  if (stranger !== undefined)
    throw new ConfigurationError(`there is no requirement ${JSON.stringify(stranger)}; "list" shows all ids`)
  return { ...wider, cases }
}

const OWN_TITLE = 'Own requirements'

/**
 * The scope with additional requirements, those of an operator, in a part of their own. Requirements of the catalogue
 * are skipped.
 */
export function withRequirements(
  scope: Scope,
  rows: readonly (Omit<Requirement, 'source'> & { readonly source?: Source })[],
): Scope {
  const further = new Map(
    rows
      .filter(({ id }) => !scope.catalogue.has(id))
      .map((row) => [row.id, { ...row, source: row.source ?? { part: row.part, section: '', item: '' } }]),
  )
  if (further.size === 0) return scope
  return {
    ...scope,
    parts: [...scope.parts, OWN_TITLE],
    catalogue: catalogueOf([...scope.catalogue.rows, ...further.values()], scope.catalogue.restsOn),
    topics: [
      ...scope.topics,
      {
        id: 'own',
        title: OWN_TITLE,
        covers: new RegExp(`^(?:${[...further.keys()].join('|')})$`),
        matters: '',
        freedoms: [],
      },
    ],
  }
}

/** Ids look like those of the catalogue: files are named after them. */
const ID = /^[A-Z]+(?:-[A-Z]+)*-\d+$/

/** The requirements of the operator's suites, as rows of the catalogue. */
function ownRequirements(suites: readonly Suite[], { parts, catalogue }: Scope): readonly Requirement[] {
  const part = parts.length + 1
  const seen = new Set<string>()
  return suites.flatMap(({ requirements = [] }) =>
    requirements.map(({ id, text, source, endpoint = '*' }) => {
      const refuse = (problem: string): ConfigurationError =>
        new ConfigurationError(`the own requirement ${JSON.stringify(id)} ${problem}`)
      if (!isText(id) || !ID.test(id)) throw refuse('needs an id like ACME-1')
      if (catalogue.has(id)) throw refuse('has the id of another requirement; "list" shows all ids')
      if (seen.has(id)) throw refuse('is there twice')
      if (!isText(text)) throw refuse('has no text')
      if (!isText(source)) throw refuse('has no source: say where it is stated')
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
 * The cases of this tool and of further suites, which run in every profile unless they are deep. Throws a {@link
 * ConfigurationError} for an unknown requirement or a duplicate case id.
 */
function withFurther(
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

function isSuite(value: unknown): value is Suite {
  return (
    isObject(value) &&
    typeof value['title'] === 'string' &&
    Array.isArray(value['cases']) &&
    value['cases'].every(isCase) &&
    (value['requirements'] === undefined ||
      (Array.isArray(value['requirements']) && value['requirements'].every(isObject)))
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
