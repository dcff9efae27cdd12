import { isObject, type JsonObject } from '../../util/values.ts'
import { entries, own, strings } from '../json.ts'
import type { Located, Reader } from './reader.ts'
import type { Facets, JsonType, SchemaNode, Shape } from './shape.ts'
import { JSON_TYPES, UNREADABLE, anyShape, intersect, intersectFacets, unite, unknownShape } from './shape.ts'
import { remembered } from '../../util/memo.ts'

/** Keywords that are not evaluated. A schema with one of them produces no finding. */
const OPAQUE = ['not', 'if', 'dependentSchemas', 'dependentRequired', '$dynamicRef', '$recursiveRef']
const DEEPEST = 64
/** An enumeration of all time zones has some 600 members; a longer one is an attack. */
const MOST_MEMBERS = 2000

/**
 * Normalises a schema: follows references and evaluates compositions. Properties and items are evaluated on demand,
 * so recursive schemas end.
 */
export function shapeOf(reader: Reader, node: SchemaNode, path: readonly string[] = []): Shape {
  if ('unreadable' in node) return unknownShape()
  if ('all' in node) return node.all.map((part) => shapeOf(reader, part, path)).reduce(intersect)
  if ('any' in node) return node.any.map((part) => shapeOf(reader, part, path)).reduce(unite)
  if (path.length > 0) return readSchema(reader, node.schema, path)
  const known = knownShapes(reader)
  const shape = known.get(node.schema.at) ?? readSchema(reader, node.schema, path)
  known.set(node.schema.at, shape)
  return shape
}

/** Cache of shapes by the place of their schema: many operations share a component. */
const knownShapes = remembered<Reader, Map<string, Shape>>(() => new Map())

function readSchema(reader: Reader, located: Located, path: readonly string[]): Shape {
  const { value: schema, at } = located
  const origins = new Set([at])
  if (!reader.spend() || path.length > DEEPEST) return unknownShape(origins)
  if (schema === true) return anyShape(origins)
  if (schema === false) return { ...anyShape(origins), types: new Map(), typeStated: true }
  // A schema that contains itself at the same place states nothing.
  if (!isObject(schema) || path.includes(at)) return unknownShape(origins)
  const below = [...path, at]
  const parts: Shape[] = [readKeywords(reader, located, schema)]
  const ref = own(schema, '$ref')
  if (ref !== undefined) {
    const target = typeof ref === 'string' ? reader.target(ref) : undefined
    parts.push(target === undefined ? unknownShape() : readSchema(reader, target, below))
  }
  const read = (node: SchemaNode): Shape => shapeOf(reader, node, below)
  parts.push(...members(reader, located, 'allOf').map(read))
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = members(reader, located, keyword).map(read)
    if (alternatives.length > 0) parts.push(alternatives.reduce(unite))
  }
  if (OPAQUE.some((keyword) => own(schema, keyword) !== undefined)) parts.push(unknownShape())
  return parts.reduce(intersect)
}

function members(reader: Reader, located: Located, keyword: string): SchemaNode[] {
  const listed = own(located.value, keyword)
  if (!Array.isArray(listed)) return []
  if (listed.length > MOST_MEMBERS) return [UNREADABLE]
  return listed.flatMap((_, index) => {
    const schema = reader.child(located, keyword, String(index))
    return schema === undefined ? [] : [{ schema }]
  })
}

/** Generators write bounds of 2^31 - 1 and more for "no bound". */
const NO_BOUND = 2 ** 31 - 1

/** What the keywords of one Schema Object state, without its references and compositions. */
function readKeywords(reader: Reader, located: Located, schema: JsonObject): Shape {
  const restrictions = [typeRestriction(reader, schema), valueRestriction(schema)].filter(
    (r) => r !== undefined,
  )
  const allowed = restrictions.reduce(intersect, anyShape(new Set([located.at])))
  const types = new Map<JsonType, Facets>()
  for (const [type, facets] of allowed.types)
    types.set(type, intersectFacets(facetsOf(reader, located, schema, type), facets))
  return { ...allowed, types, readOnly: own(schema, 'readOnly') === true }
}

function typeRestriction(reader: Reader, schema: JsonObject): Shape | undefined {
  const stated = own(schema, 'type')
  if (stated === undefined) return undefined
  const names = typeof stated === 'string' ? [stated] : strings(stated)
  const known = names.length > 0 && names.every((name) => name === 'integer' || isJsonType(name))
  if (!known) return unknownShape()
  if (reader.honoursNullable && own(schema, 'nullable') === true) names.push('null')
  const types = new Map<JsonType, Facets>()
  for (const name of names) if (isJsonType(name)) types.set(name, {})
  if (names.includes('integer') && !types.has('number')) types.set('number', { integer: true })
  return { ...anyShape(), types, typeStated: true }
}

function valueRestriction(schema: JsonObject): Shape | undefined {
  const listed = Object.hasOwn(schema, 'const') ? [own(schema, 'const')] : own(schema, 'enum')
  if (!Array.isArray(listed)) return undefined
  const types = new Map<JsonType, Facets>()
  for (const type of JSON_TYPES) {
    const values = listed.filter((value) => jsonTypeOf(value) === type)
    if (values.length === 0) continue
    if (type === 'object' || type === 'array' || type === 'null') types.set(type, {})
    else types.set(type, allowed(type, values))
  }
  return { ...anyShape(), types, typeStated: true }
}

/** An enumeration of both booleans restricts nothing. One of whole numbers describes an integer. */
function allowed(type: JsonType, values: readonly unknown[]): Facets {
  if (type === 'boolean' && values.includes(true) && values.includes(false)) return {}
  return type === 'number' && values.every((value) => Number.isInteger(value))
    ? { values, integer: true }
    : { values }
}

function facetsOf(reader: Reader, at: Located, schema: JsonObject, type: JsonType): Facets {
  switch (type) {
    case 'number':
      return numberFacets(schema)
    case 'string': {
      const format = own(schema, 'format')
      return { ...sizes(schema, 'minLength', 'maxLength'), ...(typeof format === 'string' && { format }) }
    }
    case 'array': {
      const items = own(schema, 'prefixItems') === undefined ? reader.child(at, 'items') : undefined
      return {
        ...sizes(schema, 'minItems', 'maxItems'),
        ...(items !== undefined && { items: { schema: items } }),
      }
    }
    case 'object':
      return objectFacets(reader, at, schema)
    default:
      return {}
  }
}

function numberFacets(schema: JsonObject): Facets {
  const step = own(schema, 'multipleOf')
  const above = numberAt(schema, 'exclusiveMinimum')
  const below = numberAt(schema, 'exclusiveMaximum')
  // All numbers of the contract are integers, so "above 0" equals "at least 1".
  const lower = [numberAt(schema, 'minimum'), above === undefined ? undefined : Math.floor(above) + 1]
  const upper = [numberAt(schema, 'maximum'), below === undefined ? undefined : Math.ceil(below) - 1]
  const min = Math.max(...lower.filter((n) => n !== undefined))
  const max = Math.min(...upper.filter((n) => n !== undefined))
  return {
    ...(min > -NO_BOUND && { min }),
    ...(max < NO_BOUND && { max }),
    ...(typeof step === 'number' && Number.isInteger(step) && { integer: true }),
  }
}

/** A lower bound of 0 says nothing about a length. */
function sizes(schema: JsonObject, lower: string, upper: string): Facets {
  const min = numberAt(schema, lower)
  const max = numberAt(schema, upper)
  return { ...(min !== undefined && min > 0 && { min }), ...(max !== undefined && max < NO_BOUND && { max }) }
}

function objectFacets(reader: Reader, at: Located, schema: JsonObject): Facets {
  const properties = new Map<string, SchemaNode>()
  for (const [name] of entries(own(schema, 'properties'))) {
    const node = reader.child(at, 'properties', name)
    if (node !== undefined) properties.set(name, { schema: node })
  }
  const byPattern =
    own(schema, 'patternProperties') !== undefined || isObject(own(schema, 'additionalProperties'))
  return {
    required: new Set(strings(own(schema, 'required'))),
    ...(isObject(own(schema, 'properties')) && { properties }),
    ...(byPattern && { openNames: true }),
  }
}

function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword)
  return typeof value === 'number' ? value : undefined
}

function isJsonType(name: string): name is JsonType {
  return (JSON_TYPES as readonly string[]).includes(name)
}

function jsonTypeOf(value: unknown): JsonType | undefined {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : JSON_TYPES.find((type) => type === typeof value)
}
