/** Values of one field of a body, from what the contract says of it: valid ones that no service has a reason to change, and wrong ones. */
import {
  type BodyField,
  JSON_TYPES,
  type JsonType,
  type Mistake,
  type ValueRule,
} from '../../lib/engine/spec/request-bodies.ts'
import { ofLength, PHONES } from './texts.ts'

/** A value, and what it is in words. */
export interface Value {
  readonly words: string
  /** Undefined: the field is absent. */
  readonly value: unknown
}

export const ABSENT: Value = { words: 'absent', value: undefined }

/**
 * Valid values of a field: each end of what is allowed, and something between.
 * @param mark - the beginning of long texts
 */
export function validValues(field: BodyField, mark: string): readonly Value[] {
  return [
    ...(field.required ? [] : [ABSENT]),
    ...(field.nullable && field.type !== 'null' ? [{ words: 'null', value: null }] : []),
    ...givenValues(field, mark),
  ]
}

/** Valid values of a field that are neither absent nor null. */
export function givenValues(field: BodyField, mark: string): readonly Value[] {
  return OF_TYPE[field.type].valid(field, mark)
}

/** What is valid and what is wrong of each type. */
const OF_TYPE: Readonly<Record<JsonType, Kind>> = {
  string: {
    valid: textsFor,
    // A lenient service takes some of them for a value of the right type, and others for nothing.
    elsewhere: () => ['true', 'x', ''],
    beyond: (field, mark) => [...textsBeyond(field, mark), ...unformatted(field)],
  },
  integer: { valid: numbersFor, elsewhere: () => [7, 0], beyond: numbersBeyond },
  number: { valid: numbersFor, elsewhere: () => [0.5], beyond: numbersBeyond },
  boolean: {
    valid: () => [true, false].map((value) => ({ words: String(value), value })),
    elsewhere: () => [false],
    beyond: () => [],
  },
  array: {
    valid: listsFor,
    elsewhere: (right) => [[right], []],
    beyond: (field, mark) => [...listsBeyond(field, mark), ...wrongItems(field, mark)],
  },
  object: {
    valid: () => [{ words: 'an empty object', value: {} }],
    elsewhere: (right) => [{ value: right }],
    beyond: () => [],
  },
  null: { valid: () => [{ words: 'null', value: null }], elsewhere: () => [null], beyond: () => [] },
}

interface Kind {
  /** Valid values of a field of this type: the ends of what is allowed, and something between. */
  readonly valid: (field: BodyField, mark: string) => readonly Value[]
  /**
   * Values of this type for fields of another one, those first that most services take for a right one.
   * @param right - a valid value of the other type
   */
  readonly elsewhere: (right: unknown) => readonly unknown[]
  /** Values of this type that a field of it does not allow. */
  readonly beyond: (field: BodyField, mark: string) => readonly Wrong[]
}

function numbersFor({ type, least, most }: BodyField): readonly Value[] {
  const usual = [0, type === 'number' ? 0.5 : 7, least, most]
  const allowed = usual.filter((one) => Number.isFinite(one) && one >= least && one <= most)
  return [...new Set(allowed)].map((value) => ({ words: String(value), value }))
}

/** No valid address is as long as the bound allows: the longest one has 254 characters. */
export const LONGEST_EMAIL = 254

function textsFor({ name, format, least, most }: BodyField, mark: string): readonly Value[] {
  const longest = Math.min(most, format === 'email' ? LONGEST_EMAIL : Infinity)
  const usual = format === undefined ? [{ words: 'one character', value: '0' }] : FORMATTED[format](mark)
  const phones = PHONES.map((value) => ({ words: `"${value}"`, value }))
  return [
    ...(name === 'phone' ? phones : usual.filter(({ value }) => value.length >= least)),
    ...(longest < Infinity
      ? [{ words: `of ${longest.toLocaleString('en')} characters`, value: ofLength(name, longest, mark) }]
      : []),
  ]
}

/** Texts of each format that every parser takes. */
const FORMATTED = {
  email: (mark: string) => [
    { words: 'an address with signs', value: `${mark}.o-hara_x+1@mail.conformance.example` },
  ],
  uri: (mark: string) => [
    {
      words: 'an address with port, path, query and fragment',
      value: `https://www.example.com:8443/${mark}_c~d/%C3%A9?utm_source=x&q=a%20b#top`,
    },
  ],
} as const

/** Tags of 30 characters: long enough to meet a bound on all of them together. */
function listsFor({ name, items, least, most }: BodyField, mark: string): readonly Value[] {
  if (items === undefined) return []
  const many = Math.min(most, 20)
  const single = givenValues({ ...items, name, required: true }, mark)
  return [
    ...(least === 0 ? [{ words: 'none', value: [] }] : []),
    ...single.map(({ words, value }) => ({ words: `one: ${words}`, value: [value] })),
    ...(items.type === 'string' ? [{ words: String(many), value: numbered(many, mark) }] : []),
  ]
}

const numbered = (count: number, mark: string): string[] =>
  Array.from({ length: count }, (_, index) => `${mark}-${index}`.padEnd(30, 'x'))

/** A wrong value of a field. */
export interface Wrong extends Value {
  readonly mistake: Mistake
  /** It is an item of an array that is wrong. */
  readonly inItem?: true
}

/**
 * Values that are wrong in one way each. Of each way that one is first which most services take for a right one.
 * @param right - a valid value, which stands inside some of them
 */
export function wrongValues(field: BodyField, mark: string, right: unknown = mark): readonly Wrong[] {
  return [...wrongTypes(field, right), ...OF_TYPE[field.type].beyond(field, mark)]
}

function wrongTypes({ type, nullable }: ValueRule, right: unknown): readonly Wrong[] {
  const isRight = (one: JsonType): boolean =>
    one === type || (one === 'null' && nullable) || (one === 'integer' && type === 'number')
  return JSON_TYPES.filter((one) => !isRight(one)).flatMap((one) =>
    OF_TYPE[one]
      .elsewhere(right)
      .map((value) => ({ mistake: 'wrong type' as const, words: JSON.stringify(value), value })),
  )
}

/** Texts that every parser rejects. Expressions without anchors accept some, and so do those whose anchors match at each line. */
const UNFORMATTED: Readonly<Record<NonNullable<ValueRule['format']>, readonly string[]>> = {
  email: [
    'ann@lee@example.com',
    'not-an-address',
    '@example.com',
    'ann lee@example.com',
    'to\nann@example.com\nnow',
    'ann@',
  ],
  // No parser takes it for a URI, be it a relative one.
  uri: ['://no address'],
}

function unformatted({ format }: ValueRule): readonly Wrong[] {
  const texts = format === undefined ? [] : UNFORMATTED[format]
  return texts.map((value) => ({ mistake: 'bad format', words: JSON.stringify(value), value }))
}

function textsBeyond(field: BodyField, mark: string): readonly Wrong[] {
  return lengthsBeyond(field).map((length) => ({
    mistake: length > field.most ? 'too long' : 'too short',
    words: `${length.toLocaleString('en')} characters`,
    value: length < field.least ? 'x'.repeat(length) : ofLength(field.name, length, mark),
  }))
}

function listsBeyond(field: BodyField, mark: string): readonly Wrong[] {
  return lengthsBeyond(field).map((length) => ({
    mistake: length > field.most ? 'too many items' : 'too few items',
    words: `${length} items`,
    value: numbered(length, mark),
  }))
}

/** One more than a text or a list may have, and one less; nothing where there is no bound. */
function lengthsBeyond({ least, most }: ValueRule): readonly number[] {
  return [most + 1, least - 1].filter((length) => length >= 0 && length < Infinity)
}

function numbersBeyond({ least, most }: BodyField): readonly Wrong[] {
  return [least - 1, most + 1]
    .filter(Number.isFinite)
    .map((value) => ({ mistake: 'bad format', words: String(value), value }))
}

/** A wrong item between two right ones: a validator that looks only at the first or the last one misses it. */
function wrongItems({ name, items }: BodyField, mark: string): readonly Wrong[] {
  if (items === undefined) return []
  const [right] = givenValues({ ...items, name, required: true }, mark)
  return wrongValues({ ...items, name, required: true }, mark).map(({ mistake, words, value }) => ({
    mistake,
    inItem: true,
    words: `${words} in an item`,
    value: [right?.value, value, right?.value],
  }))
}
