import { type Exchange, json } from '../http/exchange.ts'
import { groupBy } from '../util/collections.ts'
import { isObject, quote } from '../util/values.ts'

/** Headers of a connection or a moment, not of an answer. */
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
 * ISOLATION-13: what distinguishes answers to a foreign id from answers to absent ids; undefined if nothing does.
 * What differs among answers of one kind does not count.
 * @param volatile lower-case names of further headers that do not count
 */
export function difference(
  foreign: readonly Exchange[],
  absent: readonly Exchange[],
  ids: readonly string[],
  volatile: () => ReadonlySet<string>,
): string | undefined {
  for (const [name, trait] of Object.entries(TRAITS)) {
    const [own, usual] = [foreign, absent].map((some) => [
      ...new Set(some.map((exchange) => trait(exchange, ids))),
    ])
    if (own?.length === 1 && usual?.length === 1 && own[0] !== usual[0])
      return `${name} ${own[0]} instead of ${usual[0]}`
  }
  return headerDifference(foreign, absent, volatile)
}

/** A header on all answers of one kind and on none of the other. */
function headerDifference(
  foreign: readonly Exchange[],
  absent: readonly Exchange[],
  volatile: () => ReadonlySet<string>,
): string | undefined {
  const [own, usual] = [foreign.map(headerNames), absent.map(headerNames)]
  const [more, less] = [decisive(own, usual), decisive(usual, own)]
  if (more.length + less.length === 0) return undefined
  const passing = volatile()
  const lasts = (name: string): boolean => !passing.has(name)
  if (more.some(lasts)) return `a header ${more.find(lasts)} that they do not carry`
  return less.some(lasts) ? `no header ${less.find(lasts)}, which they carry` : undefined
}

/**
 * Lower-case names of headers that some successful answers to one operation and key carried and others did not: load
 * balancers and caches add them. Requests about a single chatbot are left out: it may be a foreign one.
 */
export function volatileHeaders(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const alike = groupBy(
    exchanges.filter(
      ({ request, response }) =>
        response?.status === 200 && request.query.every(([name]) => name !== 'chatbot_id'),
    ),
    ({ operation, key }) => `${operation} ${key}`,
  )
  const volatile = [...alike.values()].flatMap((some) => {
    const named = some.map(headerNames)
    const all = new Set(named.flatMap((names) => [...names]))
    return [...all].filter((name) => named.some((names) => !names.has(name)))
  })
  return new Set(volatile)
}

type Names = ReadonlySet<string>

/** Names in each set of `present` and in none of `missing`. */
function decisive(present: readonly Names[], missing: readonly Names[]): readonly string[] {
  if (missing.length === 0) return []
  return [...(present[0] ?? [])].filter(
    (name) => present.every((names) => names.has(name)) && missing.every((names) => !names.has(name)),
  )
}

function headerNames(exchange: Exchange): Names {
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

/** A text with the given ids masked, which it may echo. */
function masked(text: unknown, ids: readonly string[]): unknown {
  return typeof text === 'string' ? ids.reduce((rest, id) => rest.replaceAll(id, '<id>'), text) : text
}
