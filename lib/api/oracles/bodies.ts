import { type Exchange, json } from '../../http/exchange.ts'
import { isObject, objects, type Row } from '../../util/values.ts'

const NOTHING: Row = {}

/** The body of an answer; an empty object where it is none. */
export function bodyOf(exchange: Exchange): Row {
  const body = json(exchange)
  return isObject(body) ? body : NOTHING
}

/** The rows of a list; none where there are none. */
export function rowsOf(exchange: Exchange): readonly Row[] {
  return objects(bodyOf(exchange)['data'])
}

/** The body that was sent, where it was a JSON object; an empty object otherwise. */
export function sentBody({ request }: Exchange): Row {
  try {
    const body: unknown = JSON.parse(request.body ?? '')
    return isObject(body) ? body : NOTHING
  } catch {
    return NOTHING
  }
}
