import type { Trace } from '../harness/api.ts'
import { json, type Exchange } from '../http/exchange.ts'
import { isObject, objects, type JsonObject } from '../util/values.ts'

/** Text fields that a lead shows as they were sent. */
const SHOWN = ['name', 'email', 'phone', 'notes'] as const

/**
 * Where the lead or the note of a request can be found if the request was carried out and its answer lost: in the
 * newest leads, and in the conversation. Undefined for other requests and for bodies that cannot be recognised.
 */
export function traceOf({ operation, key, request }: Exchange): Trace | undefined {
  const sent = bodyOf(request.body)
  switch (operation) {
    case 'POST /leads': {
      const fields = SHOWN.filter((field) => typeof sent[field] === 'string' && sent[field] !== '')
      if (fields.length === 0) return undefined
      return {
        spec: { method: 'GET', path: '/leads', query: { limit: 100 }, key },
        find: (answer) => idsOf(data(answer), (lead) => fields.every((field) => lead[field] === sent[field])),
      }
    }
    case 'POST /conversations/{id}/messages':
      return {
        spec: { method: 'GET', path: request.path.replace(/\/messages$/, ''), key },
        find: (answer) => {
          const detail = data(answer)
          const messages = isObject(detail) ? detail['messages'] : []
          return idsOf(messages, ({ content }) => content === sent['content'])
        },
      }
    default:
      return undefined
  }
}

function bodyOf(body = ''): JsonObject {
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

function data(answer: Exchange): unknown {
  const body = json(answer)
  return isObject(body) ? body['data'] : undefined
}

function idsOf(items: unknown, isIt: (item: JsonObject) => boolean): readonly string[] {
  return objects(items)
    .filter(isIt)
    .flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
}
