/** Small readings of untrusted JSON, shared by the oracles. */

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of an array, which is given as it is where it holds nothing else; anything else gives none. */
export function objects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return []
  return value.every(isObject) ? value : value.filter(isObject)
}

export function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A whole number. One in a string of digits is read as that number: its type is judged once, by the schema, and hides nothing else. */
export function integer(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

/** Milliseconds since the epoch of a timestamp. Lenient on purpose: its form is judged by TIME-01 alone. */
export function instant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** Whether a field is given: neither absent nor null. */
export function given(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A value as one short line of evidence. */
export function quote(value: unknown, longest = 120): string {
  if (value === undefined) return 'nothing'
  const written = JSON.stringify(value) ?? typeof value
  return written.length > longest ? `${written.slice(0, longest - 1)}…` : written
}
