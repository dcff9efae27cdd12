/** How fast a run sends: as fast as it can until something in front of the API refuses what is too fast. */
export interface Pace {
  /** Resolves when the next request may go out. */
  turn(): Promise<void>
  /** Lowers the rate, down to one request a second. */
  slowDown(): void
  /** Takes the last slowing down back. */
  speedUp(): void
  /** Requests a second; undefined while nothing holds them back. */
  readonly rate: number | undefined
}

/** Waits so many milliseconds. */
export type Pause = (ms: number) => Promise<void>

/** What a limit that is met for the first time brings the rate to. */
const FIRST_RATE = 20
const LOWEST_RATE = 1
const SLOWER = 0.7

/**
 * @param atMost - requests a second that the operator allows; absent: any number
 * @param now - milliseconds of any clock that does not go back
 */
export function createPace(
  atMost: number | undefined,
  pause: Pause,
  now: () => number = () => performance.now(),
): Pace {
  let rate = atMost
  let before = atMost
  let next = 0
  return {
    async turn() {
      if (rate === undefined) return
      const start = Math.max(now(), next)
      next = start + 1000 / rate
      if (start > now()) await pause(start - now())
    },
    slowDown() {
      before = rate
      rate = rate === undefined ? FIRST_RATE : Math.min(rate, Math.max(LOWEST_RATE, rate * SLOWER))
    },
    speedUp() {
      rate = before
    },
    get rate() {
      return rate
    },
  }
}
