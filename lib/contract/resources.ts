import type { JsonObject } from './json.ts'
import { asObject, atPointer, entries, own, pointerTo, strings } from './json.ts'

/** One field of a schema. */
export interface Field {
  readonly name: string
  /** False: the field may be absent or null. */
  readonly required: boolean
  /** The field's own schema; may be a `$ref` into the contract. */
  readonly schema: JsonObject
}

/** Reads the fields of a document's schemas, by name or as they stand in it: in their order, inherited ones first. */
export function fieldReader(document: JsonObject): (schema: string | JsonObject) => readonly Field[] {
  const fields = (schema: unknown): Field[] => {
    const ref = own(schema, '$ref')
    if (typeof ref === 'string') return fields(atPointer(document, ref.slice(1)))
    const allOf = own(schema, 'allOf')
    const inherited = Array.isArray(allOf) ? allOf.flatMap(fields) : []
    const required = strings(own(schema, 'required'))
    const listed = entries(own(schema, 'properties')).map(([name, value]) => ({
      name,
      required: required.includes(name),
      schema: asObject(value),
    }))
    return [...inherited, ...listed]
  }
  return (schema) =>
    fields(
      typeof schema === 'string' ? atPointer(document, pointerTo('/components/schemas', schema)) : schema,
    )
}
