/**
 * Values of one field of a body, made from the contract: valid ones that no service has a reason to change,
 * and wrong ones.
 */
import { typeOf } from '../../lib/engine/contract/json.ts'
import type { BodyField, JsonType, Mistake, ValueRule } from '../../lib/engine/contract/request-bodies.ts'
import { TEXTS_OF_FIELDS } from './fragments.ts'
import { ofLength } from './texts.ts'

/**
 * Valid values of a field: absent and null if allowed, each end of the allowed range, and a value between.
 * @param mark - the beginning of long texts
 */
export function validValues(field: BodyField, mark: string): readonly unknown[] {
  return [
    ...(field.required ? [] : [undefined]),
    ...(field.nullable && field.type !== 'null' ? [null] : []),
    ...givenValues(field, mark),
  ]
}

const GIVEN: Readonly<Record<JsonType, (field: BodyField, mark: string) => readonly unknown[]>> = {
  string: textsFor,
  integer: numbersFor,
  number: numbersFor,
  boolean: () => [true, false],
  array: listsFor,
  object: () => [{}],
  null: () => [null],
}

const givenValues = (field: BodyField, mark: string): readonly unknown[] => GIVEN[field.type](field, mark)

function numbersFor({ type, least, most }: BodyField): readonly number[] {
  const usual = [0, type === 'number' ? 0.5 : 7, least, most]
  return [...new Set(usual.filter((one) => Number.isFinite(one) && one >= least && one <= most))]
}

/** No valid address is as long as the bound allows: the longest one has 254 characters. */
export const LONGEST_EMAIL = 254

function textsFor({ name, format, least, most }: BodyField, mark: string): readonly string[] {
  const longest = Math.min(most, format === 'email' ? LONGEST_EMAIL : Infinity)
  const usual = format === undefined ? ['0'] : [FORMATTED[format](mark)]
  return [
    ...(name === 'phone' ? TEXTS_OF_FIELDS.phone.slice(0, 1) : usual.filter(({ length }) => length >= least)),
    ...(longest < Infinity ? [ofLength(name, longest, mark)] : []),
  ]
}

/**
 * A text of each format that every parser accepts: an e-mail address with signs, and a URI with port, path,
 * query and fragment.
 */
const FORMATTED = {
  email: (mark: string) => `${mark}.o'hara-x_y+1@mail.conformance.example`,
  uri: (mark: string) => `https://www.example.com:8443/${mark}_c~d/%C3%A9?utm_source=x&q=a%20b#top`,
} as const

/** Tags of 30 characters: long enough to exceed a bound on all of them together. */
function listsFor({ name, items, least, most }: BodyField, mark: string): readonly unknown[] {
  if (items === undefined) return []
  return [
    ...(least === 0 ? [[]] : []),
    ...givenValues({ ...items, name, required: true }, mark).map((value) => [value]),
    ...(items.type === 'string' ? [numbered(Math.min(most, 20), mark)] : []),
  ]
}

const numbered = (count: number, mark: string): string[] =>
  Array.from({ length: count }, (_, index) => `${mark}-${index}`.padEnd(30, 'x'))

/** A wrong value of a field. */
export interface Wrong {
  readonly mistake: Mistake
  readonly words: string
  readonly value: unknown
  /** The wrong part is an item of an array. */
  readonly inItem?: true
}

/** A wrong value of one field. */
export interface WrongField extends Wrong {
  readonly field: string
}

/**
 * Each value has one mistake; of each kind, the one that services accept most often comes first.
 * @param right - a valid value, which stands inside some of them
 */
export function wrongValues(field: BodyField, mark: string, right: unknown = mark): readonly Wrong[] {
  return [
    ...wrongTypes(field, right),
    ...outOfBounds(field, mark),
    ...unformatted(field),
    ...wrongItems(field, mark),
  ]
}

/** Values of each type, first those that a lenient service takes for a value of another type. */
const ofEachType = (right: unknown): readonly unknown[] => [
  'true',
  'x',
  '',
  7,
  0,
  0.5,
  false,
  [right],
  [],
  { value: right },
  null,
]

function wrongTypes({ type, nullable }: ValueRule, right: unknown): readonly Wrong[] {
  const isAllowed = (valueType: string): boolean =>
    valueType === type || (nullable && valueType === 'null') || (type === 'number' && valueType === 'integer')
  return ofEachType(right)
    .filter((value) => !isAllowed(typeOf(value)))
    .map((value) => ({ mistake: 'wrong type', words: JSON.stringify(value), value }))
}

/** One more than a text, a list or a number may have, and one less; nothing if there is no bound. */
function outOfBounds(field: BodyField, mark: string): readonly Wrong[] {
  const { name, type, least, most } = field
  const beyond = [most + 1, least - 1].filter(Number.isFinite)
  const lengths = beyond.filter((length) => length >= 0)
  if (type === 'string')
    return lengths.map((length) => ({
      mistake: length > most ? 'too long' : 'too short',
      words: `${length.toLocaleString('en')} characters`,
      value: length < least ? 'x'.repeat(length) : ofLength(name, length, mark),
    }))
  if (type === 'array')
    return lengths.map((length) => ({
      mistake: length > most ? 'too many items' : 'too few items',
      words: `${length} items`,
      value: numbered(length, mark),
    }))
  return beyond.map((value) => ({ mistake: 'bad format', words: String(value), value }))
}

/**
 * Texts that every parser rejects. Expressions without anchors accept some, and so do expressions whose
 * anchors match at each line.
 */
const UNFORMATTED: Readonly<Record<NonNullable<ValueRule['format']>, readonly string[]>> = {
  email: [
    'ann@lee@example.com',
    'not-an-address',
    '@example.com',
    'ann lee@example.com',
    'to\nann@example.com\nnow',
    'ann@',
  ],
  // No parser takes it for a URI, not even for a relative one.
  uri: ['://no address'],
}

function unformatted({ format }: ValueRule): readonly Wrong[] {
  const texts = format === undefined ? [] : UNFORMATTED[format]
  return texts.map((value) => ({ mistake: 'bad format', words: JSON.stringify(value), value }))
}

/** A wrong item between two right ones: a validator that checks only the first or the last item misses it. */
function wrongItems({ name, items }: BodyField, mark: string): readonly Wrong[] {
  if (items === undefined) return []
  const item = { ...items, name, required: true }
  const [right] = givenValues(item, mark)
  return wrongValues(item, mark).map(({ mistake, words, value }) => ({
    mistake,
    inItem: true,
    words: `${words} in an item`,
    value: [right, value, right],
  }))
}
