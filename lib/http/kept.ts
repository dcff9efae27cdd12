import { createHash } from 'node:crypto'
import type { JsonReading, ReceivedResponse } from './exchange.ts'

/** The most characters kept of an answer's text. The JSON that is judged is read from all of it. */
const KEPT = 256 * 1024
/** A longer string in its JSON is kept as its beginning and a digest of the whole. */
const LONGEST_STRING = 16 * 1024

/**
 * What is kept of a body, so that memory is bounded: its text is cut, and long strings are replaced by their beginning
 * and a digest, so that equal ones stay equal.
 */
export function bounded(text: string, json: JsonReading): Pick<ReceivedResponse, 'text' | 'json'> {
  if (text.length <= LONGEST_STRING) return { text, json }
  return { text: beginningOf(text, KEPT), json: json.ok ? { ...json, value: shortened(json.value) } : json }
}

/**
 * The beginning of a text, as a separate string: a slice would keep the whole in memory. A key that is cut by it shows less than
 * half, or is masked.
 */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  const beginning = text.slice(0, characters)
  // Strings of Latin characters take half the memory.
  const coding = /^[\0-\xff]*$/.test(beginning) ? 'latin1' : 'utf16le'
  return Buffer.from(beginning, coding).toString(coding)
}

/** Alters arrays and objects in place. Recursion is safe: nesting is limited to some hundred levels. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return digested(value)
  if (typeof value !== 'object' || value === null) return value
  for (const [name, member] of Object.entries(value)) {
    const short = shortened(member)
    if (short !== member) Reflect.set(value, name, short)
  }
  return value
}

function digested(text: string): string {
  if (text.length <= LONGEST_STRING) return text
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${beginningOf(text, LONGEST_STRING)}… (${text.length} characters, sha256 ${digest})`
}
