import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './sampling.ts'

/** A writing operation and a body without effect, such as an update to the present value. */
export interface Harmless<O extends string = string> {
  readonly operation: O
  /** Valid fields without effect; none if every valid body has one. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Fields that may have an odd value, because the stored value is not judged. */
  readonly open: readonly string[]
  /** Fields for which each of these values is invalid. */
  readonly typed: readonly string[]
}

/** A body that is sent verbatim. */
export interface OddBody<O extends string = string> {
  readonly operation: O
  readonly text: string
}

const DEEPEST = 500
const TEXTS = [
  String.raw`"\u0000"`,
  String.raw`"a\u0000b"`,
  String.raw`"\ud800"`,
  String.raw`"\udc00\ud800"`,
  '"😀"',
  String.raw`"\ud83d\ude00"`,
  String.raw`"\u202e\ufeff"`,
] as const
const NUMBERS = ['1e400', '-1e400', '1e-400', '123456789012345678901234567890', '-0', '0.1e1'] as const
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '$where',
  '日',
] as const
const MALFORMED = [
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":1,}',
  String.raw`{"a":"\u00"}`,
  '{"a":1}}',
  '\ufeff{}',
]

/** Odd JSON and near-JSON, one arbitrary for each family. */
export function oddBodies<O extends string>(
  fc: FastCheck,
  harmless: readonly [Harmless<O>, ...Harmless<O>[]],
): Arbitrary<OddBody<O>>[] {
  const deep = fc
    .tuple(fc.integer({ min: 50, max: DEEPEST }), fc.boolean())
    .map(([depth, list]) =>
      list ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    )
  const numbers = fc.constantFrom(...NUMBERS)
  const long = fc.integer({ min: 20_000, max: 100_000 }).map((length) => `"${'x'.repeat(length)}"`)
  const beside = (
    values: Arbitrary<string>,
    names: (target: Harmless) => readonly string[],
  ): Arbitrary<OddBody<O>> =>
    fc.constantFrom(...harmless).chain((target) =>
      fc.tuple(fc.constantFrom(...names(target)), values).map(([name, value]) => ({
        operation: target.operation,
        text: written(target, name, value),
      })),
    )
  const polluting = fc.constantFrom('{"polluted":true}', '[]', 'null', '{"prototype":{"polluted":true}}')
  const whole = fc.tuple(fc.constantFrom(...harmless), fc.constantFrom(...MALFORMED, undefined))
  return [
    fc.oneof(
      beside(deep, () => ['extra']),
      beside(deep, ({ typed }) => typed),
    ),
    beside(polluting, () => KEYS),
    beside(fc.constantFrom(...TEXTS), ({ open }) => ['extra', ...open]),
    fc.oneof(
      beside(numbers, () => ['extra']),
      beside(numbers, ({ typed }) => typed),
      beside(long, ({ open }) => ['extra', ...open]),
    ),
    whole.map(([target, malformed]) => ({
      operation: target.operation,
      text: malformed ?? repeated(target),
    })),
  ]
}

/** Names of members that some libraries treat in a special way. */
const SPECIAL = [
  '@type',
  '$ref',
  '_id',
  'a.b',
  'a[0]',
  'length',
  'then',
  'toJSON',
  'valueOf',
  'metadata',
] as const

/**
 * Harmless valid bodies with several further members of random names and values, one arbitrary for each body.
 * @param known - names that the API knows, which no further member has in any letter case
 */
export function extendedBodies<O extends string>(
  fc: FastCheck,
  harmless: readonly Harmless<O>[],
  known: readonly string[],
): Arbitrary<OddBody<O>>[] {
  const taken = new Set(known.map((name) => name.toLowerCase()))
  const name = fc
    .oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constantFrom(...SPECIAL))
    .filter((text) => !taken.has(text.trim().toLowerCase()))
  const members = fc.uniqueArray(fc.tuple(name, fc.jsonValue({ maxDepth: 3 })), {
    selector: ([one]) => one,
    minLength: 4,
    maxLength: 8,
  })
  return harmless.map(({ operation, fields }) =>
    members.map((further) => ({
      operation,
      text: JSON.stringify(Object.fromEntries([...Object.entries(fields), ...further])),
    })),
  )
}

/** The harmless body with one field in raw JSON, added or replaced. */
function written({ fields }: Harmless, name: string, value: string): string {
  const others = Object.entries(fields).filter(([field]) => field !== name)
  const members = others.map(([field, plain]) => `${JSON.stringify(field)}:${JSON.stringify(plain)}`)
  return `{${[...members, `${JSON.stringify(name)}:${value}`].join(',')}}`
}

/** Every name twice with the same value: it does not matter which one a parser takes. */
function repeated({ fields }: Harmless): string {
  const members = Object.entries({ ...fields, extra: 1 }).map(
    ([field, plain]) => `${JSON.stringify(field)}:${JSON.stringify(plain)}`,
  )
  return `{${[...members, ...members].join(',')}}`
}
