import type { Exchange, KeyLabel, TransportFailure } from './exchange.ts'
import { isOwnedKey } from './keys.ts'
import { createPace, type Pace, type Pause } from './pace.ts'
import { type RateHeaders, rateNumber, retryAfter } from './rate-headers.ts'

/**
 * Decides which requests are retried, because a temporary failure is no violation. Shared by all clients of a run: an
 * outage concerns all of them.
 */
export interface Retries {
  /** Resolves when a request may be sent. */
  turn(): Promise<void>
  /** Records how a request ended. */
  note(exchange: Exchange): void
  /**
   * What to do with the result of a request; resolves when it is time to do it.
   * @param tries - how often the same request was sent before
   */
  next(exchange: Exchange, tries: number): Promise<Next>
  /** Requests per second that the run slowed down to; undefined while unlimited. */
  readonly rate: number | undefined
}

/**
 * `stands`: lasting behaviour. `again`: retry. `passing`: temporary, but not retried because it may have been carried
 * out.
 */
export type Next = 'stands' | 'again' | 'passing'

/** Troubles that may be temporary. */
type Trouble =
  /** The server closed the connection before it had read the request. */
  | 'unread'
  /** The connection was refused or lost. */
  | 'lost'
  | 'late'
  /** Something in front of the API could not reach it. */
  | 'unreached'
  /** Something in front of the API refused the request for being one too many. */
  | 'limited'
  /** The service failed. */
  | 'failed'

/** Pauses between repeated looks: eight seconds in all, as long as a restart. */
const PAUSES_MS = [250, 500, 750, 1000, 1000, 1000, 1000, 1000, 1500]
const FIRST_PAUSE_MS = 250
const LONGEST_OUTAGE_MS = 8000
const MOST_TRIES = 15
/** A request that retries for others must report within this time, otherwise another takes over. */
const LONGEST_SCOUTING_MS = 4000
/** Losses within this time have the same cause. */
const SAME_TIME_MS = 1000
/** A limiter admits somebody at least this often. */
const LONGEST_BETWEEN_MS = 2500
/** A request that meets this many outages causes them. */
const MOST_OUTAGES = 3
/** A write that a gateway failed to deliver this often, without a success in between, is a defect. */
const UNDELIVERED = 3
const MOMENT_MS = 300
const LONGEST_RETRY_AFTER_MS = 10_000
const MOST_FRESH_CONNECTIONS = 3
/** A place that failed on this many looks is broken and not retried any more. */
const CONFIRMED = 2
/** A key with at least this many requests left is not spent, whatever is pending. */
const PLENTY = 250
const LOST: ReadonlySet<TransportFailure['kind']> = new Set(['reset', 'refused'])
const UNREACHED = new Set([502, 503, 504])
/** Idempotent requests; PATCH too, because it states the new values. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/** Retries a lost GET once and at once: the default outside of a run. */
export const ONCE_MORE: Retries = {
  turn: () => Promise.resolve(),
  note: () => {},
  next: (exchange, tries) => Promise.resolve(tries === 0 && isLostGet(exchange) ? 'again' : 'stands'),
  rate: undefined,
}

export interface RetryOptions {
  readonly pause: Pause
  /** Requests per second that the operator allows; absent: unlimited. */
  readonly rate?: number
  readonly rateHeaders?: RateHeaders
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** The retries of a run. Nothing is waited for before the target's first answer. */
export function createRetries({
  pause,
  rate,
  rateHeaders,
  now = () => performance.now(),
}: RetryOptions): Retries {
  const pace: Pace = createPace(rate, pause, now)
  const left = new Map<KeyLabel, number>()
  const confirmed = new Map<string, number>()
  const waiting = new Set<() => void>()
  const troubled = new Map<string, number>()
  const outagesOf = new Map<string, Set<number>>()
  /** By place: consecutive writes that a gateway could not deliver. */
  const undelivered = new Map<string, number>()
  let outage = 0
  let troubledAt = -Infinity
  let scout: Exchange['request'] | undefined
  let scoutedAt = -Infinity
  let answeredAt = -Infinity
  let slowedAt = -Infinity
  let gaveUpAt = -Infinity

  /** Ends early when the target answers anybody. */
  const recovered = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        waiting.delete(wake)
        resolve()
      }
      waiting.add(wake)
      void pause(ms).then(wake)
    })

  /**
   * Waits out a restart or a limiter; false if it lasts too long. One request retries for all; the others wait until
   * somebody is answered.
   */
  const overcome = async (trouble: Trouble, exchange: Exchange, tries: number): Promise<boolean> => {
    // Late answers wake those who wait, and cost tries: without any answer, waiting continues for the longest outage.
    const silentMs = now() - answeredAt
    const isAway = silentMs >= SAME_TIME_MS && silentMs < LONGEST_OUTAGE_MS && tries < MOST_TRIES
    const least = PAUSES_MS[tries] ?? (isAway ? SAME_TIME_MS : undefined)
    if (scout === undefined || now() - scoutedAt > LONGEST_SCOUTING_MS) scout = exchange.request
    const isScout = scout === exchange.request
    if (isScout) scoutedAt = now()
    if (least === undefined || answeredAt < gaveUpAt) {
      if (answeredAt <= now() - LONGEST_OUTAGE_MS) gaveUpAt = now()
      return false
    }
    const isTooFast = trouble === 'limited' || exchange.response?.status === 503
    if (isTooFast && answeredAt > slowedAt) {
      slowedAt = now()
      pace.slowDown()
    }
    const failedAt = now()
    await pause(Math.max(FIRST_PAUSE_MS, askedToWait(exchange)))
    if (isScout) {
      await recovered(least - FIRST_PAUSE_MS)
      return true
    }
    const isAnswered = (): boolean => answeredAt >= failedAt
    while (!isAnswered() && now() - failedAt < LONGEST_OUTAGE_MS + LONGEST_SCOUTING_MS) {
      // The retrying request may have ended otherwise: then this one takes over.
      if (scout === undefined || now() - scoutedAt > LONGEST_SCOUTING_MS) return true
      // oxlint-disable-next-line no-await-in-loop -- until somebody is answered
      await recovered(SAME_TIME_MS)
    }
    return isAnswered()
  }

  /** The others wait no longer. */
  const dismiss = (): void => {
    scout = undefined
    for (const wake of waiting) wake()
  }

  /** Whether the service was away when a request was lost that must not be repeated, and has come back since. */
  const wasAway = async (exchange: Exchange): Promise<boolean> => {
    const lostAt = now()
    const place = placeOf(exchange)
    const known = outagesOf.get(place) ?? new Set()
    outagesOf.set(place, known.add(outage))
    if (answeredAt < gaveUpAt) return false
    await pause(SAME_TIME_MS)
    // Requests pending at the same time may still have been answered.
    const isQuiet = answeredAt < lostAt + MOMENT_MS
    const isShared = [...troubled].some(
      ([other, at]) => other !== place && Math.abs(at - lostAt) <= SAME_TIME_MS,
    )
    if (isQuiet) await recovered(LONGEST_OUTAGE_MS)
    // An outage that the same request meets repeatedly is caused by it.
    return answeredAt >= lostAt + MOMENT_MS && (isQuiet || isShared) && known.size < MOST_OUTAGES
  }

  const decide = async (exchange: Exchange, tries: number): Promise<Next> => {
    const trouble = troubleOf(exchange)
    if (trouble === undefined) return 'stands'
    if (!mayBeRepeated(trouble, exchange, left.get(exchange.key))) {
      // Gateways lose single connections too, and do not repeat a write for that.
      if (
        trouble === 'unreached' &&
        answeredAt > -Infinity &&
        (undelivered.get(placeOf(exchange)) ?? 0) < UNDELIVERED
      )
        return 'passing'
      const mayPass = (trouble === 'lost' || trouble === 'unreached') && answeredAt > -Infinity
      return mayPass && (await wasAway(exchange)) ? 'passing' : 'stands'
    }
    if (trouble === 'unread') return tries < MOST_FRESH_CONNECTIONS ? 'again' : 'stands'
    // Nobody was answered in all that time: the target is gone, and the next try would take as long.
    if (trouble === 'late')
      return tries === 0 && answeredAt >= now() - exchange.durationMs ? 'again' : 'stands'
    const place = placeOf(exchange)
    if (tries === 0 && (confirmed.get(place) ?? 0) >= CONFIRMED) return 'stands'
    if (answeredAt === -Infinity) return tries === 0 && isLostGet(exchange) ? 'again' : 'stands'
    if (trouble === 'failed' && tries === 0) await pause(MOMENT_MS)
    const worthwhile = trouble === 'failed' ? tries === 0 : await overcome(trouble, exchange, tries)
    if (!worthwhile) confirmed.set(place, (confirmed.get(place) ?? 0) + 1)
    return worthwhile ? 'again' : 'stands'
  }

  return {
    turn: () => pace.turn(),
    note(exchange) {
      const remaining = rateNumber(exchange, rateHeaders?.remaining)
      if (remaining !== undefined) left.set(exchange.key, remaining)
      const trouble = troubleOf(exchange)
      const place = placeOf(exchange)
      if (trouble === 'unreached') undelivered.set(place, (undelivered.get(place) ?? 0) + 1)
      else if ((exchange.response?.status ?? 400) < 400) undelivered.delete(place)
      if (trouble === 'lost' || trouble === 'unreached') {
        if (answeredAt > troubledAt && now() - troubledAt > SAME_TIME_MS) outage += 1
        troubledAt = now()
        troubled.set(place, troubledAt)
      }
      // An answer from in front of the API does not show that the API is there.
      if (exchange.response === undefined || trouble !== undefined || exchange.foreign === true) return
      // A refusal of everybody for this long was an outage, not a limiter.
      if (slowedAt >= answeredAt && now() - slowedAt > LONGEST_BETWEEN_MS) pace.speedUp()
      answeredAt = now()
      dismiss()
    },
    async next(exchange, tries) {
      const next = await decide(exchange, tries)
      if (next !== 'again' && scout === exchange.request) dismiss()
      return next
    },
    get rate() {
      return pace.rate
    },
  }
}

function troubleOf({ response, failure, foreign }: Exchange): Trouble | undefined {
  if (failure !== undefined)
    return LOST.has(failure.kind) ? 'lost' : failure.kind === 'timeout' ? 'late' : undefined
  const status = response?.status ?? 0
  if (status === 408) return 'unread'
  if (foreign === true && status === 429) return 'limited'
  if (foreign === true && UNREACHED.has(status)) return 'unreached'
  return status >= 500 ? 'failed' : undefined
}

function placeOf({ operation, request }: Exchange): string {
  return operation ?? `${request.method} ${request.path}`
}

/** @param left - what the key had left by the last statement */
function mayBeRepeated(trouble: Trouble, { key, request, response, failure }: Exchange, left = 0): boolean {
  switch (trouble) {
    case 'unread':
      return true
    case 'limited':
      return !isOwnedKey(key) || left >= PLENTY
    case 'lost':
      return failure?.kind === 'refused' || request.method === 'GET'
    case 'late':
      return request.method === 'GET'
    case 'unreached':
      // 503 means that it was not handled; after 502 or 504 it may have been.
      return REPEATABLE.has(request.method) || response?.status === 503
    case 'failed':
      // The exhaustible key is counted to the last request.
      return key !== 'exhaustible'
    default:
      return trouble satisfies never
  }
}

function isLostGet({ request, failure }: Exchange): boolean {
  return (
    request.method === 'GET' &&
    failure !== undefined &&
    (LOST.has(failure.kind) || failure.kind === 'timeout')
  )
}

function askedToWait(exchange: Exchange): number {
  return Math.min(retryAfter(exchange) ?? 0, LONGEST_RETRY_AFTER_MS)
}
