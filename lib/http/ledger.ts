import { wasTurnedAway } from './exchange.ts'
import type { Exchange, KeyLabel } from './exchange.ts'
import { createInterferenceMeter } from './interference.ts'
import type { Interference } from './interference.ts'
import { type RateHeaders, rateNumber, resetAfter, retryAfter } from './rate-headers.ts'

export interface LedgerOptions {
  /** Wire requests that the run may spend on the key under test. */
  readonly budget: number
  /** What the run leaves unspent of the hourly allowance of the key under test. */
  readonly floor: number
  /** Absent: the target says nothing of what is left. */
  readonly rateHeaders?: RateHeaders
}

export interface Spending {
  readonly total: number
  readonly byKey: Readonly<Partial<Record<KeyLabel, number>>>
}

/**
 * The run's account: what it has spent on each key, and what it may still spend on the key under test (label
 * `main`).
 */
export interface Ledger {
  /**
   * Counts a request that is about to go over the wire. Ids are those of the exchanges, in order of sending.
   */
  sent(id: number, key: KeyLabel): void
  /** Takes in how a request ended, with the rate headers of its answer. */
  note(exchange: Exchange): void
  /**
   * Whether `n` more requests (1 unless given) on `main` stay within the budget and above the floor, as far
   * as can be known.
   */
  maySpend(n?: number): boolean
  /**
   * Why `n` more requests on `main` must not be sent, in one line for the operator; undefined where they may.
   */
  refusal(n?: number): string | undefined
  /** Which limit `n` more requests (1 unless given) would pass: the run's own budget, or the floor of the key's allowance. */
  shortBy(n?: number): 'budget' | 'floor' | undefined
  /** How many more requests {@link maySpend} would allow. */
  spendable(): number
  /**
   * The newest Remaining of `main`, less what was sent since and is not answered; undefined while no answer
   * told.
   */
  remaining(): number | undefined
  /** The newest limit that an answer to `main` named. */
  limit(): number | undefined
  /**
   * Milliseconds from `nowMs` (since the epoch) until the window of `main` opens; undefined where the target
   * gives no understandable Reset.
   */
  resetIn(nowMs: number): number | undefined
  /** To be called after a window was waited for: what Remaining said before it no longer holds. */
  renew(): void
  spent(): Spending
  interference(): Interference
}

/** So many 429 in a row that do not say what is left are a spent allowance. */
const MANY_REFUSALS = 3

/** After so many rises by one in a row Remaining counts what was spent, and says nothing of what is left. */
const MANY_RISES = 2

/** The newest Remaining: what it said, and how many of our requests had been sent when its answer came. */
interface Reading {
  readonly remaining: number
  readonly newestId: number
}

/** An account without clock or network: it knows what it is told. */
export function createLedger({ budget, floor, rateHeaders }: LedgerOptions): Ledger {
  const byKey: Partial<Record<KeyLabel, number>> = {}
  const meter = createInterferenceMeter()
  const underWay = new Set<number>()
  let newestId = 0
  let lostSince = 0
  // Of those that never reached the API none was spent.
  let turnedAway = 0
  const used = (): number => (byKey.main ?? 0) - turnedAway
  let latest: Reading | undefined
  let limit: number | undefined
  let opensAt: number | undefined
  let refusals = 0
  let rises = 0
  // Remaining equal to Limit after a request: the present request is not in it, so one more is already gone.
  let countsPresent = true

  const remaining = (): number | undefined =>
    latest && rises < MANY_RISES
      ? Math.max(0, latest.remaining - underWay.size - lostSince - (countsPresent ? 0 : 1))
      : undefined

  const spendable = (): number => {
    const left = remaining()
    const aboveFloor = left === undefined ? Infinity : left - floor
    return Math.max(0, Math.min(budget - used(), aboveFloor))
  }

  const shortBy = (n = 1): 'budget' | 'floor' | undefined => {
    if (n <= spendable()) return undefined
    return used() + n > budget ? 'budget' : 'floor'
  }

  const read = (exchange: Exchange, value: number): void => {
    // Answers of requests that were under way side by side come in any order: of those the lowest is the
    // newest.
    const overlaps = latest !== undefined && exchange.id <= latest.newestId
    const step = latest === undefined || overlaps ? 0 : value - latest.remaining
    if (step === 1) rises += 1
    else if (step < 0 || (step > 1 && rises < MANY_RISES)) rises = 0
    if (!overlaps || value < latest!.remaining) latest = { remaining: value, newestId }
    lostSince = overlaps ? lostSince : 0
  }

  return {
    sent(id, key) {
      byKey[key] = (byKey[key] ?? 0) + 1
      if (mayBeCharged(key)) meter.sent(id)
      if (key !== 'main') return
      newestId = Math.max(newestId, id)
      underWay.add(id)
    },
    note(exchange) {
      if (exchange.key === 'invalid') meter.answered(exchange.id, undefined)
      if (exchange.key !== 'main' || !underWay.delete(exchange.id)) return
      if (wasTurnedAway(exchange)) {
        turnedAway++
        meter.lost(exchange.id)
        return
      }
      // Only the endpoints of part 4 speak of this allowance; a gateway's own limiter may speak elsewhere.
      const value =
        exchange.operation === undefined ? undefined : rateNumber(exchange, rateHeaders?.remaining)
      if (exchange.response === undefined) meter.lost(exchange.id)
      else meter.answered(exchange.id, value)
      if (exchange.operation !== undefined) limit = rateNumber(exchange, rateHeaders?.limit) ?? limit
      refusals = exchange.response?.status === 429 ? refusals + 1 : 0
      const wait = resetAfter(exchange, rateHeaders?.reset) ?? retryAfter(exchange)
      opensAt = wait === undefined ? opensAt : exchange.startedAt + exchange.durationMs + wait
      if (value === undefined) {
        // Refused again and again without a word on what is left: nothing is.
        if (refusals >= MANY_REFUSALS) latest = { remaining: 0, newestId }
        lostSince++
        return
      }
      if (value === limit) countsPresent = false
      read(exchange, value)
    },
    maySpend: (n = 1) => n <= spendable(),
    shortBy,
    refusal(n = 1) {
      const short = shortBy(n)
      if (short === undefined) return undefined
      if (short === 'budget')
        return `the budget of ${budget} requests is used up (${used()} sent): raise --budget`
      return `the key has ${remaining() ?? 0} requests left in this hour, and ${floor} are to stay unspent`
    },
    spendable,
    remaining,
    limit: () => limit,
    resetIn: (nowMs) => (opensAt === undefined ? undefined : Math.max(0, opensAt - nowMs)),
    renew() {
      latest = undefined
      opensAt = undefined
      lostSince = 0
      refusals = 0
    },
    spent: () => ({
      total: Object.values(byKey).reduce((sum, count) => sum + count, 0),
      byKey: { ...byKey },
    }),
    interference: () => meter.reading(),
  }
}

/**
 * Whether a request may be counted on the key under test. An altered key or another scheme may still be taken for it:
 * `bearer` in small letters is the same scheme, and a service may count before it compares the whole key.
 */
function mayBeCharged(key: KeyLabel): boolean {
  return key === 'main' || key === 'invalid'
}
