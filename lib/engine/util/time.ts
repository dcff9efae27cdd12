/** The milliseconds of a day. */
export const DAY_MS = 86_400_000

/** Milliseconds since the epoch of a timestamp. Lenient on purpose: one requirement judges the form. */
export function instant(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** A time in the form of the specification, in whole seconds. */
export function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}
