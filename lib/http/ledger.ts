import { wasTurnedAway } from './exchange.ts'
import type { Exchange, KeyLabel } from './exchange.ts'
import { createInterferenceMeter } from './interference.ts'
import type { Interference } from './interference.ts'
import { type RateHeaders, rateNumber, resetAfter, retryAfter } from './rate-headers.ts'

export interface LedgerOptions {
  /** Requests that the run may send with the key under test. */
  readonly budget: number
  /** Requests of the hourly allowance that the run leaves unspent. */
  readonly floor: number
  /** Absent: the target does not state what is left. */
  readonly rateHeaders?: RateHeaders
}

export interface Spending {
  readonly total: number
  readonly byKey: Readonly<Partial<Record<KeyLabel, number>>>
}

/**
 * The requests of a run: what it sent with each key, and what it may still send with the key under test (label
 * `main`).
 */
export interface Ledger {
  /** Counts a request before it is sent. Ids are those of the exchanges, in order. */
  sent(id: number, key: KeyLabel): void
  /** Records how a request ended, with the rate headers of its answer. */
  note(exchange: Exchange): void
  /** Whether `n` more requests (default 1) on `main` stay within budget and above the floor, as far as is known. */
  maySpend(n?: number): boolean
  /** Why `n` more requests on `main` must not be sent, in one line for the operator; undefined if they may. */
  refusal(n?: number): string | undefined
  /**
   * The limit that `n` more requests (default 1) would exceed: the run's budget, or the floor of the key's allowance.
   */
  shortBy(n?: number): 'budget' | 'floor' | undefined
  /** How many more requests {@link maySpend} allows. */
  spendable(): number
  /** The latest Remaining of `main` minus unanswered requests since; undefined before the first statement. */
  remaining(): number | undefined
  /** The latest limit stated in an answer to `main`. */
  limit(): number | undefined
  /**
   * Milliseconds from `nowMs` (since the epoch) until the window of `main` opens; undefined without an understandable
   * Reset.
   */
  resetIn(nowMs: number): number | undefined
  /** Call after waiting for a window: earlier statements of Remaining no longer hold. */
  renew(): void
  spent(): Spending
  interference(): Interference
}

/** This many consecutive 429s without a statement of what is left mean a spent allowance. */
const MANY_REFUSALS = 3

/** After this many consecutive rises by one, Remaining counts spent requests and does not say what is left. */
const MANY_RISES = 2

/** The latest Remaining: its value, and how many of our requests had been sent by then. */
interface Reading {
  readonly remaining: number
  readonly newestId: number
}

/** A ledger without clock or network. */
export function createLedger({ budget, floor, rateHeaders }: LedgerOptions): Ledger {
  const byKey: Partial<Record<KeyLabel, number>> = {}
  const meter = createInterferenceMeter()
  const underWay = new Set<number>()
  let newestId = 0
  let lostSince = 0
  // Requests that never reached the API; none was counted.
  let turnedAway = 0
  const used = (): number => (byKey.main ?? 0) - turnedAway
  let latest: Reading | undefined
  let limit: number | undefined
  let opensAt: number | undefined
  let refusals = 0
  let rises = 0
  // Remaining equal to Limit after a request: the present request is not included, so one more is gone.
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
    // Answers to simultaneous requests arrive in any order: the lowest value is the latest.
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
      // Only endpoints of the API state this allowance; a gateway's own limiter may answer elsewhere.
      const value =
        exchange.operation === undefined ? undefined : rateNumber(exchange, rateHeaders?.remaining)
      if (exchange.response === undefined) meter.lost(exchange.id)
      else meter.answered(exchange.id, value)
      if (exchange.operation !== undefined) limit = rateNumber(exchange, rateHeaders?.limit) ?? limit
      refusals = exchange.response?.status === 429 ? refusals + 1 : 0
      const wait = resetAfter(exchange, rateHeaders?.reset) ?? retryAfter(exchange)
      opensAt = wait === undefined ? opensAt : exchange.startedAt + exchange.durationMs + wait
      if (value === undefined) {
        // Repeated refusals without a statement: nothing is left.
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
 * Whether a request may be charged to the key under test. An altered key or another scheme may be: `bearer` in lower
 * case is the same scheme, and a service may count before it compares the whole key.
 */
function mayBeCharged(key: KeyLabel): boolean {
  return key === 'main' || key === 'invalid'
}
