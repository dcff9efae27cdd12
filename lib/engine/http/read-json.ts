import { isUtf8 } from 'node:buffer'
import { messageOf } from '../util/errors.ts'
import { visible } from '../util/text.ts'
import type { JsonOddity, JsonReading } from './exchange.ts'

/**
 * A body nested more deeply is not judged, because the checks recurse. Responses of this API have about five
 * levels.
 */
const DEEPEST = 200
/** A body with more values is not judged: even the longest transcript within the limit of 8 MiB has fewer. */
const MOST_VALUES = 500_000

/** Both keep a byte order mark, so that it can be reported. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

interface ParsedText {
  readonly text: string
  readonly json: JsonReading
  /** Why the body is too large to be parsed. */
  readonly tooLarge?: string
}

/**
 * Reads a body as strict JSON (RFC 8259, in UTF-8). `text` has U+FFFD for invalid UTF-8.
 * `oddities` lists what a lenient parser would repair or hide; the value is then what such a parser returns.
 */
export function readJson(bytes: Uint8Array): ParsedText {
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

function parse(text: string, oddities: readonly JsonOddity[]): Omit<ParsedText, 'text'> {
  if (text.trim() === '')
    return { json: { ok: false, problem: text === '' ? 'the body is empty' : 'the body is blank' } }
  const { tooLarge, found } = scan(text)
  if (tooLarge !== undefined) return { json: { ok: false, problem: `the body has ${tooLarge}` }, tooLarge }
  try {
    const value: unknown = JSON.parse(text)
    return { json: { ok: true, value, oddities: [...oddities, ...found] } }
  } catch (error) {
    return { json: { ok: false, problem: syntaxProblem(error, text) } }
  }
}

function syntaxProblem(error: unknown, text: string): string {
  const start = text.trimStart().startsWith('<') ? 'the body looks like HTML or XML: ' : ''
  return start + visible(messageOf(error)).slice(0, 200)
}

/** Offset of the first byte sequence that is not UTF-8: there the repaired text differs. */
function firstInvalidByte(bytes: Uint8Array, repaired: string): number {
  const written = Buffer.from(repaired)
  return bytes.findIndex((byte, i) => byte !== written[i])
}

/**
 * Finds in one linear pass what `JSON.parse` hides: duplicate keys, integers beyond a double, numbers that become
 * Infinity; the first of each kind. Says of a body that is too deep or holds too many values that it is too large.
 * Meaningful only for valid JSON, which the scan does not check.
 */
function scan(text: string): { readonly found: readonly JsonOddity[]; readonly tooLarge?: string } {
  const found: JsonOddity[] = []
  const note = (kind: JsonOddity['kind'], what: string, at: number): void => {
    if (!found.some((one) => one.kind === kind)) found.push({ kind, detail: `${what} at character ${at}` })
  }
  const colon = /\s*:/y
  const number = /[\d.eE+-]+/y
  /** For each open object, the keys seen so far. */
  const open: Set<string>[] = []
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = closingQuote(text, at + 1)
      colon.lastIndex = end + 1
      if (colon.test(text)) {
        const key = keyText(text.slice(at + 1, end))
        const keys = open.at(-1)
        if (keys?.has(key)) note('duplicate-key', `key ${shownKey(key)} again`, at)
        keys?.add(key)
      }
      at = end
    } else if (character === '{' || character === '[') {
      values++
      if (open.push(new Set()) > DEEPEST)
        return { found, tooLarge: `more than ${DEEPEST} levels of nesting in its JSON` }
    } else if (character === '}' || character === ']') open.pop()
    else if (character === ',') {
      if (++values > MOST_VALUES)
        return { found, tooLarge: `more than ${MOST_VALUES.toLocaleString('en')} values in its JSON` }
    } else if (character === '-' || (character >= '0' && character <= '9')) {
      number.lastIndex = at
      const [literal = ''] = number.exec(text) ?? []
      const kind = numberOddity(literal)
      if (kind !== undefined) note(kind, literal.slice(0, 40), at)
      at += literal.length - 1
    }
  }
  return { found }
}

function closingQuote(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (first > from && text[first - 1] === '\\') first--
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

/** The key between the quotes; the raw text if its escapes are invalid. */
function keyText(raw: string): string {
  if (!raw.includes('\\')) return raw
  try {
    const key: unknown = JSON.parse(`"${raw}"`)
    return String(key)
  } catch {
    return raw
  }
}

function shownKey(key: string): string {
  return JSON.stringify(visible(key).slice(0, 80))
}

function numberOddity(literal: string): 'unsafe-integer' | 'not-finite' | undefined {
  const value = Number(literal)
  if (value === Infinity || value === -Infinity) return 'not-finite'
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) ? 'unsafe-integer' : undefined
}
