import { asObject, atPointer, entries, own, pointerTo, strings } from './json.ts'
import type { JsonObject } from '../util/values.ts'
import { type SchemaProblem, validatorOf } from './schemas.ts'
import { groupBy } from '../util/collections.ts'
import { percentDecoded } from '../util/text.ts'

/** The contract of an API: an OpenAPI 3.1 description with exactly the statements of the specification. */
export interface Contract {
  /** The parsed document. It is shared: do not alter it. */
  readonly document: JsonObject
  /** In the order of the document. */
  readonly operations: ReadonlyMap<string, ContractOperation>
  /** The operation with this key. Throws if there is none. */
  operation(key: string): ContractOperation
  /**
   * Which operation a request addresses, with the decoded values of its path parameters.
   * @param method as sent: HTTP methods are case-sensitive
   * @param path relative to the base URL, percent-encoded, without the query: `/things/abc`
   * @returns undefined for anything else, an empty path parameter included
   */
  readonly match: (method: string, path: string) => OperationMatch | undefined
  /**
   * The fields of a schema, in order, inherited ones first.
   * @param schema - its name among the components, or the schema itself; none for an unknown name
   */
  readonly fieldsOf: (schema: string | JsonObject) => readonly Field[]
  /**
   * Judges a value by a schema. The first call loads Ajv, and the first call for each schema compiles it.
   * @param schema a name in components/schemas (`Thing`), or a JSON pointer into the document (`/components/schemas/Thing`)
   * @returns at most 1,000 problems, in document order of the schema; none when the value is valid
   * @throws when the document has no such schema
   */
  readonly validate: (schema: string, value: unknown) => SchemaProblem[]
}

/** The contract of a document. */
export function createContract(document: JsonObject): Contract {
  const operations = operationsOf(document)
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

interface QueryParameter {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonObject
  /** The pointer of the schema, for `Contract.validate`. */
  readonly schemaPointer: string
}

/** One operation, as the contract describes it. */
export interface ContractOperation {
  /** Method and path: `GET /things/{id}`. */
  readonly key: string
  /** In capitals. */
  readonly method: string
  /** Relative to the base URL: `/things/{id}`. */
  readonly path: string
  readonly queryParameters: readonly QueryParameter[]
  /** Name of the request body's schema in components/schemas; undefined if the operation has no body. */
  readonly requestSchema: string | undefined
  /** Name of the 200 response's schema in components/schemas. */
  readonly responseSchema: string
  /** The statuses that the contract names for this operation, ascending. */
  readonly statuses: readonly number[]
}

const SCHEMAS = '#/components/schemas/'
/** The HTTP methods that a path item may describe. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

function operationsOf(document: JsonObject): ReadonlyMap<string, ContractOperation> {
  const found = entries(document['paths']).flatMap(([path, item]) =>
    METHODS.filter((method) => own(item, method) !== undefined).map((method) =>
      readOperation(document, method.toUpperCase(), path),
    ),
  )
  return new Map(found.map((operation) => [operation.key, operation]))
}

function readOperation(document: JsonObject, method: string, path: string): ContractOperation {
  const item = atPointer(document, pointerTo('/paths', path))
  const described = own(item, method.toLowerCase())
  const resolved = (value: unknown): unknown => {
    const ref = own(value, '$ref')
    return typeof ref === 'string' ? atPointer(document, ref.slice(1)) : value
  }
  const schemaName = (body: unknown): string | undefined => {
    const ref = atPointer(resolved(body), '/content/application~1json/schema/$ref')
    return typeof ref === 'string' ? ref.slice(SCHEMAS.length) : undefined
  }
  return {
    key: `${method} ${path}`,
    method,
    path,
    queryParameters: queryParametersOf(
      document,
      pointerTo('/paths', path, method.toLowerCase(), 'parameters'),
    ),
    requestSchema: schemaName(own(described, 'requestBody')),
    responseSchema: schemaName(own(own(described, 'responses'), '200')) ?? '',
    statuses: entries(own(described, 'responses')).flatMap(([status]) =>
      /^\d{3}$/.test(status) ? [Number(status)] : [],
    ),
  }
}

function queryParametersOf(document: JsonObject, list: string): readonly QueryParameter[] {
  const parameters: unknown = atPointer(document, list)
  if (!Array.isArray(parameters)) return []
  return parameters.flatMap((parameter: unknown, index) => {
    const ref = own(parameter, '$ref')
    const pointer = typeof ref === 'string' ? ref.slice(1) : `${list}/${index}`
    const value = atPointer(document, pointer)
    if (own(value, 'in') !== 'query') return []
    const schema = asObject(own(value, 'schema'))
    const required = own(value, 'required') === true
    return [{ name: String(own(value, 'name')), required, schema, schemaPointer: `${pointer}/schema` }]
  })
}

/** An operation that a request addresses, with the decoded values of its path parameters. */
export interface OperationMatch {
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
}

/**
 * A function that finds the operation of a request. It splits the paths of the contract once, because every
 * exchange is matched.
 */
function matcherOf(
  operations: readonly ContractOperation[],
): (method: string, path: string) => OperationMatch | undefined {
  const byMethod = groupBy(
    operations.map(({ key, method, path }) => ({ key, method, template: path.split('/') })),
    ({ method }) => method,
  )
  return (method, path) => {
    const segments = path.split('/').map(percentDecoded)
    for (const { key, template } of byMethod.get(method) ?? []) {
      const params = matchTemplate(template, segments)
      if (params !== undefined) return { operation: key, params }
    }
    return undefined
  }
}

function matchTemplate(
  template: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const isMatch =
    template.length === segments.length &&
    template.every((wanted, n) => (wanted.startsWith('{') ? segments[n] !== '' : segments[n] === wanted))
  if (!isMatch) return undefined
  return Object.fromEntries(
    template.flatMap((wanted, n) =>
      wanted.startsWith('{') ? [[wanted.slice(1, -1), segments[n] ?? '']] : [],
    ),
  )
}
