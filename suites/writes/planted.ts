/**
 * Bodies with one planted mistake that fast-check generates: a value of a wrong type, beyond a bound, or
 * without the format.
 */
import { isDeepStrictEqual } from 'node:util'
import type { InputSettings } from '../../lib/engine/case/context.ts'
import {
  type BodyField,
  bodyFields,
  type BodyName,
  type JsonType,
  type ValueRule,
} from '../../lib/engine/contract/request-bodies.ts'
import { quote } from '../../lib/engine/util/values.ts'
import type { Arbitrary, Fc } from './generated.ts'
import { ofLength } from './texts.ts'
import type { Wrong, WrongField } from './values.ts'

/** How many bodies with a planted mistake each operation gets, unless `--fuzz-runs` gives another number. */
const COUNT = { few: 0, values: 2, pairs: 12 } as const

/**
 * Wrong values of some fields, always the same for one seed. The value names its planted mistake, so no code
 * must detect it.
 * @param known - wrong values that are sent anyway, and are not drawn again
 */
export async function plantedMistakes(
  body: BodyName,
  { mark, known = [] }: { readonly mark: string; readonly known?: readonly WrongField[] },
  { seed, inputs, mostInputs: count = COUNT[inputs] }: InputSettings,
): Promise<readonly WrongField[]> {
  const fc = await import('fast-check')
  const fields = bodyFields(body)
  const mistakes = fc
    .constantFrom(...fields)
    .chain((field) => mistakeIn(fc, field, mark).map((wrong) => ({ ...wrong, field: field.name })))
    .filter(
      (one) => !known.some((other) => other.field === one.field && isDeepStrictEqual(other.value, one.value)),
    )
  return fc.sample(mistakes, { seed, numRuns: count })
}

function mistakeIn(fc: Fc, field: BodyField, mark: string): Arbitrary<Wrong> {
  const { name, type, most, items } = field
  const ways = [wrongType(fc, field, mark)]
  if (type === 'string' && most < Infinity) ways.push(tooLong(fc, field, mark))
  if (items !== undefined)
    ways.push(
      mistakeIn(fc, { ...items, name, required: true }, mark).map(({ value, words, mistake }) => ({
        mistake,
        inItem: true,
        words: `${words} in an item`,
        value: [mark, value],
      })),
    )
  return fc.oneof(...ways)
}

/** Texts that a lenient parser takes for values of other types. */
const READ_AS_OTHERS = ['true', 'false', 'yes', 'on', '1', '0', '7.5', '[]', '{}', 'null']

function wrongType(fc: Fc, { type, nullable }: ValueRule, mark: string): Arbitrary<Wrong> {
  const ofType: Readonly<Partial<Record<JsonType, Arbitrary<unknown>>>> = {
    string: fc.constantFrom(...READ_AS_OTHERS),
    integer: fc.integer({ min: -1000, max: 1000 }),
    boolean: fc.boolean(),
    array: fc.array(fc.constantFrom<unknown>(mark, 7, null, true), { maxLength: 3 }),
    object: fc.dictionary(fc.constantFrom('value', 'id', '0'), fc.constantFrom<unknown>(mark, 7, null), {
      maxKeys: 2,
    }),
    null: fc.constant(null),
  }
  const isAllowed = (one: string): boolean =>
    one === type || (one === 'null' && nullable) || (one === 'integer' && type === 'number')
  const others = Object.entries(ofType).flatMap(([one, values]) => (isAllowed(one) ? [] : [values]))
  return fc.oneof(...others).map((value) => ({ mistake: 'wrong type', words: quote(value), value }))
}

function tooLong(fc: Fc, { name, most }: BodyField, mark: string): Arbitrary<Wrong> {
  return fc.integer({ min: 1, max: most }).map((more) => ({
    mistake: 'too long',
    words: `${(most + more).toLocaleString('en')} characters`,
    value: ofLength(name, most + more, mark),
  }))
}
