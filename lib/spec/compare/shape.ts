import type { Located } from './reader.ts'

export const JSON_TYPES = ['string', 'number', 'boolean', 'array', 'object', 'null'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/** A schema that is not evaluated yet: one of the document, or a composition of several. */
export type SchemaNode =
  | { readonly schema: Located }
  | { readonly all: readonly SchemaNode[] }
  | { readonly any: readonly SchemaNode[] }
  | typeof UNREADABLE

/** A schema about which nothing certain is known. */
export const UNREADABLE = { unreadable: true } as const

/** What a schema states about the values of one JSON type. */
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
  /** Properties are also described by pattern, so a name that is not listed may not be missing. */
  readonly openNames?: boolean
}

/** A normalised schema. */
export interface Shape {
  /** The allowed types, each with its constraints. */
  readonly types: ReadonlyMap<JsonType, Facets>
  /** Whether types are stated; if not, all are allowed. */
  readonly typeStated: boolean
  /** The schema uses keywords that are not evaluated: it allows no conclusion. */
  readonly unsure: boolean
  readonly readOnly: boolean
  /** JSON pointers of the schemas that were read. */
  readonly origins: ReadonlySet<string>
}

/** The shape of a schema that states nothing. */
export function anyShape(origins: ReadonlySet<string> = new Set()): Shape {
  const types = new Map(JSON_TYPES.map((type) => [type, {}]))
  return { types, typeStated: false, unsure: false, readOnly: false, origins }
}

/** The shape of a schema that was not read, or not understood. */
export function unknownShape(origins?: ReadonlySet<string>): Shape {
  return { ...anyShape(origins), unsure: true }
}

/** The types of a shape, as they are written in a schema. */
export function typeNames(shape: Shape): string {
  const names = JSON_TYPES.filter((type) => shape.types.has(type)).map((type) =>
    type === 'number' && shape.types.get(type)?.integer === true ? 'integer' : type,
  )
  return names.length === 0 ? 'no value at all' : names.join(' or ')
}

/** `allOf`: what both allow. */
export function intersect(a: Shape, b: Shape): Shape {
  const types = new Map<JsonType, Facets>()
  for (const [type, facets] of a.types) {
    const others = b.types.get(type)
    if (others === undefined) continue
    const both = intersectFacets(facets, others)
    if (both.values?.length !== 0) types.set(type, both)
  }
  return {
    types,
    typeStated: a.typeStated || b.typeStated,
    readOnly: a.readOnly || b.readOnly,
    ...provenance(a, b),
  }
}

/** `anyOf` and `oneOf`: what either allows. That `oneOf` forbids both at once is ignored. */
export function unite(a: Shape, b: Shape): Shape {
  const types = new Map<JsonType, Facets>(a.types)
  for (const [type, facets] of b.types) {
    const others = a.types.get(type)
    types.set(type, others === undefined ? facets : uniteFacets(others, facets))
  }
  return {
    types,
    typeStated: a.typeStated && b.typeStated,
    readOnly: a.readOnly && b.readOnly,
    ...provenance(a, b),
  }
}

function provenance(a: Shape, b: Shape): Pick<Shape, 'unsure' | 'origins'> {
  return { unsure: a.unsure || b.unsure, origins: new Set([...a.origins, ...b.origins]) }
}

/** What both state about values of one type. */
export function intersectFacets(a: Facets, b: Facets): Facets {
  return defined({
    integer: a.integer === true || b.integer === true,
    min: pick(a.min, b.min, Math.max),
    max: pick(a.max, b.max, Math.min),
    values: pick(a.values, b.values, (x, y) => x.filter((value) => y.includes(value))),
    // Two different formats at once: nothing certain can be said.
    format: pick(a.format, b.format, (x, y) => (x === y ? x : undefined)),
    items: pick(a.items, b.items, together),
    required: pick(a.required, b.required, (x, y) => new Set([...x, ...y])),
    properties: pick(a.properties, b.properties, joinProperties),
    openNames: a.openNames === true || b.openNames === true,
  })
}

function uniteFacets(a: Facets, b: Facets): Facets {
  return defined({
    integer: a.integer === true && b.integer === true,
    min: both(a.min, b.min, Math.min),
    max: both(a.max, b.max, Math.max),
    values: both(a.values, b.values, (x, y) => [...new Set([...x, ...y])]),
    format: both(a.format, b.format, (x, y) => (x === y ? x : undefined)),
    items: both(a.items, b.items, either),
    required: both(a.required ?? new Set<string>(), b.required ?? new Set<string>(), shared),
    properties: pick(a.properties ?? new Map(), b.properties ?? new Map(), alternativeProperties),
    openNames: a.openNames === true || b.openNames === true,
  })
}

/** Kept flat: a composition of a thousand members must not nest a thousand levels deep. */
function together(a: SchemaNode, b: SchemaNode): SchemaNode {
  return { all: 'all' in a ? [...a.all, b] : [a, b] }
}

function either(a: SchemaNode, b: SchemaNode): SchemaNode {
  return { any: 'any' in a ? [...a.any, b] : [a, b] }
}

type Properties = ReadonlyMap<string, SchemaNode>

function joinProperties(a: Properties, b: Properties): Properties {
  const joined = new Map(a)
  for (const [name, node] of b) {
    const other = a.get(name)
    joined.set(name, other === undefined ? node : together(other, node))
  }
  return joined
}

/** A property that only one alternative lists may have any value in the other. */
function alternativeProperties(a: Properties, b: Properties): Properties {
  const joined = new Map<string, SchemaNode>()
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    const [one, other] = [a.get(name), b.get(name)]
    joined.set(name, one !== undefined && other !== undefined ? either(one, other) : UNREADABLE)
  }
  return joined
}

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((name) => b.has(name)))
}

/** The combination of both, or the only one. */
function pick<T>(a: T | undefined, b: T | undefined, combine: (a: T, b: T) => T | undefined): T | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return combine(a, b)
}

/** The combination of both; undefined if one states nothing. */
function both<T>(a: T | undefined, b: T | undefined, combine: (a: T, b: T) => T | undefined): T | undefined {
  return a === undefined || b === undefined ? undefined : combine(a, b)
}

function defined(facets: { readonly [K in keyof Facets]: Facets[K] | undefined }): Facets {
  return Object.fromEntries(
    Object.entries(facets).filter(([, value]) => value !== undefined && value !== false),
  )
}
