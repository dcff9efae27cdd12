import type { Exchange } from '../../lib/http/exchange.ts'
import { groupBy } from '../../lib/util/collections.ts'
import { type JsonObject, objects, quote } from '../../lib/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import { type ListKey } from '../../lib/spec/operations.ts'
import type { Membership } from './filter-kinds.ts'
import { type Filter, filterOf, FILTERS, isHidden, isShownUnnamed } from './filters.ts'
import { itemsOf, type Oracle, readPage } from '../../lib/judge/oracle.ts'
import { point, type Watcher } from '../support/observed.ts'

/** Rows about reservations that belong to no single filter: without a status, and within a window. */
const HIDDEN = 'LIST-RESERVATIONS-23'
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
  const isFiltered = exchange.request.query.some(([name]) => filterOf(list, name) !== undefined)
  return isFiltered ? LIST_FACTS[list].paged : undefined
}

/** A filter of a request, and its value. */
interface Used extends Filter {
  readonly name: string
  readonly value: string
}

/** The query of a request without `limit` and `offset`. */
export function namedFilters({ request }: Exchange): readonly (readonly [name: string, value: string])[] {
  return request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
}

/** The filters of a list request; undefined if none applies, or if what one of its parameters means is open. */
export function readFilters(exchange: Exchange, list: ListKey): FilterReading | undefined {
  const query = namedFilters(exchange)
  const used = query.flatMap(([name, value]): Used[] => {
    const filter = filterOf(list, name)
    return filter?.kind.isPlain(value) ? [{ ...filter, name, value }] : []
  })
  const isRepeated = new Set(query.map(([name]) => name)).size < query.length
  if (isRepeated || used.length < query.length) return undefined
  const hides = list === 'GET /reservations' && !used.some(({ name }) => name === 'status')
  if (used.length === 0 && !hides) return undefined
  const tests = used.map(({ name, value, field, kind }) => {
    const keeps = kind.keeps(value)
    return { because: `${name}=${value}`, field, test: (item: JsonObject) => keeps(item[field]) }
  })
  return {
    requirement: requirementOf(list, used, exchange),
    fields: [...new Set(used.map(({ field }) => field))],
    belongs: (item) => {
      const seen = tests.map(({ test, ...from }) => ({ membership: test(item), ...from }))
      const excluding = seen.find(({ membership }) => membership === 'out')
      if (excluding !== undefined) return excluding
      if (hides && !isShownUnnamed(list, item)) return { membership: 'out', field: 'status' }
      return seen.find(({ membership }) => membership === 'open') ?? { membership: 'in' }
    },
  }
}

/** The requirement that a wrong item violates: on a later page that of pages; of several filters that of several. */
function requirementOf(list: ListKey, used: readonly Used[], exchange: Exchange): string {
  const offset = exchange.request.query.find(([name]) => name === 'offset')?.[1] ?? '0'
  const { paged, combined } = LIST_FACTS[list]
  if (offset !== '0' && paged !== undefined) return paged
  const [first, ...others] = used
  if (first === undefined) return HIDDEN
  if (others.length > 0 && combined !== undefined) {
    const isWindow = used.length === 2 && used.every(({ name }) => name === 'from' || name === 'to')
    return isWindow ? WINDOW : combined
  }
  if (list !== 'GET /reservations' || first.name !== 'status') return first.requirement
  if (first.value.includes(',')) return 'LIST-RESERVATIONS-22'
  return isHidden(first.value) ? 'LIST-RESERVATIONS-24' : first.requirement
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
      hidden ? HIDDEN : reading.requirement,
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

/** OPEN-04: whether a lower bound includes an item on it, seen on whole lists that were asked for with no other filter. */
export const sinceBound: Watcher = (exchanges) =>
  (['GET /conversations', 'GET /leads', 'GET /reservations'] as const).flatMap((list) => {
    const pages = exchanges.filter((exchange) => exchange.operation === list && exchange.key === 'main')
    const known = pages.flatMap(itemsOf).filter((item) => isShownUnnamed(list, item))
    for (const page of pages) {
      const { since, limit: _limit, ...others } = Object.fromEntries(page.request.query)
      const onBound = known.find((item) => item['created_at'] === since)
      const isWhole = Object.keys(others).length === 0 && readPage(page)?.hasMore === false
      if (since === undefined || onBound === undefined || !isWhole) continue
      const how = itemsOf(page).some(({ id }) => id === onBound['id']) ? 'included' : 'left out'
      return [point('OPEN-04', `${list}: an item exactly at the bound is ${how}`, page)]
    }
    return []
  })
