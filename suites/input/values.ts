/** Values of one field of a body: valid ones that no service has a reason to change, and ones with a single defect. */
import * as fc from 'fast-check'
import type { Field } from '../../lib/engine/spec/contract.ts'
import { own } from '../../lib/engine/spec/json.ts'
import { integer } from '../../lib/engine/util/values.ts'
import { ofLength } from '../support/texts.ts'

/** The rules of one field of a body, from the contract. */
export interface Rule {
  readonly name: string
  readonly required: boolean
  readonly type: 'string' | 'boolean' | 'array'
  readonly nullable: boolean
  /** Bounds of a text, or of the items of an array; an id has none. */
  readonly shortest: number
  readonly longest: number
  readonly mostItems: number
}

export function ruleOf({ name, required, schema }: Field): Rule {
  const types = [own(schema, 'type')].flat()
  const type = types.find((one) => one === 'boolean' || one === 'array') ?? 'string'
  const texts = type === 'array' ? own(schema, 'items') : schema
  return {
    name,
    required,
    type,
    nullable: types.includes('null'),
    shortest: integer(own(texts, 'minLength')) ?? 0,
    longest: integer(own(texts, 'maxLength')) ?? Infinity,
    mostItems: integer(own(schema, 'maxItems')) ?? Infinity,
  }
}

/** Letters that no service changes: lower case, composed, in the basic plane. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789éüñ日本'.split('')
const ASCII = LETTERS.slice(0, 26)
const JOINTS = [' ', '-', ', ', ' & ', "'", '/', '. ', '_'] as const

const wordOf = (unit: readonly string[]): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength: 5 })

const WORD = wordOf(ASCII)

/** Up to five words without outer blanks: at most 37 characters. */
const WORDS = fc
  .tuple(fc.array(wordOf(LETTERS), { minLength: 1, maxLength: 5 }), fc.constantFrom(...JOINTS))
  .map(([words, joint]) => words.join(joint))

/** Distinct tags: each starts with its position. */
function tags(least: number, most: number): fc.Arbitrary<string[]> {
  return fc
    .array(WORDS, { minLength: least, maxLength: most })
    .map((list) => list.map((words, index) => `${index + 10}-${words}`))
}

/** A valid value of a field. Long texts carry the mark. */
export function validValue({ name, type, longest, mostItems }: Rule, mark: string): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.oneof(tags(0, 4), tags(mostItems, mostItems))
  if (name === 'email') return WORD.map((word) => `${mark}.${word}@example.com`)
  if (name === 'source_url')
    return fc.tuple(WORD, WORD).map(([path, value]) => `https://example.com/${path}?q=${value}`)
  if (name === 'phone') return fc.integer({ min: 10, max: 99 }).map((digits) => `+155501${digits}`)
  return longest < 100 ? WORDS : WORDS.map((words) => `${mark} ${words}`)
}

/** A way in which a value violates the contract. */
export type Mistake = 'wrong type' | 'too long' | 'too short' | 'too many items' | 'bad format'

type Defects = readonly (readonly [Mistake, fc.Arbitrary<unknown>])[]

/** Every way in which a value of a field can be wrong, each with its mistake. */
export function defectsOf(rule: Rule, mark: string): Defects {
  return [...wrongTypes(rule), ...wrongLengths(rule, mark), ...(rule.name === 'email' ? BAD_EMAILS : [])]
}

function wrongTypes({ type }: Rule): Defects {
  const number = fc.integer({ min: -1000, max: 1000 })
  const object = WORD.map((value) => ({ value }))
  const list = (item: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => item.map((value) => [value])
  const values = {
    boolean: [fc.constantFrom('true', 'false', 'yes', ''), number, object, fc.constant([true])],
    array: [WORD, number, object, fc.boolean(), list(number), list(object), fc.constant([null])],
    string: [number, fc.boolean(), object, list(WORD)],
  }
  return values[type].map((value) => ['wrong type', value] as const)
}

function wrongLengths({ name, type, shortest, longest, mostItems }: Rule, mark: string): Defects {
  const texts: [Mistake, string][] = []
  if (longest < Infinity) texts.push(['too long', ofLength(name, longest + 20, mark)])
  if (shortest > 0) texts.push(['too short', 'x'.repeat(shortest - 1)])
  if (type !== 'array') return texts.map(([mistake, text]) => [mistake, fc.constant(text)] as const)
  return [
    ['too many items', tags(mostItems + 1, mostItems + 5)],
    // In the middle: a validator that checks only the first or last item misses it.
    ...texts.map(([mistake, text]) => [mistake, fc.constant(['first', text, 'last'])] as const),
  ]
}

/** Texts that every parser rejects as an address. */
const BAD_EMAILS: Defects = [
  WORD,
  WORD.map((word) => `${word}@`),
  WORD.map((word) => `@${word}.example.com`),
  WORD.map((word) => `${word} b@example.com`),
  WORD.map((word) => `a@${word} example.com`),
  WORD.map((word) => `to ${word}@example.com now`),
].map((value) => ['bad format', value] as const)
