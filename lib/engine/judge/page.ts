import { type Exchange, json } from '../http/exchange.ts'
import { FULL_PAGE } from '../contract/api.ts'
import { type ListKey, listOf } from '../contract/operations.ts'
import { instant } from '../util/time.ts'
import { integer, isObject } from '../util/values.ts'
import { bodyOf, itemsOf } from './reading.ts'

/** A service may store offsets in 32 bits, and refuse larger ones, or clamp them and state what it applied. */
export const LARGEST_OFFSET = 2_147_483_647

/** One page of a list, as far as it can be read. */
export interface PageReading {
  readonly list: ListKey
  readonly items: readonly unknown[]
  readonly asked: { readonly limit: number | undefined; readonly offset: number | undefined }
  readonly limit: number | undefined
  readonly offset: number | undefined
  readonly total: number | undefined
  readonly hasMore: boolean | undefined
}

/** Reads a 200 of a paginated list; undefined for anything else. */
export function readPage(exchange: Exchange): PageReading | undefined {
  const list = listOf(exchange.operation)
  const body = json(exchange)
  if (list === undefined || exchange.response?.status !== 200 || !isObject(body)) return undefined
  if (!Array.isArray(body['data']) || !isObject(body['pagination'])) return undefined
  const { limit, offset, total, has_more: hasMore } = body['pagination']
  return {
    list,
    items: body['data'],
    asked: {
      limit: asked(exchange, 'limit', 1, FULL_PAGE),
      offset: asked(exchange, 'offset', 0, LARGEST_OFFSET),
    },
    limit: counted(limit),
    offset: counted(offset),
    total: counted(total),
    hasMore: typeof hasMore === 'boolean' ? hasMore : undefined,
  }
}

/** A number of items. A negative one says nothing about the page; the schema judges it. */
function counted(value: unknown): number | undefined {
  const number = integer(value)
  return number !== undefined && number >= 0 ? number : undefined
}

/** A query value within its bounds. Other values are open, and prove nothing. */
function asked(exchange: Exchange, name: string, lowest: number, highest: number): number | undefined {
  const values = exchange.request.query.filter(([key]) => key === name).map(([, value]) => value)
  const [value] = values
  if (values.length !== 1 || value === undefined || !/^\d+$/.test(value)) return undefined
  const number = Number(value)
  return number >= lowest && number <= highest ? number : undefined
}

/** Whether the request's `limit` or `offset` is outside the specified bounds. */
export function outOfBounds(exchange: Exchange, page: PageReading): boolean {
  const named = (name: string): boolean => exchange.request.query.some(([key]) => key === name)
  return (
    (named('limit') && page.asked.limit === undefined) || (named('offset') && page.asked.offset === undefined)
  )
}

/**
 * Whether a page from the newest item on reaches an item of that age: the page ends the list, or has an older
 * item.
 */
export function reaches(page: Exchange, createdAt: unknown): boolean {
  const [at, { data, pagination }] = [instant(createdAt), bodyOf(page)]
  const isLast = isObject(pagination) && pagination['has_more'] === false
  return (
    Array.isArray(data) &&
    (isLast || itemsOf(page).some((item) => at !== undefined && (instant(item['created_at']) ?? at) < at))
  )
}
