import type { Exchange } from '../../lib/http/exchange.ts'
import { groupBy } from '../../lib/util/collections.ts'
import { type JsonObject, objects, quote } from '../../lib/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import { type ListKey } from '../../lib/spec/operations.ts'
import { FILTERS, isHidden, isPlain, isShownUnnamed, type Membership } from './filter-table.ts'
import { itemsOf, type Oracle, readPage } from '../../lib/judge/oracle.ts'
import { point, type Watcher } from '../support/observed.ts'

const WINDOW = 'LIST-RESERVATIONS-29'

/** The filters of one request, and the requirement that a wrong item violates. */
interface FilterReading {
  readonly requirement: string
  /** The fields of an item that the filters read. */
  readonly fields: readonly string[]
  readonly belongs: (item: JsonObject) => Belonging
}

/** Whether an item belongs to a filtered page, and what decides it. */
interface Belonging {
  readonly membership: Membership
  /** The parameter that decides, such as `status=new`. Absent if no parameter does: no status was named. */
  readonly because?: string
  readonly field?: string
}

/** The requirement for pages of a filtered list; undefined if the request names no filter. */
export function filteredPaging(exchange: Exchange, list: ListKey): string | undefined {
  return exchange.request.query.some(([name]) => Object.hasOwn(FILTERS[list], name) || name === 'since')
    ? LIST_FACTS[list].paged
    : undefined
}

/** The filters of a list request; undefined if none applies. */
export function readFilters(exchange: Exchange, list: ListKey): FilterReading | undefined {
  const query = exchange.request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
  const repeated = new Set(query.map(([name]) => name)).size < query.length
  const used = query.flatMap(([name, value]) => {
    const filter = Object.hasOwn(FILTERS[list], name) ? FILTERS[list][name] : undefined
    if (filter === undefined) return []
    return [
      {
        name,
        value,
        requirement: filter.requirement,
        field: filter.field,
        test: filter.test(value),
      },
    ]
  })
  // Empty, malformed, repeated and unknown parameters are open.
  if (repeated || used.length < query.length || used.some(({ name, value }) => !isPlain(list, name, value)))
    return undefined
  const hides = list === 'GET /reservations' && !query.some(([name]) => name === 'status')
  if (used.length === 0 && !hides) return undefined
  return {
    requirement: requirementOf(list, used, exchange),
    fields: [...new Set(used.map(({ field }) => field))],
    belongs: (item) => {
      let open: string | undefined
      for (const { name, value, field, test } of used) {
        const membership = test(item)
        if (membership === 'in') continue
        const because = `${name}=${value}`
        if (membership === 'out') return { membership, because, field }
        open ??= because
      }
      if (hides && !isShownUnnamed(list, item)) return { membership: 'out', field: 'status' }
      return open === undefined ? { membership: 'in' } : { membership: 'open', because: open }
    },
  }
}

/** The requirement that a wrong item violates: that of the filter, of several together or, on a later page, of pages. */
function requirementOf(
  list: ListKey,
  used: readonly { name: string; value: string; requirement: string }[],
  exchange: Exchange,
): string {
  const singles = used.map(({ name, value, requirement }) =>
    name === 'status' ? statusRequirement(list, value) : requirement,
  )
  const offset = exchange.request.query.find(([name]) => name === 'offset')?.[1]
  const { paged } = LIST_FACTS[list]
  if (offset !== undefined && offset !== '0' && paged !== undefined) return paged
  return jointRequirement(list, singles) ?? singles[0] ?? 'LIST-RESERVATIONS-23'
}

function statusRequirement(list: ListKey, value: string): string {
  if (list !== 'GET /reservations') return FILTERS[list]['status']?.requirement ?? ''
  if (value.includes(',')) return 'LIST-RESERVATIONS-22'
  return isHidden(value) ? 'LIST-RESERVATIONS-24' : 'LIST-RESERVATIONS-21'
}

/** Part 4: every item of a filtered list passes the filter. Whether any is missing takes more than one exchange. */
export const filters: Oracle = (exchange, judgements) => {
  const page = readPage(exchange)
  const reading = page && readFilters(exchange, page.list)
  if (page === undefined || reading === undefined) return
  const items = objects(page.items)
  const wrong = items.flatMap((item, index) => {
    const { membership, because, field } = reading.belongs(item)
    return membership === 'out' ? [{ item, index, because, field }] : []
  })
  // One item for each of the two rules: neither violation hides the other.
  for (const [hidden, [first, ...others]] of groupBy(wrong, ({ because }) => because === undefined)) {
    if (first === undefined) continue
    const { item, index, because, field } = first
    const times = others.length === 0 ? '' : `${others.length + 1} of ${items.length} items, first: `
    judgements.fail(
      hidden ? 'LIST-RESERVATIONS-23' : reading.requirement,
      hidden ? 'neither held nor blocked without a status filter' : `only items that match ${because}`,
      `${times}${field === undefined ? '' : `${field} ${quote(item[field])}, in `}${quote(excerpt(page.list, item))}`,
      {
        pointer: field === undefined ? `/data/${index}` : `/data/${index}/${field}`,
      },
    )
  }
  if (items.length > 0 && wrong.length === 0) judgements.pass(reading.requirement)
}

/** What identifies an item, and what the filters of its list read. */
function excerpt(list: ListKey, item: JsonObject): JsonObject {
  const names = new Set(['id', ...Object.values(FILTERS[list]).map(({ field }) => field), 'created_at'])
  return Object.fromEntries([...names].filter((name) => name in item).map((name) => [name, item[name]]))
}

/** A page requested with the time of an item as `since`, and whether it includes that item. */
interface OnBound {
  readonly page: Exchange
  readonly included: boolean
}

/** OPEN-04: pages whose `since` is the creation of a known item that all their other filters keep. */
export function itemsOnBound(list: ListKey, pages: readonly Exchange[]): OnBound[] {
  const items = pages.flatMap(itemsOf)
  return pages.flatMap((page): OnBound[] => {
    const query = new Map(page.request.query)
    const bound = query.get('since')
    if (bound === undefined || page.response?.status !== 200) return []
    const onBound = items.find((item) => item['created_at'] === bound && isKept(list, item, query))
    if (onBound === undefined) return []
    const included = itemsOf(page).some((item) => item['id'] === onBound['id'])
    return included || isOnlyPage(page, query) ? [{ page, included }] : []
  })
}

/** The requirement of several filters together; undefined of a single one. */
function jointRequirement(list: ListKey, singles: readonly string[]): string | undefined {
  if (singles.length < 2) return undefined
  const isWindow = singles.includes('LIST-RESERVATIONS-27') && singles.includes('LIST-RESERVATIONS-28')
  return isWindow && singles.length === 2 ? WINDOW : LIST_FACTS[list].combined
}

/** Whether the filters other than `since` keep an item. */
function isKept(list: ListKey, item: JsonObject, query: ReadonlyMap<string, string>): boolean {
  const filters = Object.entries(FILTERS[list]).filter(([name]) => name !== 'since' && query.has(name))
  const shown = query.has('status') || isShownUnnamed(list, item)
  return shown && filters.every(([name, filter]) => filter.test(query.get(name) ?? '')(item) === 'in')
}

/** Whether a page is the first and has no further one. The item on the bound is the oldest and may be on the next page. */
function isOnlyPage(page: Exchange, query: ReadonlyMap<string, string>): boolean {
  return !query.has('offset') && readPage(page)?.hasMore === false
}

/** OPEN-04: whether a lower bound includes what lies on it. */
export const sinceBound: Watcher = (exchanges) =>
  (['GET /conversations', 'GET /leads', 'GET /reservations'] as const).flatMap((list) => {
    const pages = exchanges.filter((exchange) => exchange.operation === list && exchange.key === 'main')
    const seen = itemsOnBound(list, pages)[0]
    if (seen === undefined) return []
    const how = seen.included ? 'included' : 'left out'
    return [point('OPEN-04', `${list}: an item exactly at the bound is ${how}`, seen.page)]
  })
