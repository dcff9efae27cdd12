import type { ListKey } from '../../lib/spec/operations.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import { readPage } from '../../lib/judge/oracle.ts'
import { given, instant, objects, quote, type JsonObject } from '../../lib/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import { readFilters } from './filters.ts'
import { firstRise } from './order.ts'

/**
 * The items that a page should show and does not: all that its filter keeps and, where another page follows, that are
 * newer than its last item.
 * @param known - items of the list
 */
export function missingItems(
  known: readonly JsonObject[],
  exchange: Exchange,
  list: ListKey,
): readonly JsonObject[] {
  const page = readPage(exchange)
  if (page === undefined) return []
  const items = objects(page.items)
  const reaches = page.hasMore === true ? newerThanLast(items, list) : (): boolean => true
  const belongs = readFilters(exchange, list)?.belongs
  // A filter that cannot be read may keep anything.
  const named = exchange.request.query.some(([name]) => name !== 'limit' && name !== 'offset')
  if (reaches === undefined || (named && belongs === undefined)) return []
  const shown = new Set(items.map(({ id }) => id))
  return known.filter(
    (item) =>
      !shown.has(item['id']) && (belongs === undefined || belongs(item).membership === 'in') && reaches(item),
  )
}

/** A test for items that come before the last one of a page; undefined if the list has no order, or does not keep it. */
function newerThanLast(
  items: readonly JsonObject[],
  list: ListKey,
): ((item: JsonObject) => boolean) | undefined {
  const field = LIST_FACTS[list].orderedBy
  const last = field === undefined ? undefined : instant(items.at(-1)?.[field])
  if (field === undefined || last === undefined || firstRise(items, field) !== undefined) return undefined
  return (item) => (instant(item[field]) ?? Number.NEGATIVE_INFINITY) > last
}

/**
 * Whether an item is the one at a position, or has the same time: such items may change places at any request. In a
 * list whose order is open, each of its times may be the one.
 */
export function standsAt(
  item: JsonObject | undefined,
  position: number,
  known: readonly JsonObject[],
  list: ListKey,
): boolean {
  const expected = known[position]
  if (item === undefined || expected === undefined) return false
  const { orderedBy } = LIST_FACTS[list]
  const times = orderedBy === undefined ? ['created_at', 'start_at'] : [orderedBy]
  return (
    item['id'] === expected['id'] ||
    times.some((field) => given(item[field]) && item[field] === expected[field])
  )
}

/** What consecutive pages from the first on repeat or skip of a list; items that share their time do not count. */
export function walkProblem(
  walked: readonly JsonObject[],
  known: readonly JsonObject[],
  list: ListKey,
): string | undefined {
  const field = LIST_FACTS[list].orderedBy
  const times = new Map<unknown, number>()
  if (field !== undefined) for (const item of known) times.set(item[field], (times.get(item[field]) ?? 0) + 1)
  const sharesTime = (item: JsonObject): boolean => field !== undefined && (times.get(item[field]) ?? 0) > 1
  const seen = new Set<unknown>()
  for (const item of walked) {
    if (seen.has(item['id']) && !sharesTime(item)) return `item ${quote(item['id'])} comes twice`
    seen.add(item['id'])
  }
  const skipped = known.slice(0, walked.length).find((item) => !seen.has(item['id']) && !sharesTime(item))
  return skipped && `item ${quote(skipped['id'])} is skipped`
}
