import { once } from '../util/memo.ts'

export interface Secret {
  /** The placeholder: `$NAME`. */
  readonly name: string
  readonly value: string
}

export interface Scrubber {
  readonly text: (text: string) => string
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
  return { text }
}

interface SecretForm {
  readonly name: string
  readonly value: string
  readonly lower: string
  /** How many of its characters reveal the secret. */
  readonly least: number
}

/** The forms of a secret: as it is, as its UTF-8 bytes, and in both alphabets of Base64. */
function formsOf({ name, value }: Secret): SecretForm[] {
  const bytes = Buffer.from(value)
  const least = Math.max(SHORTEST, Math.ceil(value.length / 2))
  const plain = [value, bytes.toString('latin1')].map((one) => ({ name, value: one, least }))
  // Base64 codes three bytes by four characters: a secret within a longer text has three forms, by its
  // position. Characters that also encode neighbouring bytes are left out.
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

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_, ...groups: readonly (string | undefined)[]) => {
    const [percent, unicode, hex, decimal, plain, entity] = groups
    const digits = percent ?? unicode ?? hex
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
    return plain ?? ENTITIES[entity?.toLowerCase() ?? ''] ?? String.fromCharCode(code)
  })
}

interface Piece {
  readonly from: number
  readonly to: number
  readonly placeholder: string
}

/**
 * Finds the pieces of secrets in a text, in time that grows with the text alone. Most texts hold none: a text is cut into
 * blocks, and each is looked up among the parts of secrets of that length. A block has half the length of the shortest piece
 * that counts: with blocks of 4 characters, any 8 characters in a row hold a whole block.
 */
function pieceSearch(forms: readonly SecretForm[]): (text: string) => readonly Piece[] {
  const shortest = Math.min(...forms.map(({ least }) => least))
  const length = Math.ceil(shortest / 2)
  const searched = forms.map((form) => ({ form, parts: once(() => partsOf(form.lower)) }))
  const blocks = new Map<string, Set<(typeof searched)[number]>>()
  for (const one of searched)
    for (let at = 0; at + length <= one.form.lower.length; at++) {
      const block = one.form.lower.slice(at, at + length)
      blocks.set(block, (blocks.get(block) ?? new Set()).add(one))
    }

  return (text) => {
    if (text.length < shortest) return []
    const lower = folded(text)
    const hit = new Set<(typeof searched)[number]>()
    for (let at = 0; at + length <= lower.length; at += length)
      for (const one of blocks.get(lower.slice(at, at + length)) ?? []) hit.add(one)
    return [...hit].flatMap(({ form, parts }) => piecesOf(form, parts(), text, lower))
  }
}

/** The longest parts of a form that a text contains, if they are long enough to count. */
function piecesOf(
  { name, value, least }: SecretForm,
  parts: Automaton,
  text: string,
  lower: string,
): Piece[] {
  const pieces: Piece[] = []
  let [state, length] = [0, 0]
  for (let to = 0; to <= lower.length; to++) {
    const from = to - length
    const code = to < lower.length ? lower.charCodeAt(to) : -1
    for (; state > 0 && parts[state]?.next.has(code) !== true; state = parts[state]?.suffix ?? 0)
      length = parts[parts[state]?.suffix ?? 0]?.length ?? 0
    const next = parts[state]?.next.get(code)
    if (next !== undefined) [state, length] = [next, length + 1]
    // With the next character, the part begins later: the one before was the longest.
    if (to - from >= least && to + 1 - length > from)
      pieces.push({ from, to, placeholder: `$${name}${text.slice(from, to) === value ? '' : '(altered)'}` })
  }
  return pieces
}

/** The parts of a text that end at the same positions. */
interface AutomatonState {
  /** The length of the longest part. */
  length: number
  /** The state of the longest common suffix that also ends at other positions. */
  suffix: number
  /** The state after one more character, by the code of the character. */
  next: Map<number, number>
}

type Automaton = readonly AutomatonState[]

/** All parts of a text, as a suffix automaton: it has at most two states a character, and finds parts character by character. */
function partsOf(text: string): Automaton {
  const states: AutomatonState[] = [{ length: 0, suffix: -1, next: new Map() }]
  const stateAt = (index: number): AutomatonState => states[index] as AutomatonState
  let last = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const added = states.push({ length: at + 1, suffix: 0, next: new Map() }) - 1
    let before = last
    for (; before >= 0 && !stateAt(before).next.has(code); before = stateAt(before).suffix)
      stateAt(before).next.set(code, added)
    if (before >= 0) {
      const found = stateAt(before).next.get(code) ?? 0
      const { length, suffix, next } = stateAt(found)
      if (length === stateAt(before).length + 1) stateAt(added).suffix = found
      else {
        const copy = states.push({ length: stateAt(before).length + 1, suffix, next: new Map(next) }) - 1
        for (; before >= 0 && stateAt(before).next.get(code) === found; before = stateAt(before).suffix)
          stateAt(before).next.set(code, copy)
        stateAt(found).suffix = copy
        stateAt(added).suffix = copy
      }
    }
    last = added
  }
  return states
}

/** The text in lower case, of the same length: U+0130 is the only letter whose lower case is longer. */
function folded(text: string): string {
  return text.replaceAll('\u0130', 'i').toLowerCase()
}

/**
 * The text with placeholders in place of its pieces. Positions count units of the text: characters, or whole
 * escapes.
 */
function masked(text: string, unit: RegExp, pieces: readonly Piece[]): string {
  if (pieces.length === 0) return text
  const units = text.match(unit) ?? []
  let result = ''
  let at = 0
  // Of several pieces at the same position, the longest counts; of equally long ones, the piece of a whole
  // secret.
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
