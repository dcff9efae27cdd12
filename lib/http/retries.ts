import { type Availability, createAvailability } from './availability.ts'
import { endOf, type Exchange, type SentRequest } from './exchange.ts'
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
 * out. `gone`: the whole service no longer answers, which says nothing about this request.
 */
export type Next = 'stands' | 'again' | 'passing' | 'gone'

/** A problem that may be temporary. */
type Trouble =
  /** 408: the server closed an idle connection and read no request. */
  | 'idle'
  /**
   * No connection, or 502 of something in front of the API: the service restarts, or crashes at this very request. The
   * next tries tell which.
   */
  | 'unreached'
  /** The connection broke, or 504 of something in front of the API: the request may have been carried out. */
  | 'lost'
  /** No answer in time: the request may have been carried out. */
  | 'late'
  /** 503 of something in front of the API: the request was not forwarded. */
  | 'turned-away'
  /** 429 of a limiter: of something in front of the API, or while the key has requests left. */
  | 'limited'
  /** 5xx of the API itself. */
  | 'failed'

interface Rule {
  /** The requests that may be repeated: all, reads, or idempotent ones; another may have been carried out. */
  readonly repeat: 'any' | 'idempotent' | 'reads'
  /** The most retries. */
  readonly times: number
  /**
   * What must happen before a retry: nothing, an answer to another request in the meantime, a service that is up, or a
   * limiter that lets requests through again.
   */
  readonly after: 'nothing' | 'others' | 'service' | 'limiter'
}

/** How often a request is sent again that a closed connection or a restart swallowed. */
const TRIES = 3

const RULES: Readonly<Record<Trouble, Rule>> = {
  idle: { repeat: 'any', times: TRIES, after: 'nothing' },
  unreached: { repeat: 'any', times: TRIES, after: 'service' },
  lost: { repeat: 'idempotent', times: TRIES, after: 'service' },
  late: { repeat: 'reads', times: 1, after: 'others' },
  'turned-away': { repeat: 'any', times: 8, after: 'service' },
  limited: { repeat: 'any', times: 15, after: 'limiter' },
  failed: { repeat: 'any', times: 1, after: 'service' },
}

const METHODS: Readonly<Record<Exclude<Rule['repeat'], 'any'>, ReadonlySet<string>>> = {
  reads: new Set(['GET']),
  // PATCH included: it states the new value, not an addition.
  idempotent: new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']),
}

/** The pause before each retry grows by this, up to the longest. */
const STEP_MS = 250
const LONGEST_PAUSE_MS = 1000
const LONGEST_RETRY_AFTER_MS = 10_000
/**
 * Twice is no accident: an operation with so many unsuccessful retries, or so many writes lost in a row, is broken, and
 * a 503 that a service which is up gives so often is a limiter's.
 */
const IN_VAIN = 2
/** The longest that a run waits for a target in all: longer is no hiccup. */
const LONGEST_WAIT_MS = 60_000

/** Retries a lost read once, immediately: for clients outside of a run. */
export const ONCE_MORE: Retries = {
  turn: () => Promise.resolve(),
  note: () => {},
  next: (exchange, tries) => Promise.resolve(tries === 0 && isUnansweredRead(exchange) ? 'again' : 'stands'),
  rate: undefined,
}

export interface RetryOptions {
  readonly pause: Pause
  /**
   * Sends a GET that got a 200 before, and resolves with its exchange. Absent: only other requests show
   * whether the service is up.
   */
  readonly probe?: (known: SentRequest) => Promise<Exchange>
  /** Requests per second that the operator allows; absent: unlimited. */
  readonly rate?: number
  readonly rateHeaders?: RateHeaders
  /** Called when a service that was up is found to be away. */
  readonly onAway?: () => void
  /** Called when it does not come back, with how one of the requests ended. */
  readonly onGone?: (exchange: Exchange) => void
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * The retries of a run. What happens to a request is decided in this order:
 * 1. An answer without {@link Trouble} stands.
 * 2. A request that must not be repeated stands. A lost write passes, unless its operation loses one after the other.
 * 3. A request that was sent as often as its {@link Rule} allows stands, and so does one of a broken operation.
 * 4. Any other is sent again when the condition of its rule is met, and stands if it is not.
 * 5. Nothing stands that every request met: the service is gone.
 */
export function createRetries(options: RetryOptions): Retries {
  return new RunRetries(options)
}

class RunRetries implements Retries {
  private readonly options: RetryOptions
  private readonly pace: Pace
  private readonly service: Availability
  /** Retries without success, by operation. */
  private readonly inVain = new Map<string, number>()
  /** Writes lost since the last answer, by operation. */
  private readonly lostWrites = new Map<string, number>()
  /** The shortest answer that a probe can ask for again. */
  private known: Exchange | undefined
  private answeredAt = -Infinity
  private waitedMs = 0
  private slowedAt = -Infinity

  constructor(options: RetryOptions) {
    const { probe, rate, onAway, now = () => performance.now() } = options
    const pause = this.counted(options.pause, now)
    this.options = { ...options, pause }
    this.pace = createPace(rate, options.pause, now)
    const isBack = async (): Promise<boolean> =>
      probe !== undefined && this.known !== undefined && isAnswered(await probe(this.known.request))
    this.service = createAvailability(pause, isBack, onAway)
  }

  get rate(): number | undefined {
    return this.pace.rate
  }

  turn(): Promise<void> {
    return this.pace.turn()
  }

  note(exchange: Exchange): void {
    if (!isAnswered(exchange)) return
    this.answeredAt = Math.max(this.answeredAt, endOf(exchange))
    this.service.answered()
    this.lostWrites.delete(placeOf(exchange))
    if (isGoodProbe(exchange) && sizeOf(exchange) < sizeOf(this.known)) this.known = exchange
  }

  async next(exchange: Exchange, tries: number): Promise<Next> {
    const next = await this.decide(exchange, tries)
    if (next !== 'stands' || this.service.state !== 'gone') return next
    this.options.onGone?.(exchange)
    return 'gone'
  }

  private async decide(exchange: Exchange, tries: number): Promise<Next> {
    const trouble = troubleOf(exchange, this.options.rateHeaders)
    if (trouble === undefined || this.waitedMs >= LONGEST_WAIT_MS) return 'stands'
    const { repeat, times, after } = RULES[trouble]
    if (this.service.state === 'unknown') return this.decideAtFirst(times, exchange, tries)
    const place = placeOf(exchange)
    if (repeat !== 'any' && !METHODS[repeat].has(exchange.request.method))
      return repeat === 'idempotent' && (await this.mayPass(place)) ? 'passing' : 'stands'
    const before = this.inVain.get(place) ?? 0
    if (before >= IN_VAIN) return 'stands'
    if (tries < times && (await this.isReady(after, exchange, tries))) return 'again'
    if (this.service.state !== 'up') return 'stands'
    this.inVain.set(place, before + 1)
    // If a slower pace did not help, it was not a limiter.
    if (before + 1 >= IN_VAIN) this.pace.reset()
    return 'stands'
  }

  /** Nothing is known of a service that has not answered yet: a gateway may have woken it up, and is asked again. */
  private async decideAtFirst(times: number, exchange: Exchange, tries: number): Promise<Next> {
    if (exchange.foreign !== true) return ONCE_MORE.next(exchange, tries)
    if (tries >= Math.min(times, TRIES) || !METHODS.reads.has(exchange.request.method)) return 'stands'
    await this.options.pause(STEP_MS * (tries + 1))
    return 'again'
  }

  /** Like the pause given, and adds up for how long anybody waits: several wait at a time. */
  private counted(pause: Pause, now: () => number): Pause {
    let waiting = 0
    let since = 0
    return async (ms) => {
      if (waiting++ === 0) since = now()
      await pause(ms)
      if (--waiting === 0) this.waitedMs += now() - since
    }
  }

  /** Whether a lost write is acceptable: a service that occasionally drops a connection, or restarts, loses some. */
  private async mayPass(place: string): Promise<boolean> {
    const losses = (this.lostWrites.get(place) ?? 0) + 1
    this.lostWrites.set(place, losses)
    return (await this.service.look()) && losses <= IN_VAIN
  }

  /** Waits for the condition of a rule; resolves with whether it was met. */
  private async isReady(after: Rule['after'], exchange: Exchange, tries: number): Promise<boolean> {
    const { pause } = this.options
    const askedMs = Math.min(retryAfter(exchange) ?? 0, LONGEST_RETRY_AFTER_MS)
    const ownMs = (nth: number): number => Math.min(STEP_MS * nth, LONGEST_PAUSE_MS)
    switch (after) {
      case 'nothing':
        return true
      case 'others':
        return this.answeredAt >= exchange.startedAt
      case 'limiter':
        this.slowDown(exchange)
        await pause(Math.max(ownMs(tries + 1), askedMs))
        return true
      case 'service': {
        await pause(Math.max(ownMs(tries), askedMs))
        const isUp = await this.service.look()
        if (isUp && exchange.response?.status === 503 && tries >= IN_VAIN) this.slowDown(exchange)
        return isUp
      }
      default:
        return after satisfies never
    }
  }

  private slowDown(refused: Exchange): void {
    // A refusal says nothing against the present pace if the request was sent before it.
    if (refused.startedAt <= this.slowedAt) return
    this.slowedAt = endOf(refused)
    this.pace.slowDown()
  }
}

/** Whether the API itself answered, without a server error. */
export function isAnswered(exchange: Exchange): boolean {
  return exchange.response !== undefined && exchange.foreign !== true && troubleOf(exchange) === undefined
}

/** Whether a request can be repeated to see whether the service is up. */
function isGoodProbe({ key, request, response }: Exchange): boolean {
  return key === 'main' && request.method === 'GET' && response?.status === 200
}

function sizeOf(exchange: Exchange | undefined): number {
  return exchange?.response?.size ?? Infinity
}

/** @param rateHeaders - with them, the API's own 429 is told from a limiter's */
function troubleOf(exchange: Exchange, rateHeaders?: RateHeaders): Trouble | undefined {
  const { response, failure, foreign } = exchange
  if (failure !== undefined) return FAILURES.get(failure.kind)
  const status = response?.status ?? 0
  if (status === 408) return 'idle'
  if (status === 429) return isLimiters(exchange, rateHeaders) ? 'limited' : undefined
  if (foreign === true && status === 503) return 'turned-away'
  if (foreign === true && status === 502) return 'unreached'
  if (foreign === true && status === 504) return 'lost'
  return status >= 500 ? 'failed' : undefined
}

/**
 * Whether a 429 comes from a limiter of bursts: it is not the API's own, or it does not say that nothing is left and
 * asks for no longer wait than a limiter does.
 */
function isLimiters(exchange: Exchange, rateHeaders: RateHeaders | undefined): boolean {
  const { key, foreign } = exchange
  if (foreign === true || rateHeaders === undefined) return foreign === true
  const isBrief = (retryAfter(exchange) ?? 0) <= LONGEST_RETRY_AFTER_MS
  return (
    isOwnedKey(key) && key !== 'exhaustible' && isBrief && rateNumber(exchange, rateHeaders.remaining) !== 0
  )
}

const FAILURES: ReadonlyMap<string, Trouble> = new Map([
  ['refused', 'unreached'],
  ['reset', 'lost'],
  ['timeout', 'late'],
])

function placeOf({ operation, request }: Exchange): string {
  return operation ?? `${request.method} ${request.path}`
}

function isUnansweredRead({ request, failure }: Exchange): boolean {
  return METHODS.reads.has(request.method) && failure !== undefined && FAILURES.has(failure.kind)
}
