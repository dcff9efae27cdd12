import { isObject } from '../../util/values.ts'
import { anyPosition, own, pointerTo, shortValue, typeOf } from '../json.ts'
import type { PlainSchema } from './schema.ts'
import { deniesNull, statesNull, typesInWords, valuesInWords } from './values.ts'

/** A contradiction between an answer and its description: a pointer, the answer `has null`, the description `does not allow null`. */
export type Objection = readonly [pointer: string, answer: string, description: string]

/** Values that an enumeration may lack: the empty text is left out of `PlainSchema`, and the table of messages has no `note`. */
const FREE_VALUES: readonly unknown[] = ['', 'note']

/**
 * What a description has against a value that was answered. Formats and patterns are left alone.
 * @param nulls - whether a null can contradict a description that says which fields may be null
 */
export function* objectionsTo(
  value: unknown,
  schema: unknown,
  ofServed: (schema: unknown) => PlainSchema,
  { nulls }: { readonly nulls: boolean },
  pointer = '',
): Generator<Objection> {
  if (value === null) return
  const stated = ofServed(schema)
  const { types, values, keywords, fields, required } = stated
  const below = (key: string, member: unknown, described: unknown): Generator<Objection> =>
    objectionsTo(member, described, ofServed, { nulls }, pointerTo(pointer, key))
  if (types?.includes(typeOf(value)) === false)
    yield [pointer, `has ${shortValue(value)}`, `has ${typesInWords(stated)}`]
  else if (Array.isArray(value)) {
    for (const [n, item] of value.entries()) yield* below(String(n), item, keywords['items'])
  } else if (isObject(value)) {
    for (const name of required)
      if (!(name in value)) yield [pointerTo(pointer, name), 'does not have it', 'requires it']
    const isNullStated = nulls && statesNull(fields, ofServed)
    for (const [name, field] of fields) {
      if (!(name in value)) continue
      yield* below(name, own(value, name), field)
      if (own(value, name) === null && isNullStated && deniesNull(ofServed(field)))
        yield [pointerTo(pointer, name), 'has null', 'does not allow null']
    }
  } else if (values !== undefined && ![...values, ...FREE_VALUES].includes(value))
    yield [pointer, `has ${shortValue(value)}`, `has only ${valuesInWords(values)}`]
}

/** A pointer into an answer, with any index for each of its own: `data[].tags[]` for `/data/3/tags/0`. */
export function anyItem(pointer: string): string {
  return anyPosition(pointer).slice(1).replaceAll('/*', '[]').replaceAll('/', '.')
}
