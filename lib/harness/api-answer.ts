import { operationOf } from '../spec/operations.ts'
import { Answer as AnyAnswer } from './answer.ts'
import { integer, isObject, type JsonObject } from '../util/values.ts'
import { itemsOf } from '../judge/oracle.ts'

/** An answer of this API: content in `data`, with `pagination` beside it on pages. Part 1. */
export class Answer extends AnyAnswer {
  /** The resource of the answer; an empty object if there is none. */
  override get data(): JsonObject {
    const { data } = this.body
    return isObject(data) ? data : {}
  }

  override get at(): string {
    return '/data'
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
  override get usable(): boolean {
    const { data } = this.body
    const form = operationOf(this.exchange.operation)?.form
    const mayBeList = form !== 'object'
    const mayBeResource = form === undefined || form === 'object'
    return this.status === 200 && ((mayBeList && Array.isArray(data)) || (mayBeResource && isObject(data)))
  }
}
