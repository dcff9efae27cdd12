import { endOf, endpointOf, type Exchange } from './exchange.ts'
import type { Patience } from './patience.ts'
import { briefWait } from './rate-headers.ts'

/** A limiter of bursts serves an operation again within this time. */
const PASSES_WITHIN_MS = 10_000

/**
 * The pause after a first refusal that names no pause; each further try of the request waits this much
 * longer.
 */
const PAUSE_MS = 250

/** Requests per second after the second refusal. */
const PACE = 5

/**
 * The rate that a limiter in the target, or in front of it, lets pass, and the operations that it refuses for
 * good.
 */
export class Limiter {
  private readonly patience: Patience
  private readonly atMost: number | undefined
  /** The last refusal of each operation, until it answers: its time, the pause after it, and all pauses before it. */
  private readonly refusals = new Map<string, { at: number; pauseMs: number; waitedMs: number }>()
  /** Operations that were refused for longer than a burst limiter would refuse them. */
  private readonly refusedForGood = new Set<string>()
  private lastRefusal = -Infinity
  private isSlow = false
  private heldUntil = -Infinity
  private next = -Infinity

  /** @param atMost - requests per second that the operator allows; absent: unlimited */
  constructor(patience: Patience, atMost?: number) {
    this.patience = patience
    this.atMost = atMost
  }

  /** Requests per second; undefined while unlimited. */
  get rate(): number | undefined {
    return this.isSlow ? Math.min(this.atMost ?? PACE, PACE) : this.atMost
  }

  /** Requests per second that it slowed the run down to; undefined if it did not. */
  get slowedTo(): number | undefined {
    return this.rate === this.atMost ? undefined : this.rate
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    const { patience } = this
    do {
      const held = this.heldUntil - this.now
      // oxlint-disable-next-line no-await-in-loop -- it may be held again meanwhile
      if (held > 0 && !(await patience.wait(held, 'a limiter of the target'))) this.reset()
      const { rate, now } = this
      if (rate === undefined) return
      const start = Math.max(now, this.next)
      this.next = start + 1000 / rate
      // A slow run goes on: it does not wait for its target.
      // oxlint-disable-next-line no-await-in-loop
      if (start > now) await patience.clock.pause(start - now)
    } while (this.heldUntil > this.now)
  }

  /** Records that an operation was served. */
  answered(endpoint: string): void {
    this.refusals.delete(endpoint)
    this.refusedForGood.delete(endpoint)
  }

  /**
   * Takes note of a refused request. Returns whether to send it again; then the run may have become slower. While
   * another operation is refused for good, one more try is enough.
   * @param tries - how often the same request was sent before
   */
  refused(exchange: Exchange, tries: number): 'again' | 'for good' {
    const { now } = this
    const { operation, request } = exchange
    const endpoint = endpointOf(operation, request.method)
    const pauseMs = pauseAfter(exchange, tries)
    const last = this.refusals.get(endpoint) ?? { at: now, pauseMs: 0, waitedMs: 0 }
    // A request also waits for its turn behind others; the limiter does not cause that wait.
    const waitedMs = last.waitedMs + Math.min(now - last.at, last.pauseMs)
    this.refusals.set(endpoint, { at: now, pauseMs, waitedMs })
    const isKnown = this.refusedForGood.has(endpoint)
    const isTriedEnough = this.refusedForGood.size > 0 ? tries > 0 : waitedMs > PASSES_WITHIN_MS
    if (this.patience.isOver || isKnown || isTriedEnough) {
      // If a slower pace did not help, it was not a limiter of bursts.
      if (!isKnown) this.reset()
      this.refusedForGood.add(endpoint)
      return 'for good'
    }
    // The first refusal in a run was a burst. A later refusal shows that the rate is too high, unless the
    // request was sent before the run slowed down.
    if (exchange.startedAt > this.lastRefusal) {
      this.isSlow = this.lastRefusal > -Infinity
      this.lastRefusal = endOf(exchange)
    }
    return 'again'
  }

  /** Sends nothing for as long as a refusal asks. */
  hold(refused: Exchange, tries: number): void {
    this.heldUntil = Math.max(this.heldUntil, this.now + pauseAfter(refused, tries))
  }

  private reset(): void {
    this.isSlow = false
    this.heldUntil = -Infinity
    this.next = -Infinity
  }

  private get now(): number {
    return this.patience.clock.now()
  }
}

/** How long to send nothing after a refusal, in milliseconds: as long as it asks. */
function pauseAfter(refused: Exchange, tries: number): number {
  return briefWait(refused) ?? PAUSE_MS * (tries + 1)
}
