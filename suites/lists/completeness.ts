import { LIST_FACTS } from './facts.ts'
import { type ListKey } from '../../lib/spec/operations.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import { readFilters } from './filters.ts'
import { firstRise } from './order.ts'
import { type PageReading, readPage } from '../../lib/judge/oracle.ts'
import { instant, objects, quote, type JsonObject } from '../../lib/util/values.ts'

/**
 * The items that a filtered page should hold and does not.
 * The reference is an earlier, wider page of the same list. Newer items do no harm: they only push others off the end
 * of a full page, and nothing is expected behind its last item.
 */
export function missingItems(
  reference: readonly JsonObject[],
  filtered: Exchange,
  list: ListKey,
  isEnd = false,
): readonly JsonObject[] {
  const page = readPage(filtered)
  if (page === undefined) return []
  const items = objects(page.items)
  // A page with a successor is full, whatever limit it states.
  const limit = page.hasMore === true ? items.length : (page.limit ?? page.asked.limit ?? items.length)
  const reaches = isEnd || isWholeList(page) ? (): boolean => true : reach(items, limit, list)
  if (reaches === undefined) return []
  const belongs = readFilters(filtered, list)?.belongs
  // A filter that cannot be read may keep anything.
  const named = filtered.request.query.some(([name]) => name !== 'limit' && name !== 'offset')
  if (named && belongs === undefined) return []
  const shown = new Set(items.map((item) => item['id']))
  return reference.filter(
    (item) =>
      !shown.has(item['id']) && (belongs === undefined || belongs(item).membership === 'in') && reaches(item),
  )
}

/** Whether a page says in two ways that it is the whole list, so that one mistaken member misleads nobody. */
export function isWholeList({ hasMore, total, asked, items }: PageReading): boolean {
  return hasMore === false && total !== undefined && total <= items.length && (asked.offset ?? 0) === 0
}

/** A test for the items that a page must reach; undefined if that is unknown. */
function reach(
  items: readonly JsonObject[],
  limit: number,
  list: ListKey,
): ((item: JsonObject) => boolean) | undefined {
  if (items.length < limit) return () => true
  const field = LIST_FACTS[list].orderedBy
  if (field === undefined || firstRise(items, field) !== undefined) return undefined
  const last = instant(items.at(-1)?.[field])
  if (last === undefined) return undefined
  return (item) => (instant(item[field]) ?? Number.NEGATIVE_INFINITY) > last
}

/** The reference items that a filter certainly excludes: without one, an ignored filter would not show. */
export function keptOut(
  reference: readonly JsonObject[],
  filtered: Exchange,
  list: ListKey,
): readonly JsonObject[] {
  const belongs = readFilters(filtered, list)?.belongs
  return belongs === undefined ? [] : reference.filter((item) => belongs(item).membership === 'out')
}

/**
 * What is wrong with consecutive pages, compared with one wide page of the same unchanged list.
 * Items with the same timestamp may change places between requests, so only their number counts.
 */
export function walkProblem(
  pages: readonly (readonly JsonObject[])[],
  reference: readonly JsonObject[],
  list: ListKey,
): string | undefined {
  const walked = pages.flat()
  const expected = reference.slice(0, walked.length)
  const field = LIST_FACTS[list].orderedBy
  const at = new Map<unknown, number>()
  if (field !== undefined) for (const item of reference) at.set(item[field], (at.get(item[field]) ?? 0) + 1)
  const tied = (item: JsonObject): boolean => field !== undefined && (at.get(item[field]) ?? 0) > 1
  const seen = new Set<unknown>()
  for (const item of walked) {
    if (seen.has(item['id']) && !tied(item)) return `item ${quote(item['id'])} comes twice`
    seen.add(item['id'])
  }
  const lost = expected.find((item) => !seen.has(item['id']) && !tied(item))
  if (lost !== undefined) return `item ${quote(lost['id'])} is lost`
  return undefined
}

/** Whether an item is the one at a position, or has the same timestamp. */
export function standsAt(
  item: JsonObject | undefined,
  position: number,
  reference: readonly JsonObject[],
  list: ListKey,
): boolean {
  const expected = reference[position]
  if (item === undefined || expected === undefined) return false
  const field = LIST_FACTS[list].orderedBy
  return item['id'] === expected['id'] || (field !== undefined && item[field] === expected[field])
}

/**
 * Other faults that explain why pages do not fit the wide page of the same list.
 * - `disorder`: items out of order within a page, or pages without a common item that do not continue each other;
 * - `instability`: the first page, without an offset, starts differently from the wide one;
 * - `misplacement`: neither, so a page starts at a wrong position.
 */
export function disturbance(
  pages: readonly (readonly JsonObject[])[],
  reference: readonly JsonObject[],
  list: ListKey,
): 'disorder' | 'instability' | 'misplacement' {
  const field = LIST_FACTS[list].orderedBy
  const rises = (items: readonly JsonObject[]): boolean =>
    field !== undefined && firstRise(items, field) !== undefined
  const walked = pages.flat()
  const repeats = new Set(walked.map(({ id }) => id)).size < walked.length
  if ([reference, ...pages].some(rises) || (!repeats && rises(walked))) return 'disorder'
  const [first = []] = pages
  const begins = first.every((item, position) => standsAt(item, position, reference, list))
  return begins || first.length > reference.length ? 'misplacement' : 'instability'
}
