import { isDeepStrictEqual } from 'node:util'
import type { Contract } from '../contract.ts'
import { atPointer, entries, isBeyond, own } from '../json.ts'
import { isObject } from '../../util/values.ts'
import { legibleCopy } from './legible.ts'
import { isKnownDialect, metaSchemaProblems, schemaObjects, structureProblems } from './schemas.ts'

/** The deepest nesting that is validated: the validators are recursive. */
const DEEPEST = 150
/** The most values of a document that is validated: the validators keep an error for each invalid one. */
const MOST_VALUES = 100_000
const MAX_PROBLEMS = 50

/**
 * The limit of this tool that a served document exceeds; undefined if none. Exceeding one is not a defect of the
 * document.
 */
export function beyondLimits(served: unknown): string | undefined {
  return isBeyond(served, DEEPEST, MOST_VALUES)
    ? `nested deeper than ${DEEPEST} levels, or more than ${MOST_VALUES} values`
    : undefined
}

/**
 * Whether a served document is structurally valid OpenAPI 3.1. The validators are loaded on demand. Documents of
 * another version are skipped, since the comparison reports the version, and so are documents {@link beyondLimits}.
 * @param served any JSON value; not altered, and nothing that it refers to is fetched
 * @param known a contract that is known to be valid
 * @returns at most 50 problems, one line each, starting with a JSON pointer if there is one; none for a valid
 * document
 */
export async function describeValidity(served: unknown, known?: Contract): Promise<string[]> {
  const version = own(served, 'openapi')
  if (typeof version !== 'string' || !version.startsWith('3.1.') || isBeyond(served, DEEPEST, MOST_VALUES))
    return []
  // A unit test proves that the contract is valid. Validating it here would cost every run of the embedded service
  // 0.3 s.
  if (known !== undefined && isDeepStrictEqual(served, known.document)) return []
  const copy = legibleCopy(served)
  const schemas = isKnownDialect(served) ? await metaSchemaProblems(schemaObjects(copy)) : []
  const structure = await structureProblems(copy)
  const further = [
    ...pathParameterProblems(served),
    ...duplicateParameterProblems(served),
    ...operationIdProblems(served),
  ]
  return [...structure, ...further, ...schemas].slice(0, MAX_PROBLEMS)
}

/** The members of a path item that are operations. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/**
 * Template expressions of paths that no parameter declares. OpenAPI 3.1 requires a declaration, which its schema cannot express.
 * A path with parameters that cannot be resolved inside the document is not reported.
 */
export function pathParameterProblems(document: unknown): string[] {
  return entries(own(document, 'paths')).flatMap(([path, written]) => {
    const item = referred(document, written)
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '')
    if (names.length === 0) return []
    const shared = declared(document, own(item, 'parameters'))
    return METHODS.flatMap((method) => {
      const operation = own(item, method)
      if (!isObject(operation)) return []
      const parameters = declared(document, own(operation, 'parameters'))
      if (shared === undefined || parameters === undefined) return []
      return names
        .filter((name) => !shared.has(name) && !parameters.has(name))
        .map((name) => `/paths/${path}/${method}: the path parameter ${name} is not declared`)
    })
  })
}

/** The names of the path parameters in a list; undefined if one cannot be read. */
function declared(document: unknown, parameters: unknown): Set<string> | undefined {
  const names = new Set<string>()
  if (parameters === undefined) return names
  if (!Array.isArray(parameters)) return undefined
  for (const written of parameters) {
    const parameter = referred(document, written)
    const name = own(parameter, 'name')
    if (typeof name !== 'string') return undefined
    if (own(parameter, 'in') === 'path') names.add(name)
  }
  return names
}

/**
 * Parameters that an operation or a path item lists twice: the same name in the same place. OpenAPI 3.1 forbids it, which its schema
 * cannot express. An operation may well override a parameter of its path item.
 */
export function duplicateParameterProblems(document: unknown): string[] {
  return entries(own(document, 'paths')).flatMap(([path, written]) => {
    const item = referred(document, written)
    const holders: readonly (readonly [string, unknown])[] = [
      [`/paths/${path}`, item],
      ...METHODS.map((method) => [`/paths/${path}/${method}`, own(item, method)] as const),
    ]
    return holders.flatMap(([place, holder]) =>
      twice(document, own(holder, 'parameters')).map(
        (parameter) => `${place}: the ${parameter} is listed twice`,
      ),
    )
  })
}

/** The parameters of a list that stand in it more than once, in words. */
function twice(document: unknown, parameters: unknown): string[] {
  if (!Array.isArray(parameters)) return []
  const seen = new Set<string>()
  const again = new Set<string>()
  for (const written of parameters) {
    const parameter = referred(document, written)
    const [name, place] = [own(parameter, 'name'), own(parameter, 'in')]
    if (typeof name !== 'string' || typeof place !== 'string') continue
    const words = `${place} parameter ${name}`
    if (seen.has(words)) again.add(words)
    seen.add(words)
  }
  return [...again]
}

/**
 * Operation ids that two operations share. OpenAPI 3.1 requires them to be unique, which its schema cannot express.
 * Only operations directly below `paths` count: a path item that two paths share by reference has its ids once.
 */
export function operationIdProblems(document: unknown): string[] {
  const places = new Map<string, string[]>()
  for (const [path, item] of entries(own(document, 'paths'))) {
    for (const method of METHODS) {
      const id = own(own(item, method), 'operationId')
      if (typeof id === 'string') places.set(id, [...(places.get(id) ?? []), `/paths/${path}/${method}`])
    }
  }
  return [...places].flatMap(([id, [first = '', ...others]]) =>
    others.map((place) => `${place}: the operationId ${id} stands at ${first} too`),
  )
}

/** The target of a reference within the document, or the value itself; undefined if the target is not found. */
function referred(document: unknown, value: unknown): unknown {
  const reference = own(value, '$ref')
  if (typeof reference !== 'string') return value
  return reference.startsWith('#/') ? atPointer(document, reference.slice(1)) : undefined
}
