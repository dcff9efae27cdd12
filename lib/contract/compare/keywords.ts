import type { JsonObject } from '../json.ts'
import { entries, isObject, own, strings } from '../json.ts'
import type { Located, Reader } from './reader.ts'
import type { Facets, JsonType, SchemaNode, Shape } from './shape.ts'
import { anything, JSON_TYPES } from './shape.ts'
import { intersect, intersectFacets } from './combine.ts'

/** Bounds from 2^31 - 1 on come out of generators, for "no bound". */
const NO_BOUND = 2 ** 31 - 1

/** What the keywords of one Schema Object state, its references and compositions left aside. */
export function readKeywords(reader: Reader, located: Located, schema: JsonObject): Shape {
  const restrictions = [typeRestriction(reader, schema), valueRestriction(schema)].filter(
    (r) => r !== undefined,
  )
  const allowed = restrictions.reduce(intersect, anything(false, new Set([located.at])))
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
  if (!known) return anything(true)
  if (reader.honoursNullable && own(schema, 'nullable') === true) names.push('null')
  const types = new Map<JsonType, Facets>()
  for (const name of names) if (isJsonType(name)) types.set(name, {})
  if (names.includes('integer') && !types.has('number')) types.set('number', { integer: true })
  return { ...anything(), types, typeStated: true }
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
  return { ...anything(), types, typeStated: true }
}

/** Both truth values restrict nothing. Whole numbers alone make an integer. */
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
  // Every number of the contract is an integer, for which "above 0" and "at least 1" are the same.
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
