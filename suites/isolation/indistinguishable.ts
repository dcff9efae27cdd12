import { type Exchange, json } from '../../lib/http/exchange.ts'
import { groupBy } from '../../lib/util/collections.ts'
import { isObject, quote } from '../../lib/util/values.ts'

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
 * ISOLATION-13: what distinguishes the answer to a foreign id from those to several absent ids; undefined if nothing
 * does. Some absent ids may be malformed for the service, and some traits differ on every answer. So a trait counts
 * where no answer to an absent id has it, and two of those share another one.
 * @param ids - those asked for, which an answer may echo
 * @param volatile - finds lower-case names of headers that come and go; asked only where a header differs
 */
export function distinction(
  foreign: Exchange,
  absent: readonly Exchange[],
  ids: readonly string[],
  volatile: () => ReadonlySet<string> = () => new Set(),
): string | undefined {
  for (const [name, trait] of Object.entries(TRAITS)) {
    const own = trait(foreign, ids)
    const usual = absent.map((exchange) => trait(exchange, ids))
    const shared = usual.find((value, index) => usual.indexOf(value) < index)
    if (shared !== undefined && !usual.includes(own))
      return `${name} ${quote(own, SHOWN)} instead of ${quote(shared, SHOWN)}`
  }
  return headerDistinction(foreign, absent, volatile)
}

/** So much of a body is shown. */
const SHOWN = 200

/** A header on the one answer and on none of the others, or the other way round. */
function headerDistinction(
  foreign: Exchange,
  absent: readonly Exchange[],
  volatile: () => ReadonlySet<string>,
): string | undefined {
  if (absent.length === 0) return undefined
  const [own, usual] = [[headerNames(foreign)], absent.map(headerNames)]
  const [onIt, onThem] = [only(own, usual), only(usual, own)]
  if (onIt.length + onThem.length === 0) return undefined
  const passing = volatile()
  const more = onIt.find((name) => !passing.has(name))
  if (more !== undefined) return `an extra header ${more}`
  const less = onThem.find((name) => !passing.has(name))
  return less === undefined ? undefined : `no header ${less}`
}

/** Names in each set of `present` and in none of `missing`. */
function only(
  present: readonly ReadonlySet<string>[],
  missing: readonly ReadonlySet<string>[],
): readonly string[] {
  return [...(present[0] ?? [])].filter(
    (name) => present.every((names) => names.has(name)) && missing.every((names) => !names.has(name)),
  )
}

/**
 * Lower-case names of headers that some successful answers to one operation and key carried and others did not: load
 * balancers and caches add them. Requests about a single chatbot are left out: it may be a foreign one.
 */
export function volatileHeaders(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const plain = exchanges.filter(
    ({ request, response }) =>
      response?.status === 200 && request.query.every(([name]) => name !== 'chatbot_id'),
  )
  const alike = groupBy(plain, ({ operation, key }) => `${operation} ${key}`)
  const volatile = [...alike.values()].flatMap((some) => {
    const named = some.map(headerNames)
    const all = new Set(named.flatMap((names) => [...names]))
    return [...all].filter((name) => named.some((names) => !names.has(name)))
  })
  return new Set(volatile)
}

function headerNames(exchange: Exchange): ReadonlySet<string> {
  const names = (exchange.response?.headers ?? []).map(([name]) => name.toLowerCase())
  return new Set(names.filter((name) => !PASSING.has(name)))
}

/** What is compared, the plainest first: the last is all of a body. */
const TRAITS: Readonly<Record<string, (exchange: Exchange, ids: readonly string[]) => string>> = {
  status: ({ response }) => String(response?.status),
  code: (exchange) => String(field(exchange, 'code')),
  text: (exchange, ids) => masked(String(field(exchange, 'error')), ids),
  fields: (exchange) => {
    const body = json(exchange)
    return isObject(body) ? Object.keys(body).sort().join(' ') : typeof body
  },
  body: ({ response }, ids) => masked(response?.text ?? '', ids),
}

function field(exchange: Exchange, name: string): unknown {
  const body = json(exchange)
  return isObject(body) ? body[name] : undefined
}

/** A text with the given ids masked, which it may echo as they are or as in a URL. */
function masked(text: string, ids: readonly string[]): string {
  const forms = ids.flatMap((id) => [id, encodeURIComponent(id)]).toSorted((a, b) => b.length - a.length)
  return forms.reduce((rest, form) => rest.replaceAll(form, '<id>'), text)
}
