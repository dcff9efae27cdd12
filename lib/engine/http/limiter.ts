import { endOf, type Exchange, placeOf } from './exchange.ts'
import type { Patience } from './patience.ts'
import { briefWait } from './rate-headers.ts'

/** What passes lets something pass within this time. */
const PASSES_WITHIN_MS = 10_000

/** Nothing is sent for so long where a limiter does not say how long, and for longer by it at each further refusal. */
const PAUSE_MS = 250

/** Requests per second after the second refusal. Each further one halves them; each second without one adds one. */
const SLOW = 20
const SLOWEST = 1

/** What a limiter in front of the target, or a part of it, lets pass: how fast a run may be, and what it refuses for good. */
export class Limiter {
  private readonly patience: Patience
  private readonly atMost: number | undefined
  /** Operations that are refused, until they answer, and since when. */
  private readonly refusedSince = new Map<string, number>()
  /** Operations that were refused for longer than what passes. */
  private readonly refusedForGood = new Set<string>()
  private lastRefusal = -Infinity
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

  answered(place: string): void {
    this.refusedSince.delete(place)
    this.refusedForGood.delete(place)
  }

  /**
   * Takes note of a refused request. Returns whether to send it again; then the run has become slower, if need be. While
   * another operation is refused for good, one more try is enough.
   */
  refused(exchange: Exchange): 'again' | 'for good' {
    const place = placeOf(exchange)
    const { now } = this
    const since = this.refusedSince.get(place) ?? now
    this.refusedSince.set(place, since)
    if (this.patience.isOver || now - since > (this.refusedForGood.size > 0 ? 0 : PASSES_WITHIN_MS)) {
      // If a slower pace did not help, it was not a limiter of bursts.
      if (!this.refusedForGood.has(place)) this.reset()
      this.refusedForGood.add(place)
      return 'for good'
    }
    // What is refused for the first time in a run was a burst. What is refused after that was sent too fast, unless it was
    // sent before the run slowed down.
    if (exchange.startedAt > this.lastRefusal) {
      if (this.lastRefusal > -Infinity) this.slowDown()
      this.lastRefusal = endOf(exchange)
    }
    return 'again'
  }

  /** Sends nothing for as long as a refusal asks. */
  hold(refused: Exchange, tries: number): void {
    const ms = briefWait(refused) ?? PAUSE_MS * (tries + 1)
    this.heldUntil = Math.max(this.heldUntil, this.now + ms)
  }

  /** Halves the rate, down to one request per second; a lower one of the operator's stays. */
  private slowDown(): void {
    const before = this.rate ?? 2 * SLOW
    this.lowered = { rate: before > SLOWEST ? Math.max(SLOWEST, before / 2) : before, at: this.now }
  }

  /** Back to the rate that the operator allows. */
  private reset(): void {
    this.lowered = undefined
    this.heldUntil = -Infinity
    this.next = -Infinity
  }

  private get now(): number {
    return this.patience.clock.now()
  }
}
