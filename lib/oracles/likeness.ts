import { type Exchange, json } from '../http/exchange.ts'
import { isObject, quote } from './values.ts'

/** Header names that belong to a connection or to a moment, not to an answer. */
const PASSING = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'trailer',
  'via',
  'age',
  'server-timing',
])

/**
 * ISOLATION-13: how the answer to a foreign id can be told from the answers to ids of nothing; undefined where it cannot.
 * What differs already among the answers to ids of nothing tells nothing, and is left out.
 */
export function difference(
  foreign: Exchange,
  absent: readonly Exchange[],
  ids: readonly string[],
): string | undefined {
  for (const [name, trait] of Object.entries(TRAITS)) {
    const usual = new Set(absent.map((exchange) => trait(exchange, ids)))
    const own = trait(foreign, ids)
    if (usual.size === 1 && !usual.has(own)) return `${name} ${own} instead of ${[...usual].join()}`
  }
  return undefined
}

const TRAITS: Readonly<Record<string, (exchange: Exchange, ids: readonly string[]) => string>> = {
  status: (exchange) => String(exchange.response?.status),
  code: (exchange) => quote(field(exchange, 'code')),
  text: (exchange, ids) => quote(masked(field(exchange, 'error'), ids), 200),
  fields: (exchange) => {
    const body = json(exchange)
    return isObject(body) ? Object.keys(body).sort().join(' ') : typeof body
  },
  headers: (exchange) =>
    [...new Set((exchange.response?.headers ?? []).map(([name]) => name.toLowerCase()))]
      .filter((name) => !PASSING.has(name))
      .sort()
      .join(' '),
}

function field(exchange: Exchange, name: string): unknown {
  const body = json(exchange)
  return isObject(body) ? body[name] : undefined
}

/** A text without the ids that it may echo. */
function masked(text: unknown, ids: readonly string[]): unknown {
  return typeof text === 'string' ? ids.reduce((rest, id) => rest.replaceAll(id, '<id>'), text) : text
}
