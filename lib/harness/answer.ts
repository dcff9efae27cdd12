import { describeAnswer, type Exchange, json } from '../http/exchange.ts'
import { place } from '../judge/judgements.ts'
import { isObject, type JsonObject } from '../util/values.ts'
import { Inconclusive, NoAnswer } from './exceptions.ts'

const NOTHING: JsonObject = {}
/** Statuses of a gateway that cannot reach the service or limits the request rate. */
const UNREACHED: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * An exchange as a case reads it. Reading never throws, however malformed the answer; {@link Answer.control} does.
 */
export class Answer {
  readonly exchange: Exchange

  constructor(exchange: Exchange) {
    this.exchange = exchange
  }

  get status(): number | undefined {
    return this.exchange.response?.status
  }

  /** Whether the request was refused: a 4xx. */
  get isRefusal(): boolean {
    const { status = 0 } = this
    return status >= 400 && status < 500
  }

  /** The body; an empty object if there is none. */
  get body(): JsonObject {
    const body = json(this.exchange)
    return isObject(body) ? body : NOTHING
  }

  /** The resource: the body, unless the API wraps it. */
  get data(): JsonObject {
    return this.body
  }

  /** The JSON pointer of {@link data} in the body. */
  get at(): string {
    return ''
  }

  /** Whether this is a 200 with the expected form, as far as the API can tell. */
  get usable(): boolean {
    return this.status === 200 && isObject(json(this.exchange))
  }

  /** This answer as the premise of a later judgement. Throws {@link Inconclusive} if it cannot serve as one. */
  control(): this {
    this.arrived()
    if (!this.usable)
      throw new Inconclusive(
        `${place(this.exchange)} gave no usable answer (status ${this.status})`,
        'premise-broken',
      )
    return this
  }

  /** Throws unless the target answered: no response, a gateway that could not reach it, or a spent allowance. */
  arrived(evenLimited = false): this {
    const { failure } = this.exchange
    if (failure?.kind === 'budget') throw new Inconclusive(failure.message, 'budget')
    if (failure?.kind === 'withheld')
      throw new Inconclusive(`${place(this.exchange)}: ${failure.message}`, 'withheld')
    if (failure !== undefined && this.exchange.momentary === true)
      throw new Inconclusive(
        `${place(this.exchange)}: ${failure.message} The service was away for a moment; the request may have been carried out, and was not repeated.`,
        'connection',
      )
    if (failure !== undefined)
      throw new NoAnswer(
        `${place(this.exchange)}: ${failure.message}`,
        failure.kind === 'interrupted' ? 'interrupted' : 'connection',
      )
    if (this.exchange.foreign === true && UNREACHED.has(this.status ?? 0))
      throw new Inconclusive(
        `${place(this.exchange)}: ${describeAnswer(this.exchange)}: the API was not reached`,
        'connection',
      )
    if (this.status === 429 && !evenLimited)
      throw new Inconclusive('the key got 429: its allowance is spent', 'rate-limited')
    return this
  }
}
