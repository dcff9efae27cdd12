/** Small readers of untrusted JSON. */
import { capChars } from './text.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The objects in an array (the array itself if it holds nothing else); none for anything else. */
export function objects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return []
  return value.every(isObject) ? value : value.filter(isObject)
}

/** A value that is a string; undefined for anything else. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/**
 * A whole number. A string of digits is read as one too: the schema judges the type once, and other rules can still
 * be judged.
 */
export function integer(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Whether a value is neither absent nor null. */
export function given(value: unknown): boolean {
  return value !== undefined && value !== null
}

/**
 * Whether two answers contradict each other in a field. Where it is absent or null in one of them, they do not: a field
 * that is not required may be missing in one answer and present in the next. The order of an array is open.
 */
export function contradict(one: unknown, other: unknown): boolean {
  return given(one) && given(other) && unordered(one) !== unordered(other)
}

function unordered(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value)
}

/** A value as one short line of evidence. */
export function quote(value: unknown, longest = 120): string {
  if (value === undefined) return 'absent'
  return capChars(JSON.stringify(value) ?? typeof value, longest)
}
