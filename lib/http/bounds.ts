import { createHash } from 'node:crypto'
import type { JsonReading } from './exchange.ts'

/** Characters that are kept of the text of an answer: as many as any page of this size needs. */
const KEPT = { success: 1024 * 1024, refusal: 64 * 1024 } as const
/** A longer string in a body is kept by its beginning and a digest of the whole. */
const LONGEST_STRING = 16 * 1024
/** Values in a body, beyond which it is not judged: a page of a hundred rows has some two thousand. */
const MOST_VALUES = 60_000

/** What is kept of a body, or why it is not looked at. */
export type Bounded = { readonly text: string; readonly json: JsonReading } | { readonly tooLarge: string }

/**
 * Bounds what a body takes while a run goes on, however large it is: the text is cut, long strings are replaced by their beginning
 * with a digest, so that equal ones stay equal. A body with very many values is too large.
 */
export function bounded(text: string, json: JsonReading, status: number): Bounded {
  if (text.length <= KEPT.refusal) return { text, json }
  const kept = beginningOf(text, status < 300 ? KEPT.success : KEPT.refusal)
  if (!json.ok) return { text: kept, json }
  const budget = { left: MOST_VALUES }
  const value = withShortStrings(json.value, budget)
  if (budget.left < 0) return { tooLarge: `more than ${MOST_VALUES} values in its JSON` }
  return { text: kept, json: { ...json, value } }
}

/** The beginning of a text as a string of its own: a slice would keep all of it in memory. */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  return Buffer.from(text.slice(0, characters), 'utf16le').toString('utf16le')
}

/** Alters arrays and objects in place; recursion is safe, since a reading is at most some hundred levels deep. */
function withShortStrings(value: unknown, budget: { left: number }): unknown {
  if (--budget.left < 0) return value
  if (typeof value === 'string') return value.length <= LONGEST_STRING ? value : digested(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && budget.left >= 0; i++) value[i] = withShortStrings(value[i], budget)
    return value
  }
  for (const [name, member] of Object.entries(value)) {
    if (budget.left < 0) break
    const short = withShortStrings(member, budget)
    if (short !== member) Reflect.set(value, name, short)
  }
  return value
}

function digested(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  return `${beginningOf(text, LONGEST_STRING)}… (${text.length} characters, sha256 ${digest})`
}
