import { isObject, type JsonObject } from '../../util/values.ts'
import { strings, typeOf } from '../json.ts'
import { followed } from './document.ts'

/** What a schema says of a value, however it is written. What it does not say is absent. */
export interface PlainSchema {
  /** The JSON types of valid values, `null` among them; where a `number` is valid, an `integer` is. */
  readonly types?: readonly string[] | undefined
  /** An enumeration, without null and the empty text. */
  readonly values?: readonly unknown[] | undefined
  /** The other keywords, as they stand. */
  readonly keywords: JsonObject
  /** The schemas of the fields; empty if none is listed. */
  readonly fields: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
}

/** The most schemas inside of each other, and altogether, that are read of one document. */
const DEEPEST = 64
const MOST_SCHEMAS = 10_000
const NOTHING: PlainSchema = { keywords: {}, fields: new Map(), required: new Set() }

/**
 * Reads schemas of a document: references, `allOf`, alternatives and null are resolved. Nothing is fetched, and no pattern is
 * compiled. What cannot be read, or would take too long, says nothing.
 */
export function schemaReader(document: unknown): (schema: unknown) => PlainSchema {
  const known = new Map<object, PlainSchema>()
  let count = 0
  const read = (schema: unknown, depth: number): PlainSchema => {
    if (schema === false) return { ...NOTHING, types: [] }
    if (!isObject(schema)) return NOTHING
    const earlier = known.get(schema)
    if (earlier !== undefined) return earlier
    count += 1
    if (depth > DEEPEST || count > MOST_SCHEMAS) return NOTHING
    const parts = (keyword: string): PlainSchema[] => {
      const list = schema[keyword]
      return Array.isArray(list) ? list.map((part) => read(part, depth + 1)) : []
    }
    const target = '$ref' in schema ? [read(followed(document, schema), depth + 1)] : []
    const alternatives = [...oneOf(parts('anyOf')), ...oneOf(parts('oneOf'))]
    const others = [...target, ...parts('allOf'), ...alternatives]
    const words = ownWords(schema)
    const whole = others.length === 0 ? words : together([words, ...others])
    const plain = schema['nullable'] === true ? orNull(whole) : whole
    known.set(schema, plain)
    return plain
  }
  return (schema) => read(schema, 0)
}

function ownWords(schema: JsonObject): PlainSchema {
  const { type, enum: listed, properties, required } = schema
  const all = 'const' in schema ? [schema['const']] : listed
  const values: readonly unknown[] | undefined = Array.isArray(all) ? all : undefined
  const named = typeof type === 'string' ? [type] : strings(type)
  const types = named.length > 0 ? named : values?.map(typeOf)
  return {
    types: types?.flatMap((one) => (one === 'number' ? ['number', 'integer'] : [one])),
    values: values?.filter((one) => one !== null && one !== ''),
    keywords: schema,
    fields: new Map(isObject(properties) ? Object.entries(properties) : []),
    required: new Set(strings(required)),
  }
}

/** A value that fits several schemas, as in `allOf`. */
function together(parts: readonly PlainSchema[]): PlainSchema {
  const schemasOf = new Map<string, unknown[]>()
  for (const { fields } of parts)
    for (const [name, schema] of fields) {
      const known = schemasOf.get(name)
      if (known === undefined) schemasOf.set(name, [schema])
      else known.push(schema)
    }
  const fields = [...schemasOf].map(
    ([name, all]) => [name, all.length > 1 ? { allOf: all } : all[0]] as const,
  )
  return {
    types: common(parts.flatMap(({ types }) => (types === undefined ? [] : [types]))),
    values: common(parts.flatMap(({ values }) => (values === undefined ? [] : [values]))),
    keywords: Object.fromEntries(parts.toReversed().flatMap(({ keywords }) => Object.entries(keywords))),
    fields: new Map(fields),
    required: new Set(parts.flatMap(({ required }) => [...required])),
  }
}

/** The values that stand in each of several lists; undefined if there is no list. */
function common<T>([first, ...others]: readonly (readonly T[])[]): readonly T[] | undefined {
  return others.reduce((left: readonly T[] | undefined, list) => {
    const known = new Set(list)
    return left?.filter((value) => known.has(value))
  }, first)
}

/** A value that fits one of several schemas, as in `anyOf`: of more than one that is not null, only types and values are kept. */
function oneOf(alternatives: readonly PlainSchema[]): PlainSchema[] {
  const others = alternatives.filter(({ types }) => !types?.every((type) => type === 'null'))
  const [first] = others
  if (first === undefined) return alternatives.slice(0, 1)
  const union = <T>(lists: readonly (readonly T[] | undefined)[]): T[] | undefined =>
    lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? [])
  const types = union(others.map((one) => one.types))
  const values = union(others.map((one) => one.values))
  const shared = others.length === 1 ? first : { ...NOTHING, types, values }
  return [others.length < alternatives.length ? orNull(shared) : shared]
}

function orNull(schema: PlainSchema): PlainSchema {
  return schema.types === undefined ? schema : { ...schema, types: [...schema.types, 'null'] }
}
