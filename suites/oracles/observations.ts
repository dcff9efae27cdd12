import { groupBy } from '../../lib/util/collections.ts'
import { operationOf } from '../../lib/spec/operations.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import { answersDescribedBy } from '../../lib/spec/served/examine.ts'
import { descriptionIn } from '../versioning/described-answers.ts'
import { type Exchange, header } from '../../lib/http/exchange.ts'
import { askedId, bodyOf, dataOf, sentBody } from '../../lib/judge/oracle.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { itemsOnBound } from '../lists/filters.ts'
import { orderOfTimes } from '../lists/order.ts'
import { instant, integer, isObject, objects, quote, type JsonObject } from '../../lib/util/values.ts'

/** An observation on an open point, and its exchange. */
export interface OpenPoint {
  readonly requirement: string
  readonly text: string
  readonly exchanges: readonly number[]
}

/** Observations on open points in the traffic of a run, without requests of their own. */
export function observations(exchanges: readonly Exchange[]): OpenPoint[] {
  const answered = exchanges.filter((exchange) => exchange.response !== undefined)
  return WATCHERS.flatMap((watch) => watch(answered))
}

type Watcher = (exchanges: readonly Exchange[]) => OpenPoint[]

const point = (requirement: string, text: string, ...seen: readonly (Exchange | undefined)[]): OpenPoint => ({
  requirement,
  text,
  exchanges: seen.flatMap((exchange) => (exchange === undefined ? [] : [exchange.id])),
})

const repeatedNames: Watcher = (exchanges) => {
  const read = exchanges.filter(({ response }) => response?.json.ok)
  const odd = read.find(
    ({ response }) =>
      response?.json.ok && response.json.oddities.some(({ kind }) => kind === 'duplicate-key'),
  )
  if (read.length === 0) return []
  const text = odd === undefined ? 'no object repeats a name' : 'an object repeats a name'
  return [point('OPEN-01', text, odd ?? read[0])]
}

/** The field names that occur in some items. */
function usedNames(items: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => Object.keys(item)))
}

const unknownFields: Watcher = (exchanges) => {
  const unknown = new Map<string, Exchange>()
  let known: Exchange | undefined
  for (const exchange of exchanges) {
    const resource = operationOf(exchange.operation)?.resource
    if (resource === undefined || exchange.response?.status !== 200) continue
    const items = resourcesOf(exchange)
    if (items.length === 0) continue
    known = exchange
    const specified = new Set(CONTRACT.fieldsOf(resource).map(({ name }) => name))
    for (const name of usedNames(items))
      if (!specified.has(name)) unknown.set(`${resource}.${name}`, exchange)
  }
  if (known === undefined) return []
  const names = [...unknown.keys()]
  return [
    point(
      'OPEN-02',
      names.length === 0
        ? 'no field beyond the specification'
        : `further fields: ${names.slice(0, 20).join(', ')}`,
      [...unknown.values()][0] ?? known,
    ),
  ]
}

const languagePrefix: Watcher = (exchanges) => {
  const asked = exchanges.filter(
    (exchange) =>
      exchange.operation === 'GET /conversations' &&
      valueOf(exchange, 'language') !== undefined &&
      resourcesOf(exchange).length > 0,
  )
  const wider = asked.find((exchange) =>
    resourcesOf(exchange).some((item) => item['language_code'] !== valueOf(exchange, 'language')),
  )
  if (asked.length === 0) return []
  const text = wider === undefined ? 'matched exactly, as far as seen' : 'matches more than the exact code'
  return [point('OPEN-03', text, wider ?? asked[0])]
}

const sinceBound: Watcher = (exchanges) =>
  (['GET /conversations', 'GET /leads', 'GET /reservations'] as const).flatMap((list) => {
    const pages = exchanges.filter((exchange) => exchange.operation === list && exchange.key === 'main')
    const seen = itemsOnBound(list, pages)[0]
    if (seen === undefined) return []
    const how = seen.included ? 'included' : 'left out'
    return [point('OPEN-04', `${list}: an item on the bound is ${how}`, seen.page)]
  })

const transcripts: Watcher = (exchanges) => {
  const details = exchanges.filter(
    (exchange) =>
      exchange.operation === 'GET /conversations/{id}' && objects(dataOf(exchange)['messages']).length > 1,
  )
  const [detail] = details
  if (detail === undefined) return []
  const orders = new Set(details.map((exchange) => orderOf(objects(dataOf(exchange)['messages']))))
  const counts = details.map((exchange) => countsOf(dataOf(exchange)))
  return [
    point('OPEN-05', `messages come ${[...orders].join(' or ')}`, detail),
    point('OPEN-06', `message_count ${whatCounts(counts)}`, detail),
  ]
}

function whatCounts(counts: readonly ReturnType<typeof countsOf>[]): string {
  if (counts.every(({ all }) => all)) return 'counts every message'
  return counts.every(({ spoken }) => spoken) ? 'leaves notes out' : 'counts something else'
}

function orderOf(messages: readonly JsonObject[]): string {
  const times = messages.flatMap((message) => instant(message['created_at']) ?? [])
  return orderOfTimes(times) ?? 'in no order of time'
}

function countsOf(detail: JsonObject): { all: boolean; spoken: boolean } {
  const messages = objects(detail['messages'])
  const count = integer(detail['message_count'])
  return {
    all: count === messages.length,
    spoken: count === messages.filter((message) => message['role'] !== 'note').length,
  }
}

const updates: Watcher = (exchanges) => {
  const patched = exchanges.filter(
    (exchange) => exchange.operation === 'PATCH /conversations/{id}' && exchange.response?.status === 200,
  )
  const [first] = patched
  if (first === undefined) return []
  // What the detail showed before counts too: several updates may fall into one second.
  const ids = new Set(patched.map(placeOf))
  const shown = exchanges.filter(
    (exchange) =>
      patched.includes(exchange) ||
      (exchange.operation === 'GET /conversations/{id}' &&
        ids.has(placeOf(exchange)) &&
        exchange.response?.status === 200),
  )
  const moves = (field: string): boolean =>
    [...groupBy(shown, placeOf).values()].some(
      (some) => new Set(some.map((exchange) => quote(dataOf(exchange)[field]))).size > 1,
    )
  const flagged = patched.filter((exchange) => typeof sentBody(exchange)['is_resolved'] === 'boolean')
  const states = new Set(
    flagged.map(
      (exchange) =>
        `${quote(dataOf(exchange)['status'])} after is_resolved ${quote(sentBody(exchange)['is_resolved'])}`,
    ),
  )
  const status = moves('status') ? `changes, ${[...states].join(', ') || 'without is_resolved'}` : 'stays'
  return [
    point('OPEN-16', `updated_at ${moves('updated_at') ? 'changes' : 'stays'}; status ${status}`, first),
  ]
}

/** The conversation that an exchange asks for, and the key that it asks with: workspaces may number their own. */
const placeOf = (exchange: Exchange): string => `${exchange.key} ${askedId(exchange)}`

const rate: Watcher = (exchanges) => {
  const endpoints = exchanges.filter((exchange) => exchange.operation !== undefined)
  const reset = endpoints.find((exchange) => header(exchange, 'X-RateLimit-Reset') !== undefined)
  const first =
    endpoints.find((exchange) => exchange.key === 'exhaustible') ??
    endpoints.find((exchange) => exchange.key === 'main')
  const left = first && remainingOf(first)
  const anonymous = endpoints.find((exchange) => exchange.key === 'none')
  const points: OpenPoint[] = []
  if (reset !== undefined)
    points.push(point('OPEN-28', formOf(header(reset, 'X-RateLimit-Reset') ?? '', reset.startedAt), reset))
  if (left !== undefined) points.push(point('OPEN-29', whetherCounted(left), first))
  if (anonymous !== undefined) {
    const remaining = header(anonymous, 'X-RateLimit-Remaining') ?? 'absent'
    points.push(point('OPEN-30', `X-RateLimit-Remaining: ${remaining}`, anonymous))
  }
  return points
}

/** What the first Remaining of a key says about its own request. */
function whetherCounted(left: number): string {
  if (left === RATE_LIMIT) return 'the present request is not counted yet'
  if (left === RATE_LIMIT - 1) return 'the present request is counted already'
  return 'the key was in use before: it cannot be determined'
}

/** The likeliest unit of a Reset value. */
function formOf(value: string, nowMs: number): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return `a date, ${quote(value)}`
  const number = Number(value)
  if (Math.abs(number * 1000 - nowMs) < 172_800_000) return 'seconds since the epoch'
  if (Math.abs(number - nowMs) < 172_800_000) return 'milliseconds since the epoch'
  return number <= 7200 ? 'seconds left' : `a number, ${value}`
}

/** Statuses that the served description leaves out. */
const servedDescription: Watcher = (exchanges) => {
  const served = descriptionIn(exchanges)
  if (served === undefined) return []
  const { isListed } = answersDescribedBy(served.document)
  const unlisted = new Map<string, Exchange>()
  for (const exchange of exchanges) {
    const { operation, response, foreign } = exchange
    if (operation === undefined || response === undefined || foreign === true) continue
    if (!isListed(operation, response.status)) unlisted.set(`${operation} ${response.status}`, exchange)
  }
  if (unlisted.size === 0) return [point('OPEN-33', 'every status received is described', served.exchange)]
  const names = [...unlisted.keys()].sort().join(', ')
  return [point('OPEN-33', `not described: ${names}`, ...[...unlisted.values()].slice(0, 1))]
}

const WATCHERS: readonly Watcher[] = [
  repeatedNames,
  unknownFields,
  languagePrefix,
  sinceBound,
  transcripts,
  updates,
  rate,
  servedDescription,
]

function resourcesOf(exchange: Exchange): readonly JsonObject[] {
  const { data } = bodyOf(exchange)
  return isObject(data) ? [data] : objects(data)
}

function valueOf(exchange: Exchange, name: string): string | undefined {
  return exchange.request.query.find(([key]) => key === name)?.[1]
}
