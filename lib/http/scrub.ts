import { type Decoded, decodedRuns, unescaped } from './scrub-layers.ts'

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
/** Shorter secrets are masked only as a whole. */
const SHORTEST_IN_PIECES = 8
/** From this length on, all but the last four characters reveal a secret too; below, all but the last. */
const LONG = 16
/** Encodings that are decoded one after the other. */
const LAYERS = 6
/** Texts are processed in blocks, which bounds the memory of decoding. */
const BLOCK = 256 * 1024
/** The largest encoded form of a secret across the end of a block. */
const OVERLAP = 64 * 1024
/** Decoding stops after this many blocks of decoded characters. */
const MOST_DECODED = 16

/**
 * The only way for text to leave the process: masks each secret.
 * Finds secrets as they are and in up to six layers of percent-encoding, JSON and JavaScript escapes, HTML entities,
 * UTF-16, hexadecimal and Base64, in either letter case, and puts `$NAME` in their place.
 * Eight consecutive characters count too (sixteen if they may be words), as does all but the end; they become
 * `$NAME(altered)`. The first third, at most twelve characters, does not count: APIs show that much of a key.
 */
export function createScrubber(secrets: readonly Secret[]): Scrubber {
  const known = secrets.filter(({ value }) => value.length >= SHORTEST)
  if (known.length === 0) return { text: (text) => text, deep: (value) => value }
  const search = searchFor(known)
  const text = (input: string): string => masked(input, search(input))
  return { text, deep: (value) => scrubbed(value, text) }
}

/** A place that shows a secret or a piece of it. */
interface Hit {
  readonly from: number
  readonly to: number
  readonly name: string
  readonly whole: boolean
}

type Search = (text: string) => readonly Hit[]

function searchFor(secrets: readonly Secret[]): Search {
  const short = secrets.filter(({ value }) => value.length < SHORTEST_IN_PIECES)
  const pieces = pieceSearch(secrets.filter(({ value }) => value.length >= SHORTEST_IN_PIECES))

  const decoded = (text: string, layers: number, budget: { left: number }): readonly Hit[] => {
    if (text.length < SHORTEST_IN_PIECES) return []
    const here = pieces(text)
    if (layers === 0 || budget.left <= 0) return here
    const hits = [...here]
    for (const layer of layersOf(text)) {
      budget.left -= layer.text.length
      for (const hit of decoded(layer.text, layers - 1, budget)) {
        const [from, to] = layer.span(hit.from, hit.to)
        hits.push({ ...hit, from, to })
      }
      if (budget.left <= 0) break
    }
    return hits
  }

  return (text) => {
    const hits: Hit[] = occurrences(text, short)
    for (let at = 0; at < text.length; at += BLOCK) {
      const block = text.slice(at, at + BLOCK + OVERLAP)
      for (const hit of decoded(block, LAYERS, { left: MOST_DECODED * block.length + OVERLAP }))
        hits.push({ ...hit, from: at + hit.from, to: at + hit.to })
    }
    return hits
  }
}

/** Everything that may be encoded in a text, one layer down. */
function* layersOf(text: string): Generator<Decoded> {
  const plain = unescaped(text)
  if (plain !== undefined) yield plain
  yield* decodedRuns(text)
}

function occurrences(text: string, secrets: readonly Secret[]): Hit[] {
  return secrets.flatMap(({ name, value }) => {
    const hits: Hit[] = []
    for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + value.length))
      hits.push({ from, to: from + value.length, name, whole: true })
    return hits
  })
}

/**
 * Pieces are searched where four characters of a secret match at a multiple of four, which any eight consecutive ones
 * contain.
 */
const STEP = 4
/** A repetitive secret has its parts in many places; some of them suffice. */
const MOST_PLACES = 16

/** Finds secrets and pieces of them in any letter case, in time linear in the text. */
function pieceSearch(secrets: readonly Secret[]): Search {
  const places = new Map<number, { readonly secret: Secret; readonly at: number }[]>()
  const seen = new Uint8Array(1 << 16)
  for (const secret of secrets.flatMap(asSent))
    for (let at = 0; at + STEP <= secret.value.length; at++) {
      const key = fourAt(secret.value, at)
      const there = places.get(key) ?? []
      if (there.length < MOST_PLACES) places.set(key, [...there, { secret, at }])
      seen[short(key)] = 1
    }

  return (text) => {
    const hits: Hit[] = []
    let done = 0
    for (let i = 0; i + STEP <= text.length; i += STEP) {
      const key = fourAt(text, i)
      if (seen[short(key)] === 0) continue
      let best: Hit | undefined
      for (const { secret, at } of places.get(key) ?? []) {
        const hit = extended(text, i, secret, at)
        if (hit !== undefined && hit.to - hit.from > (best === undefined ? 0 : best.to - best.from))
          best = hit
      }
      if (best === undefined || best.to <= done) continue
      hits.push(best)
      done = best.to
      i = Math.max(i, best.to - (best.to % STEP) - STEP)
    }
    return hits
  }
}

/** A secret outside ASCII may be decoded byte by byte. */
function asSent(secret: Secret): Secret[] {
  const bytes = Buffer.from(secret.value).toString('latin1')
  return bytes === secret.value ? [secret] : [secret, { ...secret, value: bytes }]
}

function fold(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code | 0x20 : code
}

/** Four characters as one number; collisions are possible. */
function fourAt(text: string, at: number): number {
  return (
    fold(text.charCodeAt(at)) |
    (fold(text.charCodeAt(at + 1)) << 8) |
    (fold(text.charCodeAt(at + 2)) << 16) |
    (fold(text.charCodeAt(at + 3)) << 24)
  )
}

function short(key: number): number {
  return Math.imul(key, 0x9e3779b1) >>> 16
}

/** The part of the secret around a position of the text, if it counts. */
function extended(text: string, i: number, { name, value }: Secret, at: number): Hit | undefined {
  const same = (offset: number): boolean =>
    fold(text.charCodeAt(i + offset)) === fold(value.charCodeAt(at + offset))
  let before = 0
  while (at - before > 0 && i - before > 0 && same(-before - 1)) before++
  let after = 0
  while (at + after < value.length && i + after < text.length && same(after)) after++
  const [from, to] = [at - before, at + after]
  const { length } = value
  const shown = Math.min(12, Math.floor(length / 3))
  const beyond = Math.max(from, shown)
  const least = WORDS.test(value.slice(beyond, to)) ? WORDY_PIECE : PIECE
  const counts = to - beyond >= least || to - from >= length - (length >= LONG ? 4 : 1)
  if (!counts) return undefined
  const hit = { from: i - before, to: i + after, name }
  return { ...hit, whole: to - from === length && text.slice(hit.from, hit.to) === value }
}

/** The text with a placeholder for each hit; overlapping hits are merged. */
function masked(text: string, hits: readonly Hit[]): string {
  if (hits.length === 0) return text
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

function scrubbed<T>(value: T, text: (input: string) => string): T {
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
