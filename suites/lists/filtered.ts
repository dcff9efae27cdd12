/** What the filters of a request ask of every item that its page shows. */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { readPage } from '../../lib/engine/judge/page.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { type JsonObject, objects, quote } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import type { Membership } from './filter-kinds.ts'
import { type Filter, filterOf, FILTERS, isHidden, isShownUnnamed } from './filters.ts'

/** What a request asks of each item, by one of its filters or by naming no status. */
interface Demand {
  readonly requirement: string
  readonly expected: string
  readonly field: string
  readonly keeps: (item: JsonObject) => Membership
}

/** The parameters of a request without `limit` and `offset`. */
export function namedFilters({ request }: Exchange): readonly (readonly [name: string, value: string])[] {
  return request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
}

/** The requirement for pages of a filtered list; undefined if the request names no filter. */
export function filteredPaging(exchange: Exchange, list: ListKey): string | undefined {
  const isFiltered = exchange.request.query.some(([name]) => filterOf(list, name) !== undefined)
  return isFiltered ? LIST_FACTS[list].paged : undefined
}

/** What a request asks of each item; undefined if what one of its parameters means is open. */
export function demandsOf(exchange: Exchange, list: ListKey): readonly Demand[] | undefined {
  const query = namedFilters(exchange)
  const used = query.flatMap(([name, value]): Used[] => {
    const filter = filterOf(list, name)
    return filter?.kind.isPlain(value) ? [{ ...filter, name, value }] : []
  })
  const isRepeated = new Set(query.map(([name]) => name)).size < query.length
  if (isRepeated || used.length < query.length) return undefined
  const demands = used.map((filter): Demand => {
    const { name, value, field, kind } = filter
    const keeps = kind.keeps(value)
    return {
      requirement: requirementOf(filter, used, exchange, list),
      expected: `only items that match ${name}=${value}`,
      field,
      keeps: (item) => keeps(item[field]),
    }
  })
  return list !== 'GET /reservations' || used.some(({ name }) => name === 'status')
    ? demands
    : [...demands, UNNAMED]
}

/** Whether all demands include an item. */
export function membershipOf(item: JsonObject, demands: readonly Demand[]): Membership {
  const seen = new Set(demands.map(({ keeps }) => keeps(item)))
  if (seen.has('out')) return 'out'
  return seen.has('open') ? 'open' : 'in'
}

/** What a request for reservations that names no status asks of them. */
const UNNAMED: Demand = {
  requirement: 'LIST-RESERVATIONS-23',
  expected: 'neither held nor blocked without a status filter',
  field: 'status',
  keeps: (item) => (isShownUnnamed('GET /reservations', item) ? 'in' : 'out'),
}

/** A filter of a request, and its value. */
interface Used extends Filter {
  readonly name: string
  readonly value: string
}

/** The requirement of a filter: on a later page that of pages, beside other filters that of several. */
function requirementOf(
  { requirement, name, value }: Used,
  used: readonly Used[],
  exchange: Exchange,
  list: ListKey,
): string {
  const offset = exchange.request.query.find(([name]) => name === 'offset')?.[1] ?? '0'
  const { paged, combined } = LIST_FACTS[list]
  if (offset !== '0' && paged !== undefined) return paged
  if (used.length > 1 && combined !== undefined) {
    const isWindow = used.length === 2 && used.every(({ name }) => name === 'from' || name === 'to')
    return isWindow ? 'LIST-RESERVATIONS-29' : combined
  }
  if (list !== 'GET /reservations' || name !== 'status') return requirement
  if (value.includes(',')) return 'LIST-RESERVATIONS-22'
  return isHidden(value) ? 'LIST-RESERVATIONS-24' : requirement
}

/** Part 4: every item of a filtered list passes the filter. Whether any is missing takes more than one exchange. */
export const filters: Oracle = (exchange, judgements) => {
  const page = readPage(exchange)
  const demands = page && demandsOf(exchange, page.list)
  const [first] = demands ?? []
  if (page === undefined || demands === undefined || first === undefined) return
  for (const [index, item] of objects(page.items).entries()) {
    const violated = demands.find(({ keeps }) => keeps(item) === 'out')
    if (violated === undefined) {
      judgements.pass(first.requirement)
      continue
    }
    const { requirement, expected, field } = violated
    const received = (): string => `${field} ${quote(item[field])}, in ${quote(excerpt(page.list, item))}`
    judgements.fail(requirement, expected, received, { pointer: `/data/${index}/${field}` })
  }
}

/** What identifies an item, and what the filters of its list read. */
function excerpt(list: ListKey, item: JsonObject): JsonObject {
  const names = new Set(['id', ...Object.values(FILTERS[list]).map(({ field }) => field), 'created_at'])
  return Object.fromEntries([...names].filter((name) => name in item).map((name) => [name, item[name]]))
}
