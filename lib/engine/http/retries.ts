import { endOf, type Exchange, type SentRequest } from './exchange.ts'
import { isOwnedKey } from './keys.ts'
import { createPace, type Pace, type Pause } from './pace.ts'
import { remainingOf, retryAfter } from './rate-headers.ts'

/**
 * Decides which requests are sent again, because what swallowed them on the way says nothing about the API. Shared by
 * all clients of a run: an outage concerns all of them.
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
 * `stands`: lasting behaviour. `again`: send it again. `passing`: says nothing, but is not sent again because it may have been
 * carried out. `gone`: the whole service no longer answers.
 */
export type Next = 'stands' | 'again' | 'passing' | 'gone'

/** What is done about a request that something on its way swallowed. */
interface Rule {
  /** The requests that may be sent again: all, those of methods that are idempotent, or reads. */
  readonly methods: RegExp
  /** The others may have been carried out, so that their end says nothing. */
  readonly otherwise: 'stands' | 'passing'
  /** The most retries. */
  readonly times: number
  /** What has to happen before: nothing, an answer to a request that was answered before, or a pause. */
  readonly after: 'nothing' | 'service' | 'pause'
  /** Refused again after that, it was sent too soon: the run goes on more slowly. */
  readonly slower?: true
}

const ANY = /^/
/** PATCH included: it states the new value, not an addition. */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|PUT|PATCH|DELETE)$/
/** More than one: of several instances behind one address, some may still be away. */
const TRIES = 3
/** After so many the run has slowed down to one request per second. */
const LIMITED_TRIES = 8

/** 408: the server closed an idle connection and read no request. */
const IDLE: Rule = { methods: ANY, otherwise: 'stands', times: TRIES, after: 'nothing' }
/** No connection, 503 of the API, or 502 of something in front of it: the service restarts, or crashes at this very request. */
const UNREACHED: Rule = { methods: ANY, otherwise: 'stands', times: TRIES, after: 'service' }
/** The connection broke, or 504 of something in front of the API: the request may have been carried out. */
const LOST: Rule = { methods: IDEMPOTENT, otherwise: 'passing', times: TRIES, after: 'service' }
/** No answer in time. */
const LATE: Rule = { methods: /^GET$/, otherwise: 'stands', times: 1, after: 'nothing' }
/** 503 of something in front of the API: the request was not forwarded. */
const TURNED_AWAY: Rule = { ...UNREACHED, times: LIMITED_TRIES, slower: true }
/** 503 with `Retry-After` says when to come back; 429 in front of the API, or while the key has requests left, is a limiter's. */
const LIMITED: Rule = { ...TURNED_AWAY, after: 'pause' }

const FAILURES: ReadonlyMap<string, Rule> = new Map([
  ['refused', UNREACHED],
  ['reset', LOST],
  ['timeout', LATE],
])
const GATEWAYS: ReadonlyMap<number, Rule> = new Map([
  [502, UNREACHED],
  [503, TURNED_AWAY],
  [504, LOST],
])

/** The first pause; each further one is longer by this. */
const PAUSE_MS = 250
/** Looks at a service that is away, eleven seconds in all: a restart takes a few, and nginx leaves out for ten what failed once. */
const LOOKS = 9
/** The longest wait that a limiter of bursts asks for; a longer one is for the hourly allowance. */
const LONGEST_RETRY_AFTER_MS = 10_000

/** Sends a read that was swallowed again, once and immediately: for clients outside of a run. */
export const ONCE_MORE: Retries = {
  turn: () => Promise.resolve(),
  note: () => {},
  next: async (exchange, tries) => {
    const isRead = exchange.request.method === 'GET'
    return tries === 0 && isRead && ruleFor(exchange) !== undefined ? 'again' : 'stands'
  },
  rate: undefined,
}

export interface RetryOptions {
  readonly pause: Pause
  /** Sends a GET that got a 200 before, and resolves with its exchange. */
  readonly probe: (known: SentRequest) => Promise<Exchange>
  /** Requests per second that the operator allows; absent: unlimited. */
  readonly rate?: number
  /** Called when a service that was up is found to be away. */
  readonly onAway?: () => void
  /** Called when it does not come back, with how one of the requests ended. */
  readonly onGone?: (exchange: Exchange) => void
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/**
 * The retries of a run:
 * 1. An answer of the API stands.
 * 2. A request that must not be sent again stands, or passes where it may have been carried out.
 * 3. One that was sent again as often as its {@link Rule} allows stands, and so do others of that operation until it answers.
 * 4. Any other is sent again when what its rule waits for has happened. If the service does not come back, it is gone.
 */
export function createRetries(options: RetryOptions): Retries {
  return new RunRetries(options)
}

class RunRetries implements Retries {
  private readonly options: RetryOptions
  private readonly pace: Pace
  /** A read that was answered, to be repeated to see whether the service is up. */
  private known: SentRequest | undefined
  private slowedAt = -Infinity
  /** Operations that were sent again in vain since their last answer. */
  private readonly inVain = new Set<string>()
  private looking: Promise<boolean> | undefined
  private isGone = false

  constructor(options: RetryOptions) {
    this.options = options
    this.pace = createPace(options.rate, options.pause, options.now)
  }

  get rate(): number | undefined {
    return this.pace.rate
  }

  turn(): Promise<void> {
    return this.pace.turn()
  }

  note(exchange: Exchange): void {
    if (!isAnswered(exchange)) return
    const { key, request, response } = exchange
    this.inVain.delete(placeOf(exchange))
    if (key === 'main' && request.method === 'GET' && response?.status === 200) this.known ??= request
  }

  async next(exchange: Exchange, tries: number): Promise<Next> {
    const rule = ruleFor(exchange)
    if (rule === undefined) return 'stands'
    // Of a service that has not answered yet nothing suggests that it will.
    if (this.known === undefined) return ONCE_MORE.next(exchange, tries)
    if (!rule.methods.test(exchange.request.method)) return rule.otherwise
    const place = placeOf(exchange)
    if (tries < rule.times && !this.inVain.has(place)) {
      if (rule.slower && tries > 0) this.slowDown(exchange)
      return this.whenReady(rule, exchange, tries, this.known)
    }
    this.inVain.add(place)
    // If a slower pace did not help, it was not a limiter.
    if (rule.slower) this.pace.reset()
    return 'stands'
  }

  private async whenReady(
    { after }: Rule,
    exchange: Exchange,
    tries: number,
    known: SentRequest,
  ): Promise<Next> {
    switch (after) {
      case 'nothing':
        return 'again'
      case 'pause': {
        const asked = retryAfter(exchange) ?? PAUSE_MS * (tries + 1)
        await this.options.pause(Math.min(asked, LONGEST_RETRY_AFTER_MS))
        return 'again'
      }
      case 'service': {
        this.looking ??= this.isBack(exchange, known).finally(() => (this.looking = undefined))
        return (await this.looking) ? 'again' : 'gone'
      }
      default:
        return after satisfies never
    }
  }

  /** Resolves with whether the service answers again; all who wait share one look. */
  private async isBack(exchange: Exchange, known: SentRequest): Promise<boolean> {
    const { pause, probe, onAway, onGone } = this.options
    for (let looks = 1; looks <= LOOKS && !this.isGone; looks++) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      await pause(PAUSE_MS * looks)
      // oxlint-disable-next-line no-await-in-loop
      if (isAnswered(await probe(known))) return true
      if (looks === 1) onAway?.()
    }
    if (!this.isGone) onGone?.(exchange)
    this.isGone = true
    return false
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
  const { response, foreign } = exchange
  return response !== undefined && foreign !== true && response.status < 500 && response.status !== 408
}

/** The rule for what swallowed a request; undefined for an answer of the API. */
function ruleFor(exchange: Exchange): Rule | undefined {
  const { response, failure, foreign } = exchange
  if (response === undefined) return FAILURES.get(failure?.kind ?? '')
  const { status } = response
  if (status === 408) return IDLE
  if (status === 429) return isLimiters(exchange) ? LIMITED : undefined
  if (status === 503 && retryAfter(exchange) !== undefined) return LIMITED
  if (foreign === true) return GATEWAYS.get(status)
  return status === 503 ? UNREACHED : undefined
}

/**
 * Whether a 429 comes from a limiter of bursts: it is not the API's own, or it does not say that nothing is left and
 * asks for no longer wait than a limiter does.
 */
function isLimiters(exchange: Exchange): boolean {
  const { key, foreign } = exchange
  if (foreign === true) return true
  const isBrief = (retryAfter(exchange) ?? 0) <= LONGEST_RETRY_AFTER_MS
  return isOwnedKey(key) && key !== 'exhaustible' && isBrief && remainingOf(exchange) !== 0
}

function placeOf({ operation, request }: Exchange): string {
  return operation ?? `${request.method} ${request.path}`
}
