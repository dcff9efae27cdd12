import { isObject, own } from '../json.ts'
import { intersect, unite } from './combine.ts'
import { readKeywords } from './keywords.ts'
import type { Located, Reader } from './reader.ts'
import type { SchemaNode, Shape } from './shape.ts'
import { anything, UNREADABLE } from './shape.ts'

/** Keywords whose effect is not worked out here. A schema that uses one is never accused. */
const OPAQUE = ['not', 'if', 'dependentSchemas', 'dependentRequired', '$dynamicRef', '$recursiveRef']
const DEEPEST = 64
/** Time zones written as constants are some 600; more members than these are no description but an attack. */
const MOST_MEMBERS = 2000

/**
 * Frees a schema from the way it was written: references followed, compositions worked out.
 * Properties and items stay unread until they are asked for, so a recursive schema ends by itself.
 */
export function shapeOf(reader: Reader, node: SchemaNode, path: readonly string[] = []): Shape {
  if ('unreadable' in node) return anything(true)
  if ('all' in node) return node.all.map((part) => shapeOf(reader, part, path)).reduce(intersect)
  if ('any' in node) return node.any.map((part) => shapeOf(reader, part, path)).reduce(unite)
  if (path.length > 0) return readSchema(reader, node.schema, path)
  const known = shapesOf(reader)
  const shape = known.get(node.schema.at) ?? readSchema(reader, node.schema, path)
  known.set(node.schema.at, shape)
  return shape
}

/** Shared components are read at many operations. */
const shapes = new WeakMap<Reader, Map<string, Shape>>()

function shapesOf(reader: Reader): Map<string, Shape> {
  const known = shapes.get(reader) ?? new Map<string, Shape>()
  shapes.set(reader, known)
  return known
}

function readSchema(reader: Reader, located: Located, path: readonly string[]): Shape {
  const { value: schema, at } = located
  const origins = new Set([at])
  if (!reader.spend() || path.length > DEEPEST) return anything(true, origins)
  if (schema === true) return anything(false, origins)
  if (schema === false) return { ...anything(false, origins), types: new Map(), typeStated: true }
  // A schema that contains itself at the same place says nothing that a reader could use.
  if (!isObject(schema) || path.includes(at)) return anything(true, origins)
  const below = [...path, at]
  const parts: Shape[] = [readKeywords(reader, located, schema)]
  const ref = own(schema, '$ref')
  if (ref !== undefined) {
    const target = typeof ref === 'string' ? reader.target(ref) : undefined
    parts.push(target === undefined ? anything(true) : readSchema(reader, target, below))
  }
  const read = (node: SchemaNode): Shape => shapeOf(reader, node, below)
  parts.push(...members(reader, located, 'allOf').map(read))
  for (const keyword of ['anyOf', 'oneOf']) {
    const alternatives = members(reader, located, keyword).map(read)
    if (alternatives.length > 0) parts.push(alternatives.reduce(unite))
  }
  if (OPAQUE.some((keyword) => own(schema, keyword) !== undefined)) parts.push(anything(true))
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
