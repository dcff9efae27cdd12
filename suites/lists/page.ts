/**
 * The rules that each single page of a list shows by itself: its size, its arithmetic, and that its items
 * pass the filters.
 */
import { isNewIn } from '../../lib/engine/case/certainty.ts'
import type { Exchange } from '../../lib/engine/http/exchange.ts'
import { isOwnedKey } from '../../lib/engine/http/keys.ts'
import type { Judgements } from '../../lib/engine/judge/judgements.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { outOfBounds, type PageReading, readPage } from '../../lib/engine/judge/page.ts'
import { FULL_PAGE } from '../../lib/engine/contract/api.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { count } from '../../lib/engine/util/text.ts'
import { given, objects, quote } from '../../lib/engine/util/values.ts'
import { type Demand, demandOf, filterOf, UNNAMED } from './filters.ts'
import { firstRise } from './order.ts'
import { isLimitOpen, LIST_FACTS, listRule, type ListRule } from './rules.ts'

/** A page, and the requirements on its arithmetic. */
interface Page extends PageReading {
  /** Whether the request's limit or offset is outside the specified bounds. */
  readonly isOutOfBounds: boolean
  /** The requirement that states a rule; with a filter, the one on filtered pages. */
  readonly requirementOf: (rule: ListRule) => string
}

/** Parts 2 and 8: the arithmetic of one page. */
export const pageArithmetic: Oracle = (exchange, judgements) => {
  // Answers to wrong keys are judged only by their status.
  const reading = isOwnedKey(exchange.key) ? readPage(exchange) : undefined
  if (reading === undefined) return
  const { list } = reading
  const isFiltered = exchange.request.query.some(([name]) => filterOf(list, name) !== undefined)
  const { paged } = LIST_FACTS[list]
  const page: Page = {
    ...reading,
    isOutOfBounds: outOfBounds(exchange, reading),
    requirementOf: (rule) => (isFiltered && paged !== undefined ? paged : listRule(list, rule)),
  }
  if (!isLimitOpen(list)) {
    judgeSize(page, judgements)
    if (!page.isOutOfBounds) judgeEcho(page, judgements)
  }
  judgeAgainstTotal(page, exchange, judgements)
}

/** A page holds no more items than its limit. */
function judgeSize(page: Page, judgements: Judgements): void {
  const { asked, limit, items } = page
  if (items.length === 0) return
  const most = asked.limit ?? Math.min(limit ?? FULL_PAGE, FULL_PAGE)
  judgements.check(
    items.length <= most,
    page.isOutOfBounds
      ? listRule(page.list, 'outOfBoundsAnswer')
      : page.requirementOf(asked.limit === 1 ? 'limitOne' : 'limitHundred'),
    `at most ${count(most, 'item')}`,
    () => count(items.length, 'item'),
    { pointer: '/data' },
  )
}

/** A page states the limit and offset that it applied: the requested ones. */
function judgeEcho(page: Page, judgements: Judgements): void {
  for (const name of ['limit', 'offset'] as const) {
    const wanted = page.asked[name]
    const said = page[name]
    if (wanted === undefined || said === undefined) continue
    judgements.check(
      said === wanted,
      page.requirementOf('echo'),
      `pagination.${name} ${wanted}, as requested`,
      () => `pagination.${name} ${said}`,
      { pointer: `/pagination/${name}` },
    )
  }
}

/**
 * Compares the items of a page and `has_more` with the `total`. Services count and select in two queries, so
 * two answers to the same read are needed.
 */
function judgeAgainstTotal(page: Page, exchange: Exchange, judgements: Judgements): void {
  const { asked, total, items } = page
  // A total that is counted only now and then may not include its newest item.
  if (objects(items).some((item) => isNewIn(exchange, item))) return
  // Without an offset in the request, the page is the first one, whatever it states.
  const offset = asked.offset ?? (page.isOutOfBounds ? page.offset : 0)
  if (offset === undefined || total === undefined) return
  const left = Math.max(0, total - offset)
  const isWithin = items.length <= left
  judgements.check(
    isWithin,
    page.requirementOf(left === 0 ? 'beyondEnd' : 'total'),
    `at most ${count(left, 'item')}: offset ${offset} of ${total}`,
    () => count(items.length, 'item'),
    { pointer: '/data', proof: false },
  )
  const isShort = left > 0 && isWithin && !judgeFilled(page, left, judgements)
  // If a page is too short, `has_more` proves nothing more.
  if (!isShort) judgeHasMore(page, { offset, total, left }, judgements)
}

/** What a total leaves for a page. */
interface Remainder {
  readonly offset: number
  readonly total: number
  /** The number of items from the offset to the end. */
  readonly left: number
}

function judgeHasMore(
  { hasMore, items, requirementOf }: Page,
  { offset, total, left }: Remainder,
  judgements: Judgements,
): void {
  if (hasMore === undefined) return
  const more = offset + items.length < total
  judgements.check(
    hasMore === more,
    requirementOf(hasMore && left === 0 ? 'beyondEnd' : 'hasMore'),
    `has_more ${more}: offset ${offset} and ${count(items.length, 'item')} of ${total}`,
    () => `has_more ${hasMore}`,
    { pointer: '/pagination/has_more', proof: false },
  )
}

/**
 * A page holds as many items as its limit, or all remaining ones.
 * @returns whether it does, as far as can be known
 */
function judgeFilled(page: Page, left: number, judgements: Judgements): boolean {
  const { items } = page
  const limit = appliedLimit(page)
  if (limit === undefined || !isInOrder(page)) return true
  const due = Math.min(limit, left)
  const isFilled = items.length >= due
  judgements.check(
    isFilled,
    page.requirementOf('filled'),
    `${count(due, 'item')}: limit ${limit}, ${left} left of total ${page.total}`,
    () => count(items.length, 'item'),
    { pointer: '/data', proof: false },
  )
  return isFilled
}

/** The limit that counts for a page: the requested one. If bounds are open, another one may apply: undefined. */
function appliedLimit({ list, asked, limit }: Page): number | undefined {
  const isContradicted = asked.limit !== undefined && limit !== undefined && limit !== asked.limit
  return isLimitOpen(list) && isContradicted ? undefined : (asked.limit ?? limit)
}

/** Whether the items are in order, as far as there is one; another rule judges those that are not. */
function isInOrder({ list, items }: Page): boolean {
  const { orderedBy } = LIST_FACTS[list]
  return orderedBy === undefined || firstRise(objects(items), orderedBy) === undefined
}

/** The conditions of a request on each item; none if the meaning of one of its parameters is open. */
function demandsOf({ request }: Exchange, list: ListKey): readonly Demand[] {
  const query = request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
  const demands = query.flatMap(([name, value]) => {
    const filter = filterOf(list, name)
    return filter?.kind.isPlain(value) === true ? [demandOf(name, filter, value)] : []
  })
  const isRepeated = new Set(query.map(([name]) => name)).size < query.length
  if (isRepeated || demands.length < query.length) return []
  const isUnnamed = list === 'GET /reservations' && query.every(([name]) => name !== 'status')
  return isUnnamed ? [...demands, UNNAMED] : demands
}

/**
 * Part 4: every item of a filtered list passes the filter. Whether an item is missing, and whether a filter
 * is lost only beside others, takes more than one exchange.
 */
export const itemsPassFilters: Oracle = (exchange, judgements) => {
  const page = readPage(exchange)
  const demands = page === undefined ? [] : demandsOf(exchange, page.list)
  const [first] = demands
  if (page === undefined || first === undefined) return
  const items = objects(page.items)
  // A service may leave a field out of a list: then there is nothing to compare.
  const isShown = (field: string): boolean => items.some((item) => given(item[field]))
  for (const [index, item] of items.entries()) {
    const violated = demands.find(({ keeps, field }) => keeps(item) === 'out' && isShown(field))
    if (violated === undefined) {
      judgements.pass(first.requirement)
      continue
    }
    const { expected, field } = violated
    const requirement = ruleOfDemands(page.list, demands, violated)
    const received = (): string => `${field} ${quote(item[field])} of item ${quote(item['id'])}`
    judgements.fail(requirement, expected, received, { pointer: `/data/${index}/${field}` })
  }
}

/**
 * The requirement that an item violates: that of its filter or, if the request has several, the one on all of
 * them together.
 */
function ruleOfDemands(list: ListKey, demands: readonly Demand[], violated: Demand): string {
  const named = demands.filter((one) => one !== UNNAMED)
  if (violated === UNNAMED || named.length < 2) return violated.requirement
  if (named.every(({ field }) => field === 'start_at')) return 'LIST-RESERVATIONS-29'
  return LIST_FACTS[list].combined ?? violated.requirement
}
