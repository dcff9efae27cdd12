/** What the filters of a request ask of every item that its page shows. */
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { readPage } from '../../lib/engine/judge/page.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { type JsonObject, objects, quote } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import type { Membership } from './filter-kinds.ts'
import { filterOf, filterRule, FILTERS, isShownUnnamed } from './filters.ts'

/** What a request asks of each item, by one of its filters or by naming no status. */
export interface Demand {
  readonly requirement: string
  readonly expected: string
  readonly field: string
  readonly keeps: (item: JsonObject) => Membership
}

/** The requirement for pages of a filtered list; undefined if the request names no filter. */
export function filteredPaging(exchange: Exchange, list: ListKey): string | undefined {
  const isFiltered = exchange.request.query.some(([name]) => filterOf(list, name) !== undefined)
  return isFiltered ? LIST_FACTS[list].paged : undefined
}

/** What a request for reservations that names no status asks of them. */
export const UNNAMED: Demand = {
  requirement: 'LIST-RESERVATIONS-23',
  expected: 'neither held nor blocked without a status filter',
  field: 'status',
  keeps: (item) => (isShownUnnamed('GET /reservations', item) ? 'in' : 'out'),
}

/** Whether all demands include an item. */
export function membershipOf(item: JsonObject, demands: readonly Pick<Demand, 'keeps'>[]): Membership {
  let seen: Membership = 'in'
  for (const { keeps } of demands) {
    const one = keeps(item)
    if (one === 'out') return 'out'
    if (one === 'open') seen = 'open'
  }
  return seen
}

/** What a request asks of each item; none if what one of its parameters means is open. */
function demandsOf({ request }: Exchange, list: ListKey): readonly Demand[] {
  const query = request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
  const demands = query.flatMap(([name, value]): Demand[] => {
    const filter = filterOf(list, name)
    if (filter?.kind.isPlain(value) !== true) return []
    const { field, kind } = filter
    const keeps = kind.keeps(value)
    return [
      {
        requirement: filterRule(filter, value),
        expected: `only items that match ${name}=${value}`,
        field,
        keeps: (item) => keeps(item[field]),
      },
    ]
  })
  const isRepeated = new Set(query.map(([name]) => name)).size < query.length
  if (isRepeated || demands.length < query.length) return []
  const isUnnamed = list === 'GET /reservations' && query.every(([name]) => name !== 'status')
  return isUnnamed ? [...demands, UNNAMED] : demands
}

/**
 * Part 4: every item of a filtered list passes the filter. Whether any is missing, and whether a filter is lost only
 * beside others, takes more than one exchange.
 */
export const filters: Oracle = (exchange, judgements) => {
  const page = readPage(exchange)
  const demands = page === undefined ? [] : demandsOf(exchange, page.list)
  const [first] = demands
  if (page === undefined || first === undefined) return
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
