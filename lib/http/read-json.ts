import { isUtf8 } from 'node:buffer'
import { visible } from '../util/text.ts'
import type { JsonOddity, JsonReading } from './exchange.ts'
import { remembered } from '../util/memo.ts'
import { scanJson, withoutDepths } from './scan-json.ts'

/** Deeper nesting is read as empty, because judging recurses. */
const MAX_DEPTH = 200

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
  return { text, json: parse(text.startsWith('\ufeff') ? text.slice(1) : text, oddities) }
}

function parse(text: string, oddities: readonly JsonOddity[]): JsonReading {
  if (text.trim() === '')
    return { ok: false, problem: text === '' ? 'the body is empty' : 'the body is blank' }
  const scan = scanJson(text, MAX_DEPTH)
  try {
    const isDeep = scan.tooDeepAt !== undefined
    const value: unknown = JSON.parse(isDeep ? withoutDepths(text, MAX_DEPTH) : text)
    const reading = { ok: true, value, oddities: [...oddities, ...scan.oddities] } as const
    if (!isDeep) return reading
    return { ...reading, beyond: `nested deeper than ${MAX_DEPTH} levels, at character ${scan.tooDeepAt}` }
  } catch (error) {
    return { ok: false, problem: syntaxProblem(error, text) }
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
