import type { Contract } from '../spec/contract.ts'
import { type Exchange, json } from '../http/exchange.ts'
import type { Judgements } from './judgements.ts'
import { integer, isObject, type JsonObject, objects } from '../util/values.ts'
import { type ListKey, LISTS } from '../spec/operations.ts'
import { CONTRACT, FULL_PAGE } from '../spec/api.ts'
import { isAnsweredInFront } from './foreign-answers.ts'

/** What an oracle knows beside the exchange. */
export interface Facts {
  readonly baseUrl: string
  readonly contract: Contract
}

/** A pure judgement of one exchange that has a response. */
export type Oracle = (exchange: Exchange, judgements: Judgements, facts: Facts) => void

/**
 * What an exchange addresses.
 * - `endpoint`: one of the 13 operations of part 4;
 * - `description`: openapi.json (part 9);
 * - `elsewhere`: another path or method below the base address;
 * - `outside`: another address, such as the apex host; a path with a broken percent-escape; and a request that no
 * client would send, if something in front of the API answered it.
 */
type Scope = 'endpoint' | 'description' | 'elsewhere' | 'outside'

/** What an exchange addresses; see {@link Scope}. */
export function scopeOf(exchange: Exchange, baseUrl: string): Scope {
  if (/%(?![0-9a-f]{2})/i.test(exchange.request.path)) return 'outside'
  if (isAnsweredInFront(exchange)) return 'outside'
  if (exchange.operation !== undefined) return 'endpoint'
  if (!exchange.request.url.startsWith(`${baseUrl}/`)) return 'outside'
  return exchange.request.path === '/openapi.json' ? 'description' : 'elsewhere'
}

const NOTHING: JsonObject = {}

/** The body of an answer; an empty object if it is not one. */
export function bodyOf(exchange: Exchange): JsonObject {
  const body = json(exchange)
  return isObject(body) ? body : NOTHING
}

/** The resource in the `data` of an answer; an empty object if there is none. */
export function dataOf(exchange: Exchange): JsonObject {
  const { data } = bodyOf(exchange)
  return isObject(data) ? data : NOTHING
}

/** The items of a list; none if there is no list. */
export function itemsOf(exchange: Exchange): readonly JsonObject[] {
  return objects(bodyOf(exchange)['data'])
}

/** The id that the path of a request names, decoded; undefined if it names none. */
export function askedId({ request }: Exchange): string | undefined {
  return CONTRACT.match(request.method, request.path)?.params['id']
}

/** The request body if it was a JSON object; otherwise an empty object. */
export function sentBody({ request }: Pick<Exchange, 'request'>): JsonObject {
  if (request.bodyCoding !== undefined || request.body === undefined) return NOTHING
  try {
    const body: unknown = JSON.parse(request.body)
    return isObject(body) ? body : NOTHING
  } catch {
    return NOTHING
  }
}

/** A service may store offsets in 32 bits, clamp larger ones and state what it applied. */
const LARGEST_OFFSET = 2_147_483_647

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
  const list = LISTS.find((key) => key === exchange.operation)
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

/** A query value within its bounds. Others are open and say nothing. */
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
