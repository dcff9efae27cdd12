/**
 * Valid bodies of the three writes that fast-check generates from the contract's rules for their fields. One
 * seed gives the same bodies each time.
 */
import type * as FastCheck from 'fast-check'
import type { InputSettings } from '../../lib/engine/case/context.ts'
import {
  type BodyField,
  bodyFields,
  type BodyName,
  namesId,
  type ValueRule,
} from '../../lib/engine/contract/request-bodies.ts'
import { BEGINNINGS, BETWEEN, BETWEEN_LINES, FRAGMENTS, TEXTS_OF_FIELDS, WHOLE } from './fragments.ts'

export type Fc = typeof FastCheck
export type Arbitrary<T> = FastCheck.Arbitrary<T>

/** A valid body of a write. */
export type ValidBody = Readonly<Record<string, unknown>>

/** How many bodies of an operation are generated, unless `--fuzz-runs` gives another number. */
const COUNT = { few: 1, values: 6, pairs: 20 } as const

/**
 * Valid bodies with every field that holds no id. Every second text is a single fragment; the others begin
 * with one, and hold as many as fit. No fragment occurs twice before all have occurred.
 * @param mark - makes each body unique
 */
export async function generatedBodies(
  body: BodyName,
  mark: () => string,
  { seed, inputs, mostInputs: count = COUNT[inputs] }: InputSettings,
): Promise<readonly ValidBody[]> {
  const fc = await import('fast-check')
  const drawn = <T>(arbitrary: Arbitrary<T>, shift: number): T[] =>
    fc.sample(arbitrary, { seed: seed + shift, numRuns: 1 })
  const shuffled: ShuffledTexts = (some, shift = 0) =>
    drawn(fc.shuffledSubarray([...some], { minLength: some.length, maxLength: some.length }), shift).flat()
  // There are few notes: so the likeliest mistakes come first, whatever the seed.
  const heads = new Deck([...(isNote(body) ? BEGINNINGS : []), ...shuffled(FRAGMENTS)])
  const fields = fieldTexts(body, shuffled)
  return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
    const ofBody = mark()
    const values = fields.map(({ field, isOnlyOwn, alone, inner }, place) => {
      const isAlone = isOnlyOwn || (at + place) % 2 === 0
      return [field.name, valueOf(fc, field, { mark: ofBody, isAlone, alone, heads, inner })] as const
    })
    return drawn(fc.record(Object.fromEntries(values)), at)
  })
}

/** Shuffles texts by the seed, in another way for each `shift`. */
type ShuffledTexts = (texts: readonly string[], shift?: number) => readonly string[]

const isNote = (body: BodyName): boolean => body === 'MessageCreate'

/** A field of a body, and the fragments of its texts. */
interface FieldTexts extends Pick<TextParts, 'alone' | 'inner'> {
  readonly field: BodyField
  readonly isOnlyOwn: boolean
}

function fieldTexts(body: BodyName, shuffled: ShuffledTexts): readonly FieldTexts[] {
  const wholes = [...(isNote(body) ? WHOLE : shuffled(WHOLE)), ...shuffled(FRAGMENTS)]
  const common = new Deck(wholes)
  const own = new Map<string, readonly string[]>(Object.entries(TEXTS_OF_FIELDS))
  return bodyFields(body)
    .filter(({ name }) => !namesId(name))
    .map((field, place) => {
      const texts = own.get(field.name)
      const isOnlyOwn = ONLY_OWN.includes(field.name)
      const alone = texts === undefined ? common : new Deck([...texts, ...(isOnlyOwn ? [] : wholes)])
      return { field, isOnlyOwn, alone, inner: new Deck(shuffled(FRAGMENTS, place)) }
    })
}

/** Fields whose texts are all of their own table: other texts are no status, and no telephone number. */
const ONLY_OWN: readonly string[] = ['status', 'phone']

/**
 * Texts that are dealt in turn, over and over. They are dealt when an arbitrary is built, not when it is drawn:
 * only the order of the bodies decides which one gets which.
 */
class Deck {
  private readonly texts: readonly string[]
  private next = 0

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  deal(): string {
    return this.texts[this.next++ % this.texts.length] ?? ''
  }
}

interface TextParts {
  /** The beginning of texts that must be unique. */
  readonly mark: string
  /** Whether a text is a single fragment. */
  readonly isAlone: boolean
  /** Fragments that stand alone, those that begin a text, and those inside of one. */
  readonly alone: Deck
  readonly heads: Deck
  readonly inner: Deck
}

function valueOf(fc: Fc, field: BodyField, parts: TextParts): Arbitrary<unknown> {
  const { type, least, most } = field
  switch (type) {
    case 'string':
      return textOf(fc, field, parts)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(least, -(2 ** 31)), max: Math.min(most, 2 ** 31 - 1) })
    case 'array':
      return listOf(fc, field, parts)
    case 'object':
      return fc.constant({})
    case 'null':
      return fc.constant(null)
    default:
      return type satisfies never
  }
}

function textOf(fc: Fc, { format, least, most }: BodyField, parts: TextParts): Arbitrary<string> {
  if (format === 'email') return addressOf(fc, parts)
  if (format === 'uri') return uriOf(fc, parts)
  const bounds = { least, most }
  if (parts.isAlone) return fc.constant(fitted(parts.alone.deal(), bounds))
  const head = parts.heads.deal()
  const fragments: string[] = []
  for (let length = 0; length < Math.min(most, LONG); length += 2 + (fragments.at(-1)?.length ?? 0))
    fragments.push(parts.inner.deal())
  const between = fc.constantFrom(...(most > LONGEST_LINE ? BETWEEN_LINES : BETWEEN))
  const word = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: wordOf(fc) })
  const gap = fc.tuple(between, word, between).map((some) => some.join(''))
  const gaps = fc.array(gap, { minLength: fragments.length, maxLength: fragments.length })
  return gaps.map((some) => fitted(head + some.map((one, at) => one + fragments[at]).join(''), bounds))
}

/** No field for one line has more characters. */
const LONGEST_LINE = 500

/** Characters of a text that holds every fragment. */
const LONG = 1500

/** The longest allowed text. It has no outer blanks, since whether they are kept is open. */
function fitted(text: string, { least, most }: Pick<ValueRule, 'least' | 'most'>): string {
  return text.slice(0, most).trim().padEnd(least, 'x')
}

/** Letters and signs without a meaning of their own. */
function wordOf(fc: Fc): Arbitrary<string> {
  const unit = fc.constantFrom(...'abcXYZ019äßéñøłžαβγдющ한国-.,:!?()'.match(/./gu)!)
  return fc.string({ unit, minLength: 1, maxLength: 12 })
}

/** The fullest allowed list: a mark, single fragments, and one item of the greatest length. */
function listOf(fc: Fc, { name, items, most }: BodyField, all: TextParts): Arbitrary<unknown[]> {
  if (items === undefined) return fc.constant([])
  const item = { ...items, name, required: true }
  const { mark } = all
  const parts = { ...all, isAlone: true, alone: all.inner }
  if (items.type !== 'string') return fc.array(valueOf(fc, item, parts), { maxLength: Math.min(most, 5) })
  const count = Math.min(most, 20)
  const alone = Array.from({ length: count - 2 }, () => textOf(fc, item, parts))
  const longest = wordOf(fc).map((word) => fitted(`${mark}-${word}`.padEnd(items.most, 'é'), items))
  return fc.tuple(fc.constant(mark), ...alone, longest)
}

/** An e-mail address with signs that every parser accepts. */
function addressOf(fc: Fc, { mark }: TextParts): Arbitrary<string> {
  const signs = fc.array(fc.constantFrom('a', 'Z', '7', '-', '_', '+', '.b', "'"), {
    minLength: 1,
    maxLength: 12,
  })
  const domain = fc.constantFrom('example.com', 'mail.conformance.example', 'a-b.example', '1.example.org')
  return fc.tuple(signs, domain).map(([some, host]) => `${mark}.x${some.join('')}9@${host}`)
}

/** A web address that every parser accepts: with port, path, query and fragment, and with escapes. */
function uriOf(fc: Fc, { mark }: TextParts): Arbitrary<string> {
  const part = fc.constantFrom(
    'a',
    '%C3%A9',
    '%20',
    '~x',
    'b-c_d',
    'p;v=1',
    '1.2',
    '%5Bx%5D',
    'x:y',
    '@z',
    '100%25',
  )
  const parts = fc.array(part, { minLength: 1, maxLength: 6 })
  const pair = fc.tuple(fc.constantFrom('q', 'utm_source', 'filter%5Bx%5D'), part)
  return fc
    .tuple(
      fc.constantFrom('', ':8443'),
      parts,
      fc.array(pair, { maxLength: 4 }),
      fc.option(part, { nil: '' }),
    )
    .map(([port, path, query, fragment]) => {
      const pairs = query.map((one) => one.join('=')).join('&')
      return `https://www.example.com${port}/${mark}/${path.join('/')}?${pairs}#${fragment.replace('@', '')}`
    })
}
