import type { JsonObject } from './json.ts'
import { asObject, atPointer, entries, own, pointerTo, strings } from './json.ts'
import type { Operation, OperationMatch } from './operations.ts'
import { matcherOf, operationsOf } from './operations.ts'
import type { SchemaProblem } from './schemas.ts'
import { validatorOf } from './schemas.ts'

/**
 * An OpenAPI 3.1 description that says what a specification says, and no more: read once, asked by everybody.
 * @typeParam K - the operations that it describes, written `GET /path/{id}`
 */
export interface Contract<K extends string = string> {
  /** The parsed document. Do not alter it: everybody shares it. */
  readonly document: JsonObject
  /** In the order of the document. */
  readonly operations: ReadonlyMap<K, Operation<K>>
  /** One operation. Throws where the document has none of this key. */
  operation(key: K): Operation<K>
  /**
   * Which operation a request addresses, with the decoded values of its path parameters.
   * @param method as sent: HTTP methods are case-sensitive
   * @param path relative to the base URL, percent-encoded, without the query: `/things/abc`
   * @returns undefined for anything else, an empty path parameter included
   */
  readonly match: (method: string, path: string) => OperationMatch<K> | undefined
  /** The fields of a schema, by its name among the components or as it stands in the document: in their order, inherited ones first. None for an unknown name. */
  readonly fieldsOf: (schema: string | JsonObject) => readonly Field[]
  /**
   * Judges a value by a schema. The first call loads Ajv, and the first call for each schema compiles it.
   * @param schema a name in components/schemas (`Thing`), or a JSON pointer into the document (`/components/schemas/Thing`)
   * @returns at most 100 problems, in document order of the schema; none when the value is valid
   * @throws when the document has no such schema
   */
  readonly validate: (schema: string, value: unknown) => SchemaProblem[]
}

/** The contract that a document states. The caller vouches for the keys of its operations. */
export function createContract<K extends string = string>(document: JsonObject): Contract<K> {
  const operations = operationsOf<K>(document)
  return {
    document,
    operations,
    operation: (key) => {
      const found = operations.get(key)
      if (found === undefined) throw new Error(`The contract has no operation ${key}`)
      return found
    },
    match: matcherOf([...operations.values()]),
    fieldsOf: fieldReader(document),
    validate: validatorOf(document),
  }
}

/** One field of a schema. */
export interface Field {
  readonly name: string
  /** False: the field may be absent or null. */
  readonly required: boolean
  /** The field's own schema; may be a `$ref` into the contract. */
  readonly schema: JsonObject
}

/** Reads the fields of a document's schemas, by name or as they stand in it: in their order, inherited ones first. */
function fieldReader(document: JsonObject): (schema: string | JsonObject) => readonly Field[] {
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
