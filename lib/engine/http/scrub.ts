import { groupBy } from '../util/collections.ts'
import { once } from '../util/memo.ts'

export interface Secret {
  /** The placeholder: `$NAME`. */
  readonly name: string
  readonly value: string
}

export interface Scrubber {
  readonly text: (text: string) => string
  /** A copy with every string and property name scrubbed; other values unchanged. */
  readonly deep: <T>(value: T) => T
}

/** Shorter secrets are parts of common words: masking them would garble the text. */
const SHORTEST = 6

/**
 * The only way for text to leave the process: masks secrets. Half of a secret in one piece reveals it; less, such as the prefix
 * that an API shows, does not. The whole becomes `$NAME`, a piece `$NAME(altered)`.
 * Letter case does not matter. Secrets are found as they are, escaped as in URLs, JSON and HTML, and in Base64.
 */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  const search = once(() =>
    pieceSearch(secrets.filter(({ value }) => value.length >= SHORTEST).flatMap(formsOf)),
  )
  const text = (input: string): string => {
    const pieces = search()
    const hasEscapes = /[%\\&]/.test(input)
    const plain = hasEscapes ? masked(input, UNIT, pieces(unescaped(input))) : input
    return masked(plain, /[^]/g, pieces(plain))
  }
  return { text, deep: (value) => deepText(value, text) }
}

/** A text that shows a secret. */
interface Form {
  readonly name: string
  readonly value: string
  readonly lower: string
  /** How many of its characters reveal the secret. */
  readonly least: number
}

/** A secret as it is, as the bytes of its UTF-8, and in both alphabets of Base64. */
function formsOf({ name, value }: Secret): Form[] {
  const bytes = Buffer.from(value)
  const least = Math.max(SHORTEST, Math.ceil(value.length / 2))
  const plain = [value, bytes.toString('latin1')].map((one) => ({ name, value: one, least }))
  // Base64 codes three bytes by four characters: a secret within a longer text has three forms, by its position. Characters
  // that also code bytes beside it are left out.
  const coded = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)]
    const texts = [whole.toString('base64'), whole.toString('base64url')]
    // At most four bits at the beginning of a piece share a character with the byte before it.
    const leastCoded = Math.floor((least * 8 - 4) / 6)
    return texts.map((one) => ({ name, value: one.slice(from, to), least: leastCoded }))
  })
  const forms = new Map([...plain, ...coded].map((form) => [form.value, form]))
  return [...forms.values()].map((form) => ({ ...form, lower: folded(form.value) }))
}

/** The escapes of URLs, JSON and HTML. A JSON text inside another one doubles its backslashes: any number of them is one escape. */
const ESCAPE = /%([\da-f]{2})|\\+u([\da-f]{4})|&#x([\da-f]+);|&#(\d+);|\\+([/"\\])|&(amp|lt|gt|quot|apos);/gi
/** An escape, or any other character. */
const UNIT = new RegExp(`${ESCAPE.source}|[^]`, 'gi')
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The text with one character in place of each escape. */
function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_, ...groups: readonly (string | undefined)[]) => {
    const [percent, unicode, hex, decimal, plain, entity] = groups
    const digits = percent ?? unicode ?? hex
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
    return plain ?? ENTITIES[entity?.toLowerCase() ?? ''] ?? String.fromCharCode(code)
  })
}

/** A part of a text that reveals a secret. */
interface Piece {
  readonly from: number
  readonly to: number
  readonly placeholder: string
}

/** Where a part of a secret stands in a form of it. */
interface Place {
  readonly form: Form
  readonly at: number
}

/**
 * Cuts a text into blocks, looks each block up among the parts of secrets of that length, and extends a match in both
 * directions. A block has half the length of the shortest piece that counts: with blocks of 4 characters, any 8 characters
 * in a row hold a whole block.
 */
function pieceSearch(forms: readonly Form[]): (text: string) => readonly Piece[] {
  const shortest = Math.min(...forms.map(({ least }) => least))
  const length = Math.ceil(shortest / 2)
  const parts = forms.flatMap((form) =>
    Array.from({ length: form.value.length - length + 1 }, (_, at) => ({ form, at })),
  )
  const places = groupBy(parts, ({ form, at }) => form.lower.slice(at, at + length))

  return (text) => {
    if (text.length < shortest) return []
    const lower = folded(text)
    const pieces: Piece[] = []
    for (let at = 0; at + length <= lower.length; at += length)
      for (const place of places.get(lower.slice(at, at + length)) ?? []) {
        const piece = extended(text, lower, at, place)
        if (piece !== undefined) pieces.push(piece)
      }
    return pieces
  }
}

/** The part of a secret around a place of the text, if it counts. */
function extended(text: string, lower: string, at: number, place: Place): Piece | undefined {
  const { name, value, lower: wanted, least } = place.form
  let [from, to] = [at, at]
  const shift = place.at - at
  while (from > 0 && lower[from - 1] === wanted[from - 1 + shift]) from--
  while (to < lower.length && lower[to] === wanted[to + shift]) to++
  if (to - from < least) return undefined
  return { from, to, placeholder: `$${name}${text.slice(from, to) === value ? '' : '(altered)'}` }
}

/** The text in lower case, of the same length: U+0130 is the only letter whose lower case is longer. */
function folded(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase()
}

/** The text with placeholders for its pieces. Their places count units of the text: characters, or whole escapes. */
function masked(text: string, unit: RegExp, pieces: readonly Piece[]): string {
  if (pieces.length === 0) return text
  const units = text.match(unit) ?? []
  let result = ''
  let at = 0
  // Of pieces at the same place, the longest one counts; of equally long ones, that of a whole secret.
  const byPlace = pieces.toSorted(
    (a, b) => a.from - b.from || b.to - a.to || a.placeholder.length - b.placeholder.length,
  )
  for (const { from, to, placeholder } of byPlace) {
    if (to <= at) continue
    result += units.slice(at, from).join('') + placeholder
    at = to
  }
  return result + units.slice(at).join('')
}

/** A copy of plain data with a function applied to every string and property name. */
export function deepText<T>(value: T, text: (input: string) => string): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the copy has the shape of the value
  return copied(value, text) as T
}

/** Copies plain data; objects of a class stay as they are. */
function copied(value: unknown, text: (input: string) => string): unknown {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return value.map((item) => copied(item, text))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  // fromEntries defines properties, so that a name such as __proto__ stays data.
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [text(name), copied(item, text)]))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
