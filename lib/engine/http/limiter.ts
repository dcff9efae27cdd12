import { endOf, type Exchange, placeOf } from './exchange.ts'
import { Pace } from './pace.ts'
import type { Patience } from './patience.ts'
import { briefWait } from './rate-headers.ts'

/** What passes lets something pass within this time. */
const PASSES_WITHIN_MS = 10_000

/** Nothing is sent for so long where a limiter does not say how long, and for longer by it at each further refusal. */
const PAUSE_MS = 250

/** What a limiter in front of the target, or a part of it, lets pass: how fast a run may be, and what it refuses for good. */
export class Limiter {
  readonly pace: Pace
  private readonly patience: Patience
  /** Operations that are refused, until they answer, and since when. */
  private readonly refusedSince = new Map<string, number>()
  /** Operations that were refused for longer than what passes. */
  private readonly refusedForGood = new Set<string>()
  private lastRefusal = -Infinity

  /** @param rate - requests per second that the operator allows; absent: unlimited */
  constructor(patience: Patience, rate?: number) {
    this.patience = patience
    this.pace = new Pace(patience, rate)
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
    const { clock, isOver } = this.patience
    const place = placeOf(exchange)
    const now = clock.now()
    const since = this.refusedSince.get(place) ?? now
    this.refusedSince.set(place, since)
    if (isOver || now - since > (this.refusedForGood.size > 0 ? 0 : PASSES_WITHIN_MS)) {
      // If a slower pace did not help, it was not a limiter of bursts.
      if (!this.refusedForGood.has(place)) this.pace.reset()
      this.refusedForGood.add(place)
      return 'for good'
    }
    this.slowDown(exchange)
    return 'again'
  }

  /** Sends nothing for as long as a refusal asks. */
  hold(refused: Exchange, tries: number): void {
    this.pace.hold(briefWait(refused) ?? PAUSE_MS * (tries + 1))
  }

  /**
   * What is refused for the first time in a run was a burst. What is refused after that was sent too fast, unless it was
   * sent before the run slowed down.
   */
  private slowDown(refused: Exchange): void {
    if (refused.startedAt <= this.lastRefusal) return
    if (this.lastRefusal > -Infinity) this.pace.slowDown()
    this.lastRefusal = endOf(refused)
  }
}
