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

/** When something began, and how long it took. */
export interface Span {
  readonly startedAt: Date
  /** Milliseconds. */
  readonly durationMs: number
}

/**
 * Starts to measure. The duration comes from the monotonic clock: the time of day may be set back meanwhile.
 */
export function measure(): () => Span {
  const startedAt = new Date()
  const started = performance.now()
  return () => ({ startedAt, durationMs: Math.round(performance.now() - started) })
}
