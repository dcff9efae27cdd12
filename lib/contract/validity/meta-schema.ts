import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, own } from '../json.ts'
import type { SchemaObject } from './schema-objects.ts'

const DIALECTS = [
  'https://json-schema.org/draft/2020-12/schema',
  'https://spec.openapis.org/oas/3.1/dialect/base',
  'https://spec.openapis.org/oas/3.1/dialect/2024-11-10',
]

/**
 * Holds Schema Objects against the JSON Schema 2020-12 meta-schema, which the schema of OpenAPI 3.1 leaves out:
 * finds `type: "strin"` and `required: "id"`. Schemas of another dialect are passed over. Formats are not checked: a pattern
 * that is no JavaScript regular expression may be a good one elsewhere.
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

/** Whether the document's schemas are written in the dialect that this module knows. */
export function isKnownDialect(document: unknown): boolean {
  const dialect = own(document, 'jsonSchemaDialect')
  return dialect === undefined || DIALECTS.some((known) => known === dialect)
}
