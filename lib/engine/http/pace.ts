import type { Patience } from './patience.ts'

/** Requests per second after the first refusal. Each further one halves them; each second without one adds one. */
const SLOW = 20
const SLOWEST = 1

const LIMITER = 'a limiter of the target'

/** The speed of a run: unlimited, or as the operator allows, until a limiter refuses requests for being too many. */
export class Pace {
  private readonly patience: Patience
  private readonly atMost: number | undefined
  /** The rate at the last refusal. */
  private lowered: { readonly rate: number; readonly at: number } | undefined
  private heldUntil = -Infinity
  private next = -Infinity

  /** @param atMost - requests per second that the operator allows; absent: unlimited */
  constructor(patience: Patience, atMost?: number) {
    this.patience = patience
    this.atMost = atMost
  }

  /** Requests per second; undefined while unlimited. */
  get rate(): number | undefined {
    const { lowered, atMost, now } = this
    return lowered === undefined ? atMost : Math.min(atMost ?? SLOW, lowered.rate + (now - lowered.at) / 1000)
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const { patience } = this
    do {
      const held = this.heldUntil - this.now
      // oxlint-disable-next-line no-await-in-loop -- it may be held again meanwhile
      if (held > 0 && !(await patience.wait(held, LIMITER))) this.reset()
      const { rate, now } = this
      if (rate === undefined) return
      const start = Math.max(now, this.next)
      this.next = start + 1000 / rate
      // A slow run goes on: it does not wait for its target.
      // oxlint-disable-next-line no-await-in-loop
      if (start > now) await patience.clock.pause(start - now)
    } while (this.heldUntil > this.now)
  }

  /** Sends nothing for so long. */
  hold(ms: number): void {
    this.heldUntil = Math.max(this.heldUntil, this.now + ms)
  }

  /** Halves the rate, down to one request per second; a lower one of the operator's stays. */
  slowDown(): void {
    const before = this.rate ?? 2 * SLOW
    this.lowered = { rate: before > SLOWEST ? Math.max(SLOWEST, before / 2) : before, at: this.now }
  }

  /** Back to the rate that the operator allows. */
  reset(): void {
    this.lowered = undefined
    this.heldUntil = -Infinity
    this.next = -Infinity
  }

  private get now(): number {
    return this.patience.clock.now()
  }
}
