import type { Trace } from '../harness/api.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject, objects, type JsonObject } from '../util/values.ts'
import { bodyOf, itemsOf, sentBody } from './oracles/oracle.ts'

/** Text fields that a lead shows as they were sent. */
const SHOWN = ['name', 'email', 'phone', 'notes'] as const

/**
 * Where the lead or the note of a request can be found if the request was carried out and its answer lost: in the
 * newest leads, and in the conversation. Undefined for other requests and for bodies that cannot be recognised.
 */
export function traceOf(exchange: Exchange): Trace | undefined {
  const { operation, key, request } = exchange
  const sent = sentBody(exchange)
  switch (operation) {
    case 'POST /leads': {
      const fields = SHOWN.filter((field) => typeof sent[field] === 'string' && sent[field] !== '')
      if (fields.length === 0) return undefined
      return {
        spec: { method: 'GET', path: '/leads', query: { limit: 100 }, key },
        find: (answer) =>
          idsOf(itemsOf(answer), (lead) => fields.every((field) => lead[field] === sent[field])),
      }
    }
    case 'POST /conversations/{id}/messages':
      return {
        spec: { method: 'GET', path: request.path.replace(/\/messages$/, ''), key },
        find: (answer) => {
          const { data } = bodyOf(answer)
          const messages = isObject(data) ? objects(data['messages']) : []
          return idsOf(messages, ({ content }) => content === sent['content'])
        },
      }
    default:
      return undefined
  }
}

function idsOf(items: readonly JsonObject[], isIt: (item: JsonObject) => boolean): readonly string[] {
  return items.filter(isIt).flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
