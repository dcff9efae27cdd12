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

/** A shorter secret occurs by chance: masking it would garble the text. */
const SHORTEST = 4
/** This many consecutive characters of a secret count, beyond the beginning that the API shows. */
const PIECE = 8
/**
 * A piece of only lower- or upper-case letters may be a word and counts from this length: test keys consist of words.
 */
const WORDY_PIECE = 16
const WORDS = /^(?:[a-z_-]+|[A-Z_-]+)$/
/** From this length on, all but the last four characters reveal a secret too; below, all but the last. */
const LONG = 16

/**
 * The only way for text to leave the process: masks each secret.
 * Finds secrets as they are, in URLs, in JSON and in HTML, and in Base64, also inside of a longer text, and puts `$NAME` in their place.
 * Letter case does not matter. Eight consecutive characters count too (sixteen if they may be words), as does all but
 * the end; they become `$NAME(altered)`. The first third, at most twelve characters, does not count: APIs show that
 * much of a key. Secrets of less than eight characters are masked as they are, and only whole.
 */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  const known = secrets.filter(({ value }) => value.length >= SHORTEST)
  if (known.length === 0) return { text: (text) => text, deep: (value) => value }
  const short = known.filter(({ value }) => value.length < PIECE)
  const forms = known.filter(({ value }) => value.length >= PIECE).flatMap(formsOf)
  const [find, escapes] = [pieceSearch(forms), escapesIn(forms)]
  const text = (input: string): string => {
    const plain = unescaped(input, escapes)
    const escaped = plain === undefined ? [] : find(plain.text).map((hit) => ({ ...hit, ...plain.span(hit) }))
    const hits = [...occurrences(input, short), ...find(input), ...escaped]
    return hits.length === 0 ? input : masked(input, hits)
  }
  return { text, deep: (value) => deepText(value, text) }
}

/** A text that shows a secret. */
interface Form {
  readonly name: string
  readonly value: string
  readonly lower: string
  /** How many characters at its beginning do not count. */
  readonly shown: number
}

/** A secret as it is, byte by byte if it is outside of ASCII, and in both alphabets of Base64. */
function formsOf({ name, value }: Secret): Form[] {
  const bytes = Buffer.from(value)
  const shown = Math.min(12, Math.floor(value.length / 3))
  const plain = [...new Set([value, bytes.toString('latin1')])].map((one) => ({ name, value: one, shown }))
  // Three bytes are four characters, so a secret in a longer text has three forms. Those at the ends of which other bytes have a part are left out.
  const coded = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)]
    const texts = [whole.toString('base64'), whole.toString('base64url')]
    return texts.map((one) => ({ name, value: one.slice(from, to), shown: Math.ceil((shown * 4) / 3) }))
  })
  return [...plain, ...coded].map((form) => ({ ...form, lower: folded(form.value) }))
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** The escapes of URLs, JSON and HTML. Those of quotes and backslashes are many in JSON, and few keys have such characters. */
function escapesIn(forms: readonly Form[]): RegExp {
  const quotes = forms.some(({ value }) => /["\\]/.test(value)) ? '"\\\\' : ''
  return new RegExp(
    `%([\\da-f]{2})|\\\\u([\\da-f]{4})|&#x([\\da-f]{1,6});|&#(\\d{1,7});|\\\\([/${quotes}])|&(amp|lt|gt|quot|apos);`,
    'gi',
  )
}

interface Unescaped {
  readonly text: string
  /** Where a part of it stood. */
  readonly span: (part: Span) => Span
}

/** The text without escapes; undefined if there are none. */
function unescaped(text: string, escapes: RegExp): Unescaped | undefined {
  if (!/[%\\&]/.test(text)) return undefined
  const parts: string[] = []
  /** For each escape, where its character stands in the result, and where the text goes on behind it. */
  const marks: { readonly at: number; readonly start: number; readonly next: number }[] = []
  let [at, length] = [0, 0]
  for (const match of text.matchAll(escapes)) {
    const [whole, percent, unicode, hex, decimal, plain, named] = match
    const digits = percent ?? unicode ?? hex
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
    length += match.index - at
    marks.push({ at: length, start: match.index, next: match.index + whole.length })
    parts.push(
      text.slice(at, match.index),
      plain ?? ENTITIES[named?.toLowerCase() ?? ''] ?? String.fromCharCode(code),
    )
    length += 1
    at = match.index + whole.length
  }
  if (marks.length === 0) return undefined
  parts.push(text.slice(at))
  const original = (place: number): number => {
    const mark = marks.findLast(({ at: marked }) => marked <= place)
    if (mark === undefined) return place
    return mark.at === place ? mark.start : mark.next + place - mark.at - 1
  }
  return { text: parts.join(''), span: ({ from, to }) => ({ from: original(from), to: original(to) }) }
}

/** A range of a text. */
interface Span {
  readonly from: number
  readonly to: number
}

/** A place that shows a secret or a piece of it. */
interface Hit extends Span {
  readonly name: string
  readonly whole: boolean
}

function occurrences(text: string, secrets: readonly Secret[]): Hit[] {
  return secrets.flatMap(({ name, value }) => {
    const hits: Hit[] = []
    for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + value.length))
      hits.push({ from, to: from + value.length, name, whole: true })
    return hits
  })
}

/** Any eight consecutive characters of a secret hold four that begin at a multiple of four. */
const STEP = 4

/** Finds secrets and pieces of them in any letter case: where such four characters stand, as much around them as is alike. */
function pieceSearch(forms: readonly Form[]): (text: string) => readonly Hit[] {
  const places = new Map<string, Map<Form, number>>()
  for (const form of forms)
    for (let at = 0; at + STEP <= form.value.length; at += STEP) {
      const four = folded(form.value.slice(at, at + STEP))
      const there = places.get(four) ?? new Map<Form, number>()
      // Of a part that repeats itself the first place suffices.
      if (!there.has(form)) places.set(four, there.set(form, at))
    }
  const escaped = [...places.keys()].map((four) => four.replaceAll(/[^\w]/g, '\\$&'))
  const anchors = new RegExp(escaped.join('|'), 'g')

  return (text) => {
    const lower = folded(text)
    const hits: Hit[] = []
    anchors.lastIndex = 0
    for (let match = anchors.exec(lower); match !== null; match = anchors.exec(lower)) {
      const found = [...(places.get(match[0]) ?? [])].flatMap(
        ([form, at]) => extended(text, lower, match.index, form, at) ?? [],
      )
      const longest = found.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
      if (longest !== undefined) hits.push(longest)
      // What overlaps it may be the beginning of another one.
      anchors.lastIndex = longest === undefined ? match.index + 1 : longest.to
    }
    return hits
  }
}

/** A text with ASCII letters in lower case, as long as before. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text.replaceAll(/[A-Z]+/g, (some) => some.toLowerCase())
}

/** The part of a secret around a position of the text, if it counts. */
function extended(text: string, lower: string, i: number, form: Form, at: number): Hit | undefined {
  const { name, value, shown, lower: wanted } = form
  let before = 0
  while (at - before > 0 && i - before > 0 && lower[i - before - 1] === wanted[at - before - 1]) before++
  let after = 0
  while (at + after < value.length && lower[i + after] === wanted[at + after]) after++
  const [from, to] = [at - before, at + after]
  const { length } = value
  const beyond = Math.max(from, shown)
  const least = WORDS.test(value.slice(beyond, to)) ? WORDY_PIECE : PIECE
  const counts = to - beyond >= least || to - from >= length - (length >= LONG ? 4 : 1)
  if (!counts) return undefined
  const hit = { from: i - before, to: i + after, name }
  return { ...hit, whole: to - from === length && text.slice(hit.from, hit.to) === value }
}

/** The text with a placeholder for each hit; overlapping hits are merged. */
function masked(text: string, hits: readonly Hit[]): string {
  const joined: Hit[] = []
  for (const hit of hits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = joined.at(-1)
    if (last === undefined || hit.from >= last.to) joined.push(hit)
    else
      joined[joined.length - 1] = {
        ...(hit.whole && !last.whole ? hit : last),
        from: last.from,
        to: Math.max(last.to, hit.to),
      }
  }
  let result = ''
  let at = 0
  for (const hit of joined) {
    result += text.slice(at, hit.from) + placeholder(hit)
    at = hit.to
  }
  return result + text.slice(at)
}

function placeholder({ name, whole }: Hit): string {
  return `$${name}${whole || name.endsWith('(altered)') ? '' : '(altered)'}`
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
