import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { METHODS } from '../contract.ts'
import { few } from '../../util/bounds.ts'
import { groupBy } from '../../util/collections.ts'
import { once } from '../../util/memo.ts'
import { percentDecoded } from '../../util/text.ts'
import { packageRoot } from '../../util/package.ts'
import { asObject, atPointer, entries, own, pointerTo, shortValue } from '../json.ts'
import { loadAjv } from '../schemas.ts'
import { followed } from './document.ts'

const MOST_PROBLEMS = 20

/**
 * What makes a served document invalid as OpenAPI 3.1: the schema that the OpenAPI Initiative publishes, the meta-schema
 * of JSON Schema 2020-12 for Schema Objects, local references, and two rules that no schema can state.
 * @param served any JSON value; nothing that it refers to is fetched
 * @returns at most twenty problems, one line each with its places; none for a valid document
 */
export function problemsIn(served: unknown): readonly string[] {
  const version = own(served, 'openapi')
  if (typeof version !== 'string' || !/^3\.1\.\d+(?:-.+)?$/.test(version))
    return [`openapi: version 3.1.x is expected, ${shortValue(version)} stands there`]
  const problems = [...schemaProblems(served), ...deadReferences(served), ...ruleProblems(served)]
  return problems.slice(0, MOST_PROBLEMS)
}

const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const DIALECTS = /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/)/
/**
 * The schema of OpenAPI 3.1, compiled once, with the meta-schema for Schema Objects, which it leaves open.
 */
const openApi = once(() => {
  const file = join(packageRoot(), 'fixtures', 'openapi-3.1', 'schema.json')
  const schema = asObject(JSON.parse(readFileSync(file, 'utf8')))
  // The schema requires the values of a link's parameters to be text, while the OpenAPI specification allows
  // any value.
  const $defs = { ...asObject(schema['$defs']), schema: { $ref: META_SCHEMA }, link: true }
  const Ajv = loadAjv()
  // Compiling costs most of the time; no run validates more than a few documents.
  const quick = { inlineRefs: false, code: { optimize: false }, validateSchema: false }
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false, ...quick })
  return ajv.compile({ ...schema, $defs })
})

/**
 * The problems that the schema of OpenAPI finds. It does not check a document that names another dialect of
 * schemas.
 */
function schemaProblems(served: unknown): string[] {
  const dialect = own(served, 'jsonSchemaDialect') ?? META_SCHEMA
  if (typeof dialect === 'string' && !DIALECTS.test(dialect)) return []
  const check = openApi()
  check(served)
  const problems = new Map<string, string>()
  for (const { instancePath: at, message, params } of check.errors ?? []) {
    const name: unknown = params['unevaluatedProperty'] ?? params['additionalProperty']
    // The first error at a place names the reason; those after it sum it up, or repeat it for each alternative.
    if (!problems.has(at)) problems.set(at, `${message}${typeof name === 'string' ? ` (${name})` : ''}`)
  }
  check.errors = null
  // A generator makes the same mistake in each operation.
  return [...groupBy(problems, ([, why]) => why)].map(
    ([why, places]) => `${few(places.map(([at]) => at || '/'))}: ${why}`,
  )
}

const DATA = /^(?:examples?|default|const|enum|x-.*)$/

/** References within the document that lead nowhere. A schema with a base of its own gives them another meaning. */
function deadReferences(document: unknown): string[] {
  const found: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null || typeof own(value, '$id') === 'string') return
    const reference = own(value, '$ref')
    if (typeof reference === 'string' && reference.startsWith('#/') && !has(document, reference))
      found.push(`${at}: the reference ${reference} leads nowhere`)
    for (const [name, member] of Object.entries(value))
      if (!DATA.test(name)) visit(member, pointerTo(at, name))
  }
  visit(document, '')
  return found
}

function has(document: unknown, reference: string): boolean {
  return atPointer(document, percentDecoded(reference.slice(1))) !== undefined
}

/** Duplicate operation ids, and undeclared path parameters: no schema can state these two rules. */
function ruleProblems(document: unknown): string[] {
  const problems: string[] = []
  const first = new Map<unknown, string>()
  for (const [path, item] of entries(own(document, 'paths')))
    for (const method of METHODS) {
      const operation = own(item, method)
      if (operation === undefined) continue
      const key = `${method.toUpperCase()} ${path}`
      const id = own(operation, 'operationId')
      if (first.has(id)) problems.push(`${key}: the operationId of ${first.get(id)} once more`)
      if (id !== undefined && !first.has(id)) first.set(id, key)
      const parameters = [own(item, 'parameters'), own(operation, 'parameters')].flat()
      const names = parameters.map((one) => own(followed(document, one), 'name'))
      // A parameter in another document may be any of them.
      const isUnclear = parameters.some(
        (one) => own(one, '$ref') !== undefined && followed(document, one) === undefined,
      )
      const lost = [...path.matchAll(/\{([^{}]+)\}/g)].find(([, name]) => !names.includes(name))
      if (lost !== undefined && !isUnclear)
        problems.push(`${key}: the path parameter ${lost[1]} is not declared`)
    }
  return problems
}
