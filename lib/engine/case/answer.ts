import { describeAnswer, type Exchange, type TransportFailure } from '../http/exchange.ts'
import { isBurstLimit } from '../http/rate-headers.ts'
import { type Fate, fateOf } from '../http/fate.ts'
import { whereOf } from '../judge/judgements.ts'
import { bodyOf, dataOf, itemsOf } from '../judge/reading.ts'
import { operationOf } from '../contract/operations.ts'
import { integer, isObject, type JsonObject } from '../util/values.ts'
import { Inconclusive, NoAnswer } from './exceptions.ts'

/**
 * An exchange as a case reads it: content in `data`, with `pagination` beside it on pages (part 1). Reading never
 * throws, however malformed the answer; {@link Answer.mustArrive} and {@link Answer.mustBeUsable} do.
 */
export class Answer {
  readonly exchange: Exchange

  constructor(exchange: Exchange) {
    this.exchange = exchange
  }

  get status(): number | undefined {
    return this.exchange.response?.status
  }

  /** What became of the request. An accepted write may have changed something, whichever 2xx it got. */
  get fate(): Fate {
    return fateOf(this.exchange)
  }

  /** The body; an empty object if there is none. */
  get body(): JsonObject {
    return bodyOf(this.exchange)
  }

  /** The resource of the answer; an empty object if there is none. */
  get data(): JsonObject {
    return dataOf(this.exchange)
  }

  /** The items of a list; none if there is no list. */
  get items(): readonly JsonObject[] {
    return itemsOf(this.exchange)
  }

  /** The pagination object; an empty object if there is none. */
  get page(): JsonObject {
    const { pagination } = this.body
    return isObject(pagination) ? pagination : {}
  }

  /** `pagination.total`, if it is a whole number. */
  get total(): number | undefined {
    const total = integer(this.page['total'])
    return total !== undefined && total >= 0 ? total : undefined
  }

  /** Whether this is a 200 with items or a resource in `data`. */
  get usable(): boolean {
    const { data } = this.body
    const form = operationOf(this.exchange.operation)?.form
    const mayBeList = form !== 'object'
    const mayBeResource = form === undefined || form === 'object'
    return this.status === 200 && ((mayBeList && Array.isArray(data)) || (mayBeResource && isObject(data)))
  }

  /** This answer as the premise of a later judgement. Throws {@link Inconclusive} if it cannot serve as one. */
  mustBeUsable(): this {
    this.mustArrive()
    if (!this.usable)
      throw new Inconclusive(
        `${whereOf(this.exchange)} gave no usable answer (status ${this.status})`,
        'premise-broken',
      )
    return this
  }

  /** Throws unless the target answered: no response, a gateway that could not reach it, or a spent allowance. */
  mustArrive(evenLimited = false): this {
    const { exchange, fate } = this
    if (exchange.failure !== undefined) throw whyUnanswered(exchange, exchange.failure)
    if (fate === 'in front')
      throw new Inconclusive(
        `${whereOf(exchange)}: ${describeAnswer(exchange)}: the API was not reached`,
        'connection',
      )
    if (fate === 'limited' && !evenLimited)
      throw new Inconclusive(
        isBurstLimit(exchange)
          ? `a limiter of the target goes on refusing ${whereOf(exchange)} (429)`
          : 'got 429: an allowance is spent',
        'rate-limited',
      )
    return this
  }
}

/**
 * The exception for a request without an answer. Only an answer that the target failed to give is an error.
 */
export function whyUnanswered(
  exchange: Exchange,
  { kind, message }: TransportFailure,
): Inconclusive | NoAnswer {
  const reason = `${whereOf(exchange)}: ${message}`
  if (kind === 'budget' || kind === 'key-rejected') return new Inconclusive(message, kind)
  if (kind === 'withheld') return new Inconclusive(reason, kind)
  // This tool itself stopped reading the body.
  if (kind === 'too-large') return new Inconclusive(reason, 'undecided')
  if (kind === 'interrupted') return new NoAnswer(reason, kind)
  if (exchange.swallowed !== true) return new NoAnswer(reason)
  return new Inconclusive(
    `${reason} The service was away for a moment; the request may have been carried out, and was not repeated.`,
    'connection',
  )
}
