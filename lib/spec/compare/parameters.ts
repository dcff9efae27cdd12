import { own } from '../json.ts'
import type { Context, Place } from './context.ts'
import { findingAt } from './context.ts'
import { shapeOf } from './normalise.ts'
import type { MatchedOperation } from './paths.ts'
import type { Located, Reader } from './reader.ts'
import type { Conflict } from './schema.ts'
import { formatConflict, listed, rangeConflict } from './schema.ts'
import type { Facets, JsonType, SchemaNode, Shape } from './shape.ts'
import { typeNames } from './shape.ts'

interface Parameter {
  readonly required: boolean
  readonly schema: SchemaNode | undefined
  readonly at: string
}

/** Compares path and query parameters. Path parameters are compared by position, since their names are free. */
export function compareParameters(context: Context, operation: MatchedOperation): void {
  const ours = readParameters(context.contract, operation.contractItem, operation.contract)
  const theirs = readParameters(context.served, operation.servedItem, operation.served)
  for (const [name, wanted] of ours.query) {
    const place: Place = { kind: 'parameter', base: `${operation.key} query ${name}`, path: '' }
    const stated = theirs.query.get(name)
    if (stated !== undefined) compareParameter(context, place, name, wanted, stated)
    else if (theirs.unreadable) context.skip(place.base)
    else report(context, place, name, 'a query parameter', 'not described', operation.served.at)
  }
  for (const [name, stated] of theirs.query) {
    if (!stated.required || ours.query.has(name)) continue
    const place: Place = { kind: 'parameter', base: `${operation.key} query ${name}`, path: '' }
    report(context, place, name, 'no such required parameter', 'required', stated.at)
  }
  const [wanted, stated] = [[...ours.path.values()][0], [...theirs.path.values()][0]]
  if (wanted === undefined || stated === undefined || theirs.path.size !== 1) return
  compareParameter(
    context,
    { kind: 'parameter', base: `${operation.key} path id`, path: '' },
    'id',
    wanted,
    stated,
  )
}

function compareParameter(
  context: Context,
  place: Place,
  name: string,
  wanted: Parameter,
  stated: Parameter,
): void {
  if (wanted.required !== stated.required && !place.base.includes(' path ')) {
    const [expected, received] = wanted.required ? ['required', 'optional'] : ['optional', 'required']
    report(context, place, name, expected, received, stated.at)
  }
  if (wanted.schema === undefined || stated.schema === undefined) return context.skip(place.base)
  const shape = shapeOf(context.served, stated.schema)
  if (shape.unsure) return context.skip(place.base)
  const conflict = parameterConflict(
    shapeOf(context.contract, wanted.schema),
    shape,
    context.rulings.isCommaSeparated(place),
  )
  if (conflict !== undefined) report(context, place, name, conflict.expected, conflict.received, stated.at)
}

function report(
  context: Context,
  place: Place,
  leaf: string,
  expected: string,
  received: string,
  at: string,
): void {
  context.report({ ...findingAt(place, expected, received, new Set([at])), leaf })
}

interface Parameters {
  readonly query: Map<string, Parameter>
  readonly path: Map<string, Parameter>
  /** A parameter could not be read: a name that is not found may not be missing. */
  readonly unreadable: boolean
}

/** Those of the path item, overridden by those of the operation. */
function readParameters(reader: Reader, item: Located, operation: Located): Parameters {
  const query = new Map<string, Parameter>()
  const path = new Map<string, Parameter>()
  let unreadable = false
  for (const holder of [item, operation]) {
    const all = reader.child(holder, 'parameters')
    if (all === undefined || !Array.isArray(all.value)) continue
    for (const index of all.value.keys()) {
      const listed = reader.child(all, String(index))
      const parameter = listed === undefined ? undefined : reader.resolve(listed)
      const [name, place] = [own(parameter?.value, 'name'), own(parameter?.value, 'in')]
      if (parameter === undefined || typeof name !== 'string') unreadable = true
      else if (place === 'query' && isExplodedObject(reader, parameter)) unreadable = true
      else if (place === 'query') query.set(name, read(reader, parameter))
      else if (place === 'path') path.set(name, read(reader, parameter))
    }
  }
  return { query, path, unreadable }
}

function read(reader: Reader, parameter: Located): Parameter {
  const schema = reader.child(parameter, 'schema')
  const required = own(parameter.value, 'required') === true
  return { required, schema: schema === undefined ? undefined : { schema }, at: parameter.at }
}

/** One object parameter may describe several query parameters (`style: form` with `explode`, the default). */
function isExplodedObject(reader: Reader, parameter: Located): boolean {
  const schema = reader.child(parameter, 'schema')
  if (schema === undefined || own(parameter.value, 'explode') === false) return false
  const shape = shapeOf(reader, { schema })
  return shape.typeStated && shape.types.has('object')
}

/**
 * Compares a parameter. All values are text on the wire, so a description is wrong only if it does not allow the
 * contract's type. The values of a text filter are open, so their enumeration is not compared. A nullable parameter
 * means the same as an optional one.
 * @param list - whether the specification requires a comma-separated list: an enumeration of single values would
 * allow only one of them
 */
function parameterConflict(wanted: Shape, stated: Shape, list = false): Conflict | undefined {
  // A parameter of the contract has exactly one type.
  const [only] = wanted.types
  if (only === undefined || !stated.typeStated) return undefined
  const [type, facets] = only
  const other = stated.types.get(type) ?? spelled(type, stated)
  if (other === undefined || (facets.integer === true && other.integer !== true))
    return { expected: typeNames(wanted), received: typeNames(stated) }
  if (type === 'number' && other.values !== undefined)
    return { expected: 'every integer within the bounds', received: `one of ${listed(other.values)}` }
  if (list && !stated.types.has('array') && other.values?.every((value) => !String(value).includes(',')))
    return { expected: 'a comma-separated list', received: `one of ${listed(other.values)}` }
  return rangeConflict('request', type, facets, other) ?? formatConflict(facets, other)
}

/**
 * Another type with the same form in a query: `true` and `false` as strings, a comma-separated list as an array of
 * strings.
 */
function spelled(type: JsonType, stated: Shape): Facets | undefined {
  const text = stated.types.get('string')
  const literals = text?.values ?? []
  if (type === 'boolean' && literals.includes('true') && literals.includes('false')) return {}
  return type === 'string' && stated.types.has('array') ? {} : undefined
}
