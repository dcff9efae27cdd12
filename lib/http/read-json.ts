import { isUtf8 } from 'node:buffer'
import { visible } from '../util/text.ts'
import type { JsonOddity, JsonReading } from './exchange.ts'
import { remembered } from '../util/memo.ts'

/** Deeper nesting is read as empty, because judging recurses. */
const MAX_DEPTH = 200
/** A body with more values is not judged. A page of a hundred items has some two thousand. */
const MOST_VALUES = 60_000

/** Both keep a byte order mark, so that it can be reported. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads a body as strict JSON (RFC 8259, in UTF-8). `text` has U+FFFD for invalid UTF-8.
 * `oddities` lists what a lenient parser would repair or hide; the value is then what such a parser returns. Memoised
 * by bytes, unless they are many: a transport without a wire may deliver the same ones many times.
 */
export function readJson(bytes: Uint8Array): Reading {
  return bytes.length > MOST_REMEMBERED_BYTES ? read(bytes) : readOnce(bytes)
}

const MOST_REMEMBERED_BYTES = 256 * 1024
const readOnce = remembered(read)

interface Reading {
  readonly text: string
  readonly json: JsonReading
  /** Why the body is too large to be parsed. */
  readonly tooLarge?: string
}

function read(bytes: Uint8Array): Reading {
  const text = decoder.decode(bytes)
  const oddities: JsonOddity[] = []
  if (!isUtf8(bytes))
    oddities.push({
      kind: 'invalid-utf8',
      detail: `bytes that are not UTF-8, from byte ${firstInvalidByte(bytes, text)} on`,
    })
  if (text.startsWith('\ufeff')) {
    oddities.push({ kind: 'byte-order-mark', detail: 'the body begins with a byte order mark' })
  }
  return { text, ...parse(text.startsWith('\ufeff') ? text.slice(1) : text, oddities) }
}

function parse(text: string, oddities: readonly JsonOddity[]): Omit<Reading, 'text'> {
  if (text.trim() === '')
    return { json: { ok: false, problem: text === '' ? 'the body is empty' : 'the body is blank' } }
  const scan = scanJson(text, MAX_DEPTH, MOST_VALUES)
  if (scan.tooDeepAt !== undefined) {
    const flat = parse(withoutDepths(text, MAX_DEPTH), oddities)
    const beyond = `nested deeper than ${MAX_DEPTH} levels, at character ${scan.tooDeepAt}`
    return flat.json.ok ? { json: { ...flat.json, beyond } } : flat
  }
  if (scan.values > MOST_VALUES) {
    const tooLarge = `more than ${MOST_VALUES.toLocaleString('en')} values in its JSON`
    return { json: { ok: false, problem: `the body has ${tooLarge}` }, tooLarge }
  }
  try {
    const value: unknown = JSON.parse(text)
    return { json: { ok: true, value, oddities: [...oddities, ...scan.oddities] } }
  } catch (error) {
    return { json: { ok: false, problem: syntaxProblem(error, text) } }
  }
}

function syntaxProblem(error: unknown, text: string): string {
  const reason = error instanceof Error ? error.message : String(error)
  const start = text.trimStart().startsWith('<') ? 'the body looks like HTML or XML: ' : ''
  return start + visible(reason).slice(0, 200)
}

/** Offset of the first byte sequence that is not UTF-8: there the repaired text differs. */
function firstInvalidByte(bytes: Uint8Array, repaired: string): number {
  const written = Buffer.from(repaired)
  return bytes.findIndex((byte, i) => byte !== written[i])
}

/** The result of one pass over JSON text. Meaningful only for valid JSON, which the scan does not check. */
export interface JsonScan {
  readonly oddities: readonly JsonOddity[]
  /** Index where nesting exceeded the limit; the scan ends there. */
  readonly tooDeepAt?: number
  /** About how many values there are; above the limit the scan ends. */
  readonly values: number
}

/** Further oddities add nothing. */
const MAX_ODDITIES = 20
/** Objects with at least this many keys use a set; comparing one by one is faster below. */
const MANY_KEYS = 12

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** An open array or object, and the position in it. */
interface Level {
  array: boolean
  index: number
  keys: string[]
  known: Set<string> | undefined
}

/**
 * Finds in one linear pass what `JSON.parse` hides: duplicate keys, integers beyond a double, numbers that become
 * Infinity. Stops where nesting exceeds `maxDepth`, or after `maxValues` values.
 */
export function scanJson(text: string, maxDepth: number, maxValues: number): JsonScan {
  const oddities: JsonOddity[] = []
  const levels: Level[] = []
  const note = (kind: JsonOddity['kind'], what: string, depth: number): void => {
    if (oddities.length < MAX_ODDITIES)
      oddities.push({ kind, detail: `${what} at ${pointer(levels, depth)}` })
  }
  let depth = 0
  let values = 1
  let level: Level | undefined
  let expectKey = false

  for (let i = 0; i < text.length && values <= maxValues; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const end = closingQuote(text, i + 1)
      if (expectKey && level !== undefined) {
        const key = keyText(text.slice(i + 1, end))
        if (!addKey(level, key))
          note('duplicate-key', `key ${JSON.stringify(visible(key).slice(0, 80))} again`, depth - 1)
        expectKey = false
      }
      i = end
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = numberEnd(text, i + 1)
      // Fifteen digits always fit; an exponent may overflow with three characters.
      if (end - i > 15 || hasExponent(text, i, end)) {
        const literal = text.slice(i, end)
        const kind = numberOddity(literal)
        if (kind !== undefined) note(kind, literal.slice(0, 40), depth)
      }
      i = end - 1
    } else if (code === COMMA) {
      values++
      if (level?.array) level.index++
      else expectKey = true
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (depth === maxDepth) return { oddities, values, tooDeepAt: i }
      values++
      level = levels[depth] ??= { array: false, index: 0, keys: [], known: undefined }
      level.array = code === OPEN_ARRAY
      level.index = 0
      level.keys.length = 0
      level.known = undefined
      depth++
      expectKey = !level.array
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      depth = Math.max(0, depth - 1)
      level = depth === 0 ? undefined : levels[depth - 1]
      expectKey = false
    }
  }
  return { oddities, values }
}

/** Index of the quote that closes the string starting at `from`, or of the end of the text. */
function closingQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

/** The key between the quotes; the raw text if its escapes are invalid. */
function keyText(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    const key: unknown = JSON.parse(`"${raw}"`)
    return typeof key === 'string' ? key : raw
  } catch {
    return raw
  }
}

/** Adds a key of the object; false if it is a duplicate. */
function addKey(level: Level, key: string): boolean {
  const { keys } = level
  if (keys.length >= MANY_KEYS) level.known ??= new Set(keys)
  const repeated = level.known?.has(key) ?? keys.includes(key)
  level.known?.add(key)
  keys.push(key)
  return !repeated
}

function numberEnd(text: string, from: number): number {
  let end = from
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    // Digits, and the characters . + - e E
    const inNumber =
      (code >= ZERO && code <= NINE) ||
      code === 0x2e ||
      code === 0x2b ||
      code === MINUS ||
      (code | 0x20) === 0x65
    if (!inNumber) break
  }
  return end
}

function hasExponent(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((text.charCodeAt(i) | 0x20) === 0x65) return true
  return false
}

function numberOddity(literal: string): 'unsafe-integer' | 'not-finite' | undefined {
  const value = Number(literal)
  if (value === Infinity || value === -Infinity) return 'not-finite'
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) ? 'unsafe-integer' : undefined
}

/** The JSON pointer of the open levels. */
function pointer(levels: readonly Level[], depth: number): string {
  const steps = levels.slice(0, depth).map(({ array, index, keys }) => {
    const step = array ? String(index) : (keys.at(-1) ?? '')
    return `/${visible(step).slice(0, 80).replaceAll('~', '~0').replaceAll('/', '~1')}`
  })
  return steps.join('') || 'the top level'
}

/**
 * The text without the contents of arrays and objects at a depth, the outermost being 1: V8's memory for deep nesting
 * grows faster than the text. What is left out is not checked.
 */
export function withoutDepths(text: string, depth: number): string {
  let result = ''
  let kept = 0
  let level = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) i = closingQuote(text, i + 1)
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++level === depth) result += text.slice(kept, i + 1)
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      if (level-- === depth) kept = i
    }
  }
  return level >= depth ? result : result + text.slice(kept)
}
