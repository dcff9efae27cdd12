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
 * ISOLATION-13: how answers to a foreign id can be told from answers to ids of nothing; undefined where they cannot. What differs
 * among the answers of one kind already tells nothing.
 */
export function difference(
  foreign: readonly Exchange[],
  absent: readonly Exchange[],
  ids: readonly string[],
): string | undefined {
  for (const [name, trait] of Object.entries(TRAITS)) {
    const [own, usual] = [foreign, absent].map((some) => [
      ...new Set(some.map((exchange) => trait(exchange, ids))),
    ])
    if (own?.length === 1 && usual?.length === 1 && own[0] !== usual[0])
      return `${name} ${own[0]} instead of ${usual[0]}`
  }
  return headerDifference(foreign, absent)
}

/** A header that all answers of one kind carry, and none of the other. */
function headerDifference(foreign: readonly Exchange[], absent: readonly Exchange[]): string | undefined {
  const [own, usual] = [foreign.map(headerNames), absent.map(headerNames)]
  const more = telling(own, usual)
  if (more !== undefined) return `a header ${more} that they do not carry`
  const less = telling(usual, own)
  return less === undefined ? undefined : `no header ${less}, which they carry`
}

type Names = ReadonlySet<string>

/** A name that stands in each of some sets, and in none of the others. */
function telling(present: readonly Names[], missing: readonly Names[]): string | undefined {
  if (missing.length === 0) return undefined
  return [...(present[0] ?? [])].find(
    (name) => present.every((names) => names.has(name)) && missing.every((names) => !names.has(name)),
  )
}

function headerNames(exchange: Exchange): ReadonlySet<string> {
  return new Set(
    (exchange.response?.headers ?? [])
      .map(([name]) => name.toLowerCase())
      .filter((name) => !PASSING.has(name)),
  )
}

const TRAITS: Readonly<Record<string, (exchange: Exchange, ids: readonly string[]) => string>> = {
  status: (exchange) => String(exchange.response?.status),
  code: (exchange) => quote(field(exchange, 'code')),
  text: (exchange, ids) => quote(masked(field(exchange, 'error'), ids), 200),
  fields: (exchange) => {
    const body = json(exchange)
    return isObject(body) ? Object.keys(body).sort().join(' ') : typeof body
  },
}

function field(exchange: Exchange, name: string): unknown {
  const body = json(exchange)
  return isObject(body) ? body[name] : undefined
}

/** A text without the ids that it may echo. */
function masked(text: unknown, ids: readonly string[]): unknown {
  return typeof text === 'string' ? ids.reduce((rest, id) => rest.replaceAll(id, '<id>'), text) : text
}
