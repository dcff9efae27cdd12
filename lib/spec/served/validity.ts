import { createRequire } from 'node:module'
import { METHODS } from '../contract.ts'
import { once } from '../../util/memo.ts'
import { isObject } from '../../util/values.ts'
import { asObject, entries, isBeyond, own, pointerTo, shortValue } from '../json.ts'
import { loadAjv } from '../schemas.ts'
import { atReference, readServed } from './reader.ts'
import { isVersion31 } from './table.ts'

/** A description of this API has some thousand values, nested a dozen levels deep. */
const DEEPEST = 100
const MOST_VALUES = 100_000
/** The most problems that are reported of one document. */
const MOST_PROBLEMS = 20

/** Whether a served document is so deep or large that it is not examined. */
export function isTooLarge(served: unknown): boolean {
  return isBeyond(served, DEEPEST, MOST_VALUES)
}

/**
 * What makes a served document invalid as OpenAPI 3.1: the schema that the OpenAPI Initiative publishes, the meta-schema
 * of JSON Schema 2020-12 for Schema Objects, local references, and two rules that no schema can state.
 * @param served any JSON value that is not too large; nothing that it refers to is fetched
 * @returns at most twenty problems, one line each; none for a valid document
 */
export function problemsIn(served: unknown): readonly string[] {
  const version = own(served, 'openapi')
  if (!isVersion31(version))
    return [`openapi: version 3.1.x is expected, ${shortValue(version)} stands there`]
  const problems = [...schemaProblems(served), ...deadReferences(served), ...ruleProblems(served)]
  return problems.slice(0, MOST_PROBLEMS)
}

const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const DIALECTS = /^https:\/\/(?:json-schema\.org\/draft\/2020-12\/schema|spec\.openapis\.org\/oas\/3\.1\/)/

/** Whether a schema or document says that its schemas follow other rules than those of OpenAPI 3.1. */
function isOtherDialect(dialect: unknown): boolean {
  return dialect !== undefined && !(typeof dialect === 'string' && DIALECTS.test(dialect))
}

/** The schema of OpenAPI 3.1, compiled once, with the meta-schema for what it leaves open: Schema Objects. */
const openApi = once(() => {
  const require = createRequire(import.meta.url)
  const schema = asObject(require('@seriousme/openapi-schema-validator/schemas/v3.1/schema.json'))
  // It wants the values of a link's parameters to be text, while the specification of OpenAPI allows any.
  const $defs = { ...asObject(schema['$defs']), schema: { $ref: META_SCHEMA }, link: true }
  const Ajv = loadAjv()
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, logger: false })
  return ajv.compile({ ...schema, $defs })
})

/** What the schema of OpenAPI refuses. Schemas of another dialect are left alone, and documents in one. */
function schemaProblems(served: unknown): string[] {
  if (isOtherDialect(own(served, 'jsonSchemaDialect'))) return []
  const check = openApi()
  check(
    JSON.parse(JSON.stringify(served, (_, value) => (isOtherDialect(own(value, '$schema')) ? {} : value))),
  )
  const problems = new Map<string, string>()
  for (const { instancePath: at, message, params } of check.errors ?? []) {
    const name: unknown = params['unevaluatedProperty'] ?? params['additionalProperty']
    // The first error at a place names the reason; those after it sum it up, or repeat it for each alternative.
    if (!problems.has(at))
      problems.set(at, `${at || '/'}: ${message}${typeof name === 'string' ? ` (${name})` : ''}`)
  }
  check.errors = null
  return [...problems.values()]
}

/** Members that hold data. */
const DATA = /^(?:examples?|default|const|enum|x-.*)$/
/** Members whose own members have names of the author's choice. */
const NAMED = /^(?:schemas|properties|patternProperties|\$defs|parameters|responses|headers|pathItems)$/

/** References within the document that lead nowhere. A schema with a base of its own gives them another meaning. */
function deadReferences(document: unknown): string[] {
  const found: string[] = []
  const visit = (value: unknown, at: string, isNamed: boolean): void => {
    if (typeof value !== 'object' || value === null || typeof own(value, '$id') === 'string') return
    const reference = own(value, '$ref')
    const isLocal = typeof reference === 'string' && reference.startsWith('#/')
    if (isLocal && atReference(document, reference).value === undefined)
      found.push(`${at}: the reference ${reference} leads nowhere`)
    for (const [name, member] of Object.entries(value))
      if (isNamed || !DATA.test(name))
        visit(member, pointerTo(at, name), !isNamed && isObject(member) && NAMED.test(name))
  }
  visit(document, '', false)
  return found
}

/** Operation ids that two operations share, and path parameters that none declares: both rules stand beside the schema. */
function ruleProblems(document: unknown): string[] {
  const operations = entries(own(document, 'paths')).flatMap(([path, item]) =>
    METHODS.filter((method) => own(item, method) !== undefined).map((method) => ({
      key: `${method.toUpperCase()} ${path}`,
      place: pointerTo('/paths', path, method),
      id: own(own(item, method), 'operationId'),
    })),
  )
  const problems: string[] = []
  const ids = new Map<unknown, string>()
  for (const { id, place } of operations) {
    const first = ids.get(id)
    if (first === undefined) ids.set(id, place)
    else if (id !== undefined) problems.push(`${place}: the operationId of ${first} once more`)
  }
  const keys = operations.map(({ key }) => key)
  for (const { key, parameters, unclear } of readServed(keys, document).operations.values()) {
    const declared = parameters.filter(({ place }) => place === 'path').map(({ name }) => name)
    const lost = [...key.matchAll(/\{([^{}]+)\}/g)].find(([, name = '']) => !declared.includes(name))
    if (lost !== undefined && !unclear) problems.push(`${key}: the path parameter ${lost[1]} is not declared`)
  }
  return problems
}
