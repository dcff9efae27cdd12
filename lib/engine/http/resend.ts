/**
 * One of the four tools of certainty: a request that was swallowed between client and API says nothing about
 * the API, and is sent again.
 */
import { describeAnswer, endpointOf, type Exchange, notCarriedOut, type SentRequest } from './exchange.ts'
import type { Middleware } from './client.ts'
import { Limiter } from './limiter.ts'
import type { Patience } from './patience.ts'
import { briefWait, isBurstLimit } from './rate-headers.ts'

interface Rule {
  readonly when: (exchange: Exchange) => boolean
  /** The methods whose requests are sent again. */
  readonly methods: RegExp
  /** How often at most; `limiter`: as often as the limiter of this client allows. */
  readonly times: number | 'limiter'
  /**
   * The condition for sending again.
   * `hold`: nothing is sent for a while. `service`: a read that was answered before is answered again.
   * `others`: every other request has ended; if that was not enough, the service must also be up.
   */
  readonly after: 'nothing' | 'hold' | 'service' | 'others'
  /** The service may have carried the request out: then a request that must not be sent again has an unknown effect. */
  readonly mayHaveArrived?: true
}

const ANY = /^/
/** PATCH included: it states the new value, not an addition. */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|PUT|PATCH|DELETE)$/
/** More than one: behind one address there may be several instances, and some of them may still be down. */
const TRIES = 3

const failedBy =
  (kind: string) =>
  ({ failure }: Exchange): boolean =>
    failure?.kind === kind
const answered =
  (status: number) =>
  ({ response }: Exchange): boolean =>
    response?.status === status
const fromGateway =
  (status: number) =>
  ({ response, gateway }: Exchange): boolean =>
    gateway === true && response?.status === status
const asksToWait = (exchange: Exchange): boolean =>
  exchange.response?.status === 503 && briefWait(exchange) !== undefined

/** The first matching rule decides; an exchange that matches no rule is the API's own answer. */
const RULES: readonly Rule[] = [
  // The server closed an idle connection, and read no request.
  { when: answered(408), methods: ANY, times: TRIES, after: 'nothing' },
  // A limiter of bursts, of writes, of requests under way.
  { when: isBurstLimit, methods: ANY, times: 'limiter', after: 'hold' },
  { when: asksToWait, methods: ANY, times: 'limiter', after: 'hold' },
  // The gateway did not forward the request: the service is down, or its limiter answers 503.
  { when: fromGateway(503), methods: ANY, times: 'limiter', after: 'service' },
  // The service restarts, turns away too many requests at once, or crashes at this very one.
  { when: answered(503), methods: ANY, times: TRIES, after: 'others' },
  { when: fromGateway(502), methods: ANY, times: TRIES, after: 'service' },
  { when: failedBy('refused'), methods: ANY, times: TRIES, after: 'service' },
  { when: fromGateway(504), methods: IDEMPOTENT, times: TRIES, after: 'service', mayHaveArrived: true },
  { when: failedBy('reset'), methods: IDEMPOTENT, times: TRIES, after: 'service', mayHaveArrived: true },
  { when: failedBy('timeout'), methods: /^GET$/, times: 1, after: 'nothing' },
]

/**
 * The consequence of a request's end.
 * - `stands`: the end is the target's own behaviour.
 * - `again`: the request is sent again.
 * - `alone`: the request is sent again while no other one is under way.
 * - `swallowed`: the end says nothing, and the request is not sent again, because it may have been carried
 *   out.
 * - `gone`: the whole service no longer answers.
 */
type Decision = 'stands' | 'again' | 'alone' | 'swallowed' | 'gone'

/**
 * Whether the service is up, and the probe: a read that it answered before, which is sent again to find out.
 */
type State =
  | { readonly is: 'unseen' }
  | { readonly is: 'up'; readonly probe: SentRequest }
  | { readonly is: 'away'; readonly probe: SentRequest; readonly decision: Promise<Decision> }
  | { readonly is: 'gone' }

/** The pause before the first look; each further pause is longer by as much. */
const PAUSE_MS = 250
/**
 * Looks at a service that is down, over eleven seconds: a restart takes a few, and nginx avoids a failed
 * server for ten.
 */
const LOOKS = 9

export interface RecoveryOptions {
  readonly patience: Patience
  /** Sends a GET that got a 200 before, and resolves with its exchange. */
  readonly probe: (known: SentRequest) => Promise<Exchange>
  /** Requests per second that the operator allows; absent: unlimited. */
  readonly rate?: number
  /** Called when the service does not come back, with how one of the requests ended. */
  readonly onGone: (exchange: Exchange) => void
}

/** Whether the service is up, and how fast it may be asked. All clients of the run share it. */
export class Recovery {
  readonly limiter: Limiter
  readonly turns = new Turns()
  private readonly options: RecoveryOptions
  private state: State = { is: 'unseen' }
  /** Operations that were sent again without success: until one of them answers, each is tried only once. */
  private readonly failing = new Set<string>()

  constructor(options: RecoveryOptions) {
    this.options = options
    this.limiter = new Limiter(options.patience, options.rate)
  }

  /** A read of the key under test that got a 200, once there is one. */
  get probe(): SentRequest | undefined {
    return this.state.is === 'up' || this.state.is === 'away' ? this.state.probe : undefined
  }

  /** Records how a request ended. */
  note(exchange: Exchange): void {
    if (!isAnsweredByApi(exchange) || isBurstLimit(exchange)) return
    const { key, operation, request, response } = exchange
    const endpoint = endpointOf(operation, request.method)
    this.failing.delete(endpoint)
    this.limiter.answered(endpoint)
    if (this.state.is === 'unseen' && key === 'main' && request.method === 'GET' && response?.status === 200)
      this.state = { is: 'up', probe: request }
  }

  /**
   * Decides what follows from the end of a request; resolves when it is time to act.
   * @param tries - how often the same request was sent before
   */
  async decide(exchange: Exchange, tries: number): Promise<Decision> {
    const rule = RULES.find(({ when }) => when(exchange))
    if (rule === undefined) return 'stands'
    const { method } = exchange.request
    const endpoint = endpointOf(exchange.operation, method)
    // Nothing suggests that a service which has never answered will do so, unless it says so itself.
    if (this.state.is === 'unseen' && !asksToWait(exchange))
      return method === 'GET' && tries === 0 ? 'again' : 'stands'
    if (!rule.methods.test(method)) return rule.mayHaveArrived ? 'swallowed' : 'stands'
    if (rule.times === 'limiter') {
      if (this.limiter.refused(exchange, tries) === 'for good') return 'stands'
    } else if (tries >= rule.times || this.failing.has(endpoint)) {
      this.failing.add(endpoint)
      return 'stands'
    }
    switch (rule.after) {
      case 'nothing':
        return 'again'
      case 'hold':
        this.limiter.hold(exchange, tries)
        return 'again'
      case 'service':
        return this.whenBack(exchange)
      case 'others': {
        const decision = tries === 0 ? 'again' : await this.whenBack(exchange)
        return decision === 'again' ? 'alone' : decision
      }
      default:
        return rule.after satisfies never
    }
  }

  /** All requests that wait for the service share one series of looks. */
  private whenBack(exchange: Exchange): Promise<Decision> | Decision {
    if (this.state.is === 'up') {
      const { probe } = this.state
      this.state = { is: 'away', probe, decision: this.lookOut(probe, exchange) }
    }
    return this.state.is === 'away' ? this.state.decision : 'gone'
  }

  private async lookOut(probe: SentRequest, exchange: Exchange): Promise<Decision> {
    const { patience, onGone } = this.options
    for (let looks = 1; looks <= LOOKS; looks++) {
      // oxlint-disable-next-line no-await-in-loop -- one look after the other
      const isWaitedFor = await patience.wait(PAUSE_MS * looks, 'the target, which does not answer')
      // oxlint-disable-next-line no-await-in-loop
      const isBack = isAnsweredByApi(await this.options.probe(probe))
      if (isBack || !isWaitedFor) {
        this.state = { is: 'up', probe }
        return isBack ? 'again' : 'stands'
      }
    }
    this.state = { is: 'gone' }
    onGone(exchange)
    return 'gone'
  }
}

/**
 * A shared/exclusive lock: requests run side by side, but a request that was rejected under load is sent
 * again while no other is in flight.
 */
export class Turns {
  private readonly underWay = new Set<Promise<unknown>>()
  /** Requests that wait until they are alone, or are sent alone. */
  private alone = 0

  async take<T>(send: () => Promise<T>, isAlone: boolean): Promise<T> {
    if (isAlone) this.alone += 1
    const sending = this.alone === 0 ? send() : Promise.allSettled(this.underWay).then(send)
    this.underWay.add(sending)
    try {
      return await sending
    } finally {
      this.underWay.delete(sending)
      if (isAlone) this.alone -= 1
    }
  }
}

/**
 * Sends a request, and sends it again as long as something swallows it. Reports all tries together, once it is known which of
 * them tell something about the API.
 */
export function resending(recovery: Recovery, onExchange: (exchange: Exchange) => void): Middleware {
  return async (spec, next) => {
    const earlier: Exchange[] = []
    let isAlone = false
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      await recovery.limiter.turn()
      // oxlint-disable-next-line no-await-in-loop
      const last: Exchange = await recovery.turns.take(() => next(spec), isAlone)
      const wasSent = last.id > 0
      if (wasSent) recovery.note(last)
      // oxlint-disable-next-line no-await-in-loop
      const decision = wasSent ? await recovery.decide(last, earlier.length) : 'stands'
      if (decision === 'again' || decision === 'alone') {
        earlier.push(last)
        isAlone = decision === 'alone'
        continue
      }
      // If this try was not sent any more, the one before it was the last.
      const ending = wasSent ? last : (earlier.pop() ?? last)
      const tries =
        decision === 'gone'
          ? [...earlier, ending].map(withoutAnswer)
          : asTries(earlier, ending, decision === 'swallowed')
      for (const exchange of tries) if (exchange.id > 0) onExchange(exchange)
      return tries.at(-1) ?? ending
    }
  }
}

/**
 * An exchange without its response: while the service was down, every request got the same response, so it
 * says nothing about this request.
 */
function withoutAnswer(exchange: Exchange): Exchange {
  const { response, ...rest } = exchange
  if (response === undefined) return exchange
  const message = `Got ${describeAnswer(exchange)}, as every request at that time.`
  return { ...rest, failure: { kind: 'interrupted', message } }
}

/**
 * All tries of one request: swallowed tries are marked, and the last try names the ids of the earlier ones.
 */
function asTries(earlier: readonly Exchange[], last: Exchange, isSwallowed: boolean): Exchange[] {
  const repeats = last.request.method === 'GET' ? [] : earlier.filter((one) => !notCarriedOut(one))
  return [
    ...earlier.map((exchange): Exchange =>
      isSwallowed || endedOtherwise(exchange, last) ? { ...exchange, swallowed: true } : exchange,
    ),
    {
      ...last,
      swallowed: isSwallowed ? true : undefined,
      repeats: repeats.length === 0 ? undefined : repeats.map(({ id }) => id),
    },
  ]
}

/** Whether the last try got an answer, and an earlier one ended differently. */
function endedOtherwise(earlier: Exchange, last: Exchange): boolean {
  return last.response !== undefined && earlier.response?.status !== last.response.status
}

/** Whether the API itself answered, without a server error. */
export function isAnsweredByApi(exchange: Exchange): boolean {
  const { response, gateway } = exchange
  return response !== undefined && gateway !== true && response.status < 500 && response.status !== 408
}
