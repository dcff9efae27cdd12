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
  readonly isArray: boolean
  index: number
  key: string
  /** The keys of an object so far. */
  readonly keys: Set<string>
}

/**
 * Finds in one linear pass what `JSON.parse` hides: duplicate keys, integers beyond a double, numbers that become
 * Infinity. Stops where nesting exceeds `maxDepth`, or after `maxValues` values.
 */
export function scanJson(text: string, maxDepth: number, maxValues: number): JsonScan {
  const oddities: JsonOddity[] = []
  const open: Level[] = []
  const note = (kind: JsonOddity['kind'], what: string, levels: readonly Level[]): void => {
    if (oddities.length < MAX_ODDITIES) oddities.push({ kind, detail: `${what} at ${pointer(levels)}` })
  }
  const number = /[-\d][\d.+eE-]*/y
  let values = 1
  let expectKey = false

  for (let i = 0; i < text.length && values <= maxValues; i++) {
    const code = text.charCodeAt(i)
    const level = open.at(-1)
    if (code === QUOTE) {
      const end = closingQuote(text, i + 1)
      if (expectKey && level !== undefined) {
        level.key = keyText(text.slice(i + 1, end))
        if (level.keys.has(level.key))
          note('duplicate-key', `key ${shownKey(level.key)} again`, open.slice(0, -1))
        level.keys.add(level.key)
        expectKey = false
      }
      i = end
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      number.lastIndex = i
      const [literal = ''] = number.exec(text) ?? []
      const kind = numberOddity(literal)
      if (kind !== undefined) note(kind, literal.slice(0, 40), open)
      i += literal.length - 1
    } else if (code === COMMA) {
      values++
      if (level?.isArray) level.index++
      else expectKey = true
    } else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      if (open.length === maxDepth) return { oddities, values, tooDeepAt: i }
      values++
      open.push({ isArray: code === OPEN_ARRAY, index: 0, key: '', keys: new Set() })
      expectKey = code === OPEN_OBJECT
    } else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
      open.pop()
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

function shownKey(key: string): string {
  return JSON.stringify(visible(key).slice(0, 80))
}

function numberOddity(literal: string): 'unsafe-integer' | 'not-finite' | undefined {
  // Fifteen digits always fit; an exponent may overflow with three characters.
  if (literal.length <= 15 && !/e/i.test(literal)) return undefined
  const value = Number(literal)
  if (value === Infinity || value === -Infinity) return 'not-finite'
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) ? 'unsafe-integer' : undefined
}

/** The JSON pointer of open levels. */
function pointer(levels: readonly Level[]): string {
  const steps = levels.map(({ isArray, index, key }) => {
    const step = isArray ? String(index) : key
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
