import type { Located } from './reader.ts'

export const JSON_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/** A schema that is still to be read: one that stands in the document, or a composition of several. */
export type SchemaNode =
  | { readonly schema: Located }
  | { readonly all: readonly SchemaNode[] }
  | { readonly any: readonly SchemaNode[] }
  | typeof UNREADABLE

/** Stands for a schema of which nothing certain can be said. */
export const UNREADABLE = { unreadable: true } as const

/** What a schema states about the values of one JSON type. An absent member states nothing. */
export interface Facets {
  /** Numbers: whole ones only. */
  readonly integer?: boolean
  /** Bounds, inclusive: of the value, of the length or of the number of items. */
  readonly min?: number
  readonly max?: number
  /** The only values allowed (`enum`, `const`). */
  readonly values?: readonly unknown[]
  readonly format?: string
  readonly items?: SchemaNode
  readonly required?: ReadonlySet<string>
  readonly properties?: ReadonlyMap<string, SchemaNode>
  /** Properties may be described by pattern, so a name that is not listed is not missing. */
  readonly openNames?: boolean
}

/** A schema, freed from the way it was written. */
export interface Shape {
  /** The types that are allowed, each with what is stated of it. */
  readonly types: ReadonlyMap<JsonType, Facets>
  /** False where nothing was said of types, so that all are allowed. */
  readonly typeStated: boolean
  /** The schema uses something that is not understood here: no conclusion may be drawn from it. */
  readonly unsure: boolean
  readonly readOnly: boolean
  /** JSON pointers of the schemas that were read. */
  readonly origins: ReadonlySet<string>
}

/** The shape of a schema that states nothing. */
export function anything(unsure = false, origins: ReadonlySet<string> = new Set()): Shape {
  const types = new Map(JSON_TYPES.map((type) => [type, {}]))
  return { types, typeStated: false, unsure, readOnly: false, origins }
}

/** The types of a shape, as they are written in a schema. */
export function typeNames(shape: Shape): string {
  const names = JSON_TYPES.filter((type) => shape.types.has(type)).map((type) =>
    type === 'number' && shape.types.get(type)?.integer === true ? 'integer' : type,
  )
  return names.length === 0 ? 'no value at all' : names.join(' or ')
}
