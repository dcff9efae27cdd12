import { OPERATIONS } from '../api/catalogue/requirement.ts'
import type { OperationKey } from '../api/catalogue/requirement.ts'
import type { JsonObject } from './json.ts'
import { asObject, atPointer, entries, own, pointerTo } from './json.ts'
import { contractDocument } from './document.ts'

/** A query parameter as part 4 defines it. */
export interface QueryParameter {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonObject
}

/** One of the 13 operations, as the contract describes it. */
export interface Operation {
  readonly key: OperationKey
  readonly operationId: string
  /** In capitals. */
  readonly method: string
  /** Relative to the base URL: `/leads/{id}`. */
  readonly path: string
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly QueryParameter[]
  /** Name of the request body's schema in components/schemas; undefined where the operation takes none. */
  readonly requestSchema: string | undefined
  /** Name of the 200 response's schema in components/schemas. */
  readonly responseSchema: string
  /** The statuses that the specification names for this operation, ascending. */
  readonly statuses: readonly number[]
}

const SCHEMAS = '#/components/schemas/'
let cached: ReadonlyMap<OperationKey, Operation> | undefined

/** The 13 operations by their notation in the specification, in the order of {@link OPERATIONS}. */
export function operations(): ReadonlyMap<OperationKey, Operation> {
  cached ??= new Map(OPERATIONS.map((key) => [key, readOperation(key)]))
  return cached
}

/** One operation of the contract. */
export function operation(key: OperationKey): Operation {
  const found = operations().get(key)
  if (found === undefined) throw new Error(`The contract has no operation ${key}`)
  return found
}

function readOperation(key: OperationKey): Operation {
  const [method = '', path = ''] = key.split(' ')
  const item = at(pointerTo('/paths', path))
  const described = own(item, method.toLowerCase())
  const parameters = [own(item, 'parameters'), own(described, 'parameters')].flatMap(list).map(resolved)
  return {
    key,
    operationId: String(own(described, 'operationId')),
    method,
    path,
    pathParameters: parameters.filter((p) => own(p, 'in') === 'path').map((p) => String(own(p, 'name'))),
    queryParameters: parameters.filter((p) => own(p, 'in') === 'query').map(queryParameter),
    requestSchema: schemaName(own(described, 'requestBody')),
    responseSchema: schemaName(own(own(described, 'responses'), '200')) ?? '',
    statuses: entries(own(described, 'responses')).map(([status]) => Number(status)),
  }
}

function queryParameter(parameter: unknown): QueryParameter {
  return {
    name: String(own(parameter, 'name')),
    required: own(parameter, 'required') === true,
    schema: asObject(own(parameter, 'schema')),
  }
}

function schemaName(body: unknown): string | undefined {
  const ref = atPointer(resolved(body), '/content/application~1json/schema/$ref')
  return typeof ref === 'string' ? ref.slice(SCHEMAS.length) : undefined
}

function resolved(value: unknown): unknown {
  const ref = own(value, '$ref')
  return typeof ref === 'string' ? at(ref.slice(1)) : value
}

function at(pointer: string): unknown {
  return atPointer(contractDocument(), pointer)
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
