import { type Exchange, type KeyLabel, wasTurnedAway } from './exchange.ts'
import { remainingOf, resetOf, retryAfter } from './rate-headers.ts'

export interface LedgerOptions {
  /** The key whose allowance it keeps; the key under test unless given. */
  readonly key?: KeyLabel
  /** Requests that the run may send with that key. */
  readonly budget: number
  /** Requests of the hourly allowance that the run leaves unspent. */
  readonly floor: number
}

export interface Spending {
  readonly total: number
  readonly byKey: Readonly<Partial<Record<KeyLabel, number>>>
}

/** This many consecutive 429s without a statement of what is left mean a spent allowance. */
const MANY_REFUSALS = 3

/** The latest Remaining: its value, and how many of our requests had been sent by then. */
interface Reading {
  readonly remaining: number
  readonly newestId: number
}

/**
 * The requests of a run: what it sent with each key, and what it may still send with one of them. It has neither clock nor network.
 */
export class Ledger {
  private readonly options: LedgerOptions
  private readonly key: KeyLabel
  private readonly byKey: Partial<Record<KeyLabel, number>> = {}
  private readonly underWay = new Set<number>()
  private newestId = 0
  /** Requests without a statement of what is left, since the latest one. */
  private lostSince = 0
  /** Requests that never reached the API; none was counted. */
  private turnedAway = 0
  private latest: Reading | undefined
  private opensAt: number | undefined
  private refusals = 0

  constructor(options: LedgerOptions) {
    this.options = options
    this.key = options.key ?? 'main'
  }

  /** Counts a request before it is sent. Ids are those of the exchanges, in order. */
  sent(id: number, key: KeyLabel): void {
    this.byKey[key] = (this.byKey[key] ?? 0) + 1
    if (key !== this.key) return
    this.newestId = Math.max(this.newestId, id)
    this.underWay.add(id)
  }

  /** Records how a request ended, with the rate headers of its answer. */
  note(exchange: Exchange): void {
    if (exchange.key !== this.key || !this.underWay.delete(exchange.id)) return
    if (wasTurnedAway(exchange)) {
      this.turnedAway++
      return
    }
    // Only endpoints of the API state this allowance; a gateway's own limiter may answer elsewhere.
    const value = exchange.operation === undefined ? undefined : remainingOf(exchange)
    this.refusals = exchange.response?.status === 429 ? this.refusals + 1 : 0
    const wait = resetOf(exchange)?.waitMs ?? retryAfter(exchange)
    if (wait !== undefined) this.opensAt = exchange.startedAt + exchange.durationMs + wait
    if (value === undefined) {
      // Repeated refusals without a statement: nothing is left.
      if (this.refusals >= MANY_REFUSALS) this.latest = { remaining: 0, newestId: this.newestId }
      this.lostSince++
      return
    }
    this.read(exchange, value)
  }

  private read(exchange: Exchange, value: number): void {
    const { latest, newestId } = this
    // Answers to simultaneous requests arrive in any order: the lowest value is the latest.
    const overlapping = latest !== undefined && exchange.id <= latest.newestId ? latest : undefined
    if (overlapping !== undefined && overlapping.remaining <= value) return
    if (overlapping === undefined) this.lostSince = 0
    this.latest = { remaining: value, newestId }
  }

  /** Why no more requests with its key must be sent, in one line for the operator; undefined if they may. */
  refusal(): string | undefined {
    const { budget, floor } = this.options
    const short = this.shortBy()
    if (short === undefined) return undefined
    return short === 'budget'
      ? `the budget of ${budget} requests is used up (${this.used()} sent): raise --budget`
      : `the key has ${this.remaining() ?? 0} requests left in this hour, and ${floor} are to stay unspent`
  }

  /**
   * The limit that `n` more requests (default 1) would exceed: the run's budget, or the floor of the key's allowance.
   */
  shortBy(n = 1): 'budget' | 'floor' | undefined {
    if (n <= this.spendable()) return undefined
    return this.used() + n > this.options.budget ? 'budget' : 'floor'
  }

  /** How many more requests with its key stay within budget and above the floor, as far as is known. */
  spendable(): number {
    const { budget, floor } = this.options
    const left = this.remaining()
    const aboveFloor = left === undefined ? Infinity : left - floor
    return Math.max(0, Math.min(budget - this.used(), aboveFloor))
  }

  private used(): number {
    return (this.byKey[this.key] ?? 0) - this.turnedAway
  }

  /** The latest Remaining of its key minus unanswered requests since; undefined before the first statement. */
  remaining(): number | undefined {
    if (this.latest === undefined) return undefined
    return Math.max(0, this.latest.remaining - this.underWay.size - this.lostSince)
  }

  /**
   * Milliseconds from `nowMs` (since the epoch) until the window of its key opens; undefined without an understandable
   * Reset.
   */
  resetIn(nowMs: number): number | undefined {
    return this.opensAt === undefined ? undefined : Math.max(0, this.opensAt - nowMs)
  }

  /** Call after waiting for a window: earlier statements of Remaining no longer hold. */
  renew(): void {
    this.latest = undefined
    this.opensAt = undefined
    this.lostSince = 0
    this.refusals = 0
  }

  spent(): Spending {
    const total = Object.values(this.byKey).reduce((sum, count) => sum + count, 0)
    return { total, byKey: { ...this.byKey } }
  }
}
