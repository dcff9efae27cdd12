import type { Exchange } from '../http/exchange.ts'
import { place } from '../judge/bench.ts'
import { bodyOf, rowsOf } from '../api/oracles/bodies.ts'
import { answerForm } from '../api/oracles/resources.ts'
import { isObject, type Row } from '../util/values.ts'
import { Inconclusive, NoAnswer } from './signals.ts'

/** An exchange as a case reads it. Reading never throws on odd answers; {@link Answer.control} does. */
export class Answer {
  readonly exchange: Exchange

  constructor(exchange: Exchange) {
    this.exchange = exchange
  }

  get status(): number | undefined {
    return this.exchange.response?.status
  }

  get body(): Row {
    return bodyOf(this.exchange)
  }

  /** The single resource of the answer; an empty object where there is none. */
  get data(): Row {
    const { data } = this.body
    return isObject(data) ? data : {}
  }

  /** The rows of a list; none where there are none. */
  get rows(): readonly Row[] {
    return rowsOf(this.exchange)
  }

  /** The pagination object; an empty object where there is none. */
  get page(): Row {
    const { pagination } = this.body
    return isObject(pagination) ? pagination : {}
  }

  /** `pagination.total`, where it is a whole number. */
  get total(): number | undefined {
    const { total } = this.page
    return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 ? total : undefined
  }

  /** Whether this is a 200 with rows or a resource in `data`. */
  get usable(): boolean {
    const { data } = this.body
    const form = answerForm(this.exchange.operation)?.form
    const fits =
      form === 'object'
        ? isObject(data)
        : form === undefined
          ? Array.isArray(data) || isObject(data)
          : Array.isArray(data)
    return this.status === 200 && fits
  }

  /** This answer as something that a later judgement leans on. Throws {@link Inconclusive} where it cannot bear that. */
  control(): this {
    this.arrived()
    if (!this.usable)
      throw new Inconclusive(
        `${place(this.exchange)} gave no usable answer to lean on (status ${this.status})`,
      )
    return this
  }

  /** Throws where no answer came, or where the allowance was spent: neither is the target's answer to the question. */
  arrived(evenLimited = false): this {
    const { failure } = this.exchange
    if (failure?.kind === 'budget') throw new Inconclusive(failure.message)
    if (failure !== undefined) throw new NoAnswer(`${place(this.exchange)}: ${failure.message}`)
    if (this.status === 429 && !evenLimited)
      throw new Inconclusive('the key was answered 429: its allowance is spent')
    return this
  }
}
