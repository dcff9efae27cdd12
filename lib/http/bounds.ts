import { createHash } from 'node:crypto'
import type { JsonReading } from './exchange.ts'

/** The most characters kept of an answer's text, enough for any page of this size. */
const KEPT = { success: 1024 * 1024, refusal: 16 * 1024 } as const
/** A longer string is kept as its beginning and a digest of the whole. */
const LONGEST_STRING = 16 * 1024
/** A body with more values is not judged. A page of a hundred items has some two thousand. */
const MOST_VALUES = 60_000

/** What is kept of a body, or why it is not examined. */
export type Bounded = { readonly text: string; readonly json: JsonReading } | { readonly tooLarge: string }

/**
 * Bounds the memory of a body: the text is cut, and long strings are replaced by their beginning and a digest, so
 * that equal ones stay equal. A body with very many values is too large.
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

/** The beginning of a text as a separate string: a slice would keep the whole in memory. */
export function beginningOf(text: string, characters: number): string {
  if (text.length <= characters) return text
  return Buffer.from(text.slice(0, characters), 'utf16le').toString('utf16le')
}

/** Alters arrays and objects in place. Recursion is safe: nesting is limited to some hundred levels. */
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
