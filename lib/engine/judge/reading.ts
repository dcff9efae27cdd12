import { type Exchange, json } from '../http/exchange.ts'
import { CONTRACT } from '../contract/api.ts'
import { remembered } from '../util/memo.ts'
import { isObject, jsonIn, type JsonObject, objects } from '../util/values.ts'

const NOTHING: JsonObject = {}

/** The body of a response; an empty object if the body is not a JSON object. */
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
  return request.body === undefined ? NOTHING : objectIn(request)
}

const objectIn = remembered(({ body = '', bodyCoding }: Exchange['request']): JsonObject => {
  const sent = bodyCoding === undefined ? jsonIn(body) : undefined
  return isObject(sent) ? sent : NOTHING
})
