/** The speed of a run: unlimited until something in front of the API refuses requests for being too many. */
export interface Pace {
  /** Resolves when the next request may be sent. */
  turn(): Promise<void>
  /** Lowers the rate, down to one request per second; a lower one of the operator's stays. */
  slowDown(): void
  /** Back to the rate that the operator allows. */
  reset(): void
  /** Requests per second; undefined while unlimited. */
  readonly rate: number | undefined
}

/** Waits for this many milliseconds. */
export type Pause = (ms: number) => Promise<void>

/** Requests per second after the first refusal. Each further one halves them; each second without one adds one. */
const SLOW = 20

/**
 * @param atMost - requests per second that the operator allows; absent: unlimited
 * @param now - milliseconds of a monotonic clock
 */
export function createPace(
  atMost: number | undefined,
  pause: Pause,
  now: () => number = () => performance.now(),
): Pace {
  let refused: { readonly rate: number; readonly at: number } | undefined
  let next = 0
  const rate = (): number | undefined =>
    refused === undefined ? atMost : Math.min(atMost ?? SLOW, refused.rate + (now() - refused.at) / 1000)
  return {
    async turn() {
      const perSecond = rate()
      if (perSecond === undefined) return
      const start = Math.max(now(), next)
      next = start + 1000 / perSecond
      if (start > now()) await pause(start - now())
    },
    slowDown() {
      const before = rate() ?? 2 * SLOW
      refused = { rate: before > 1 ? Math.max(1, before / 2) : before, at: now() }
    },
    reset() {
      if (refused === undefined) return
      refused = undefined
      next = 0
    },
    get rate() {
      return rate()
    },
  }
}
