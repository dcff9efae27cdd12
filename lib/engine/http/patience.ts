/** Milliseconds of a monotonic clock, and waiting by it. */
export interface Clock {
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
}

/**
 * How long a run waits in total: for limiters, for a service that restarts, and for values that the service
 * shows late.
 */
const LONGEST_MS = 60_000

/** The time that a run may spend waiting for its target. Simultaneous waits count once. */
export class Patience {
  readonly clock: Clock
  private readonly onWait: (reason: string) => void
  private left = LONGEST_MS
  /** When the longest wait so far ends. */
  private until = -Infinity
  private readonly byReason = new Map<string, number>()

  /** @param onWait - called with the reason before each wait: `a limiter of the target` */
  constructor(clock: Clock, onWait: (reason: string) => void = () => {}) {
    this.clock = clock
    this.onWait = onWait
  }

  /** Waits some milliseconds for something. Resolves with false, and at once, if the run has waited long enough. */
  async wait(ms: number, reason: string): Promise<boolean> {
    const now = this.clock.now()
    const added = Math.max(0, now + ms - Math.max(now, this.until))
    if (added > this.left) {
      this.left = 0
      return false
    }
    this.left -= added
    this.until = Math.max(this.until, now + ms)
    this.byReason.set(reason, (this.byReason.get(reason) ?? 0) + added)
    this.onWait(reason)
    await this.clock.pause(ms)
    // A pause that the end of the run cut off was no longer than the run.
    const unspent = Math.min(added, Math.max(0, now + ms - this.clock.now()))
    this.byReason.set(reason, (this.byReason.get(reason) ?? 0) - unspent)
    return true
  }

  /** Whether a wait was refused: from then on, the run waits for nothing. */
  get isOver(): boolean {
    return this.left === 0
  }

  /** Milliseconds that were waited for each reason, the longest first. */
  get waited(): readonly (readonly [reason: string, ms: number])[] {
    return [...this.byReason].toSorted(([, one], [, other]) => other - one)
  }
}
