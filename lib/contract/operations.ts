import { groupBy } from '../util/collections.ts'
import type { JsonObject } from './json.ts'
import { asObject, atPointer, entries, own, pointerTo } from './json.ts'

/** A query parameter as the contract defines it. */
interface QueryParameter {
  readonly name: string
  readonly required: boolean
  readonly schema: JsonObject
}

/** One operation, as the contract describes it. */
export interface Operation<K extends string = string> {
  /** Method and path: `GET /things/{id}`. */
  readonly key: K
  readonly operationId: string
  /** In capitals. */
  readonly method: string
  /** Relative to the base URL: `/things/{id}`. */
  readonly path: string
  readonly pathParameters: readonly string[]
  readonly queryParameters: readonly QueryParameter[]
  /** Name of the request body's schema in components/schemas; undefined where the operation takes none. */
  readonly requestSchema: string | undefined
  /** Name of the 200 response's schema in components/schemas. */
  readonly responseSchema: string
  /** The statuses that the contract names for this operation, ascending. */
  readonly statuses: readonly number[]
}

const SCHEMAS = '#/components/schemas/'
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The operations of a document by their keys, in its order. The caller vouches for the keys. */
export function operationsOf<K extends string>(document: JsonObject): ReadonlyMap<K, Operation<K>> {
  const found = entries(document['paths']).flatMap(([path, item]) =>
    entries(item)
      .filter(([name]) => METHODS.includes(name))
      .map(([name]) => readOperation<K>(document, name.toUpperCase(), path)),
  )
  return new Map(found.map((operation) => [operation.key, operation]))
}

function readOperation<K extends string>(document: JsonObject, method: string, path: string): Operation<K> {
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
  const parameters = [own(item, 'parameters'), own(described, 'parameters')].flatMap(list).map(resolved)
  return {
    key: `${method} ${path}` as K,
    operationId: String(own(described, 'operationId')),
    method,
    path,
    pathParameters: parameters.filter((p) => own(p, 'in') === 'path').map((p) => String(own(p, 'name'))),
    queryParameters: parameters.filter((p) => own(p, 'in') === 'query').map(queryParameter),
    requestSchema: schemaName(own(described, 'requestBody')),
    responseSchema: schemaName(own(own(described, 'responses'), '200')) ?? '',
    statuses: entries(own(described, 'responses')).flatMap(([status]) =>
      /^\d{3}$/.test(status) ? [Number(status)] : [],
    ),
  }
}

function queryParameter(parameter: unknown): QueryParameter {
  return {
    name: String(own(parameter, 'name')),
    required: own(parameter, 'required') === true,
    schema: asObject(own(parameter, 'schema')),
  }
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** An operation that a request addresses, with the decoded values of its path parameters. */
export interface OperationMatch<K extends string = string> {
  readonly operation: K
  readonly params: Readonly<Record<string, string>>
}

/** Finds which operation a request addresses: every exchange is matched, so the paths are taken apart once. */
export function matcherOf<K extends string>(
  operations: readonly Operation<K>[],
): (method: string, path: string) => OperationMatch<K> | undefined {
  const byMethod = groupBy(
    operations.map(({ key, method, path }) => ({ key, method, template: path.split('/') })),
    ({ method }) => method,
  )
  return (method, path) => {
    const segments = path.split('/').map(decoded)
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
  if (template.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, wanted] of template.entries()) {
    const segment = segments[index] ?? ''
    if (wanted.startsWith('{')) {
      if (segment === '') return undefined
      params[wanted.slice(1, -1)] = segment
    } else if (segment !== wanted) return undefined
  }
  return params
}

/** A malformed escape stands for itself: what the target makes of it is not for us to say. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
