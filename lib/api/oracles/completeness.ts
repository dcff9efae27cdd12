import type { ListKey } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readFilters } from './filters.ts'
import { firstRise, ORDER_FIELD } from './order.ts'
import { readPage } from './reading.ts'
import { instant, objects, quote, type Row } from '../../util/values.ts'

/**
 * The rows that a filtered page should hold and does not.
 * The reference is an earlier, wider look at the same list, so rows that appeared since do no harm: they only push others off the
 * end of a full page, and behind its last row nothing is expected.
 */
export function missingRows(reference: readonly Row[], filtered: Exchange, list: ListKey): readonly Row[] {
  const page = readPage(filtered)
  if (page === undefined) return []
  const rows = objects(page.rows)
  // A page that more follows is full, whatever limit it shows.
  const limit = page.hasMore === true ? rows.length : (page.limit ?? page.asked.limit ?? rows.length)
  const reaches = reach(rows, limit, list)
  if (reaches === undefined) return []
  const belongs = readFilters(filtered, list)?.belongs
  // A filter that cannot be read may keep whatever it likes.
  const named = filtered.request.query.some(([name]) => name !== 'limit' && name !== 'offset')
  if (named && belongs === undefined) return []
  const shown = new Set(rows.map((row) => row['id']))
  return reference.filter(
    (row) =>
      !shown.has(row['id']) && (belongs === undefined || belongs(row).membership === 'in') && reaches(row),
  )
}

/** Which rows a page is expected to reach; undefined where that cannot be told. */
function reach(rows: readonly Row[], limit: number, list: ListKey): ((row: Row) => boolean) | undefined {
  if (rows.length < limit) return () => true
  const field = ORDER_FIELD[list]
  if (field === undefined || firstRise(rows, field) !== undefined) return undefined
  const last = instant(rows.at(-1)?.[field])
  if (last === undefined) return undefined
  return (row) => (instant(row[field]) ?? Number.NEGATIVE_INFINITY) > last
}

/** The rows of a reference that a filter keeps out for certain: without one of them, an ignored filter would not be noticed. */
export function keptOut(reference: readonly Row[], filtered: Exchange, list: ListKey): readonly Row[] {
  const belongs = readFilters(filtered, list)?.belongs
  return belongs === undefined ? [] : reference.filter((row) => belongs(row).membership === 'out')
}

/**
 * What is wrong with pages that follow each other, next to one wide page of the same unchanged list.
 * Rows with the same timestamp may change places between two requests, so among them only their number counts.
 */
export function walkProblem(
  pages: readonly (readonly Row[])[],
  reference: readonly Row[],
  list: ListKey,
): string | undefined {
  const walked = pages.flat()
  const expected = reference.slice(0, walked.length)
  const field = ORDER_FIELD[list]
  const at = new Map<unknown, number>()
  if (field !== undefined) for (const row of reference) at.set(row[field], (at.get(row[field]) ?? 0) + 1)
  const tied = (row: Row): boolean => field !== undefined && (at.get(row[field]) ?? 0) > 1
  const seen = new Set<unknown>()
  for (const row of walked) {
    if (seen.has(row['id']) && !tied(row)) return `row ${quote(row['id'])} comes twice`
    seen.add(row['id'])
  }
  const lost = expected.find((row) => !seen.has(row['id']) && !tied(row))
  if (lost !== undefined) return `row ${quote(lost['id'])} is lost`
  return undefined
}

/** Whether a row is the one that stands at a position, or one with the same timestamp. */
export function standsAt(
  row: Row | undefined,
  position: number,
  reference: readonly Row[],
  list: ListKey,
): boolean {
  const expected = reference[position]
  if (row === undefined || expected === undefined) return false
  const field = ORDER_FIELD[list]
  return row['id'] === expected['id'] || (field !== undefined && row[field] === expected[field])
}

/**
 * What else may be wrong where walked pages do not fit the wide page of the same list.
 * - `disorder`: rows out of order in a page, or pages without a common row whose rows do not go on where those before ended;
 * - `instability`: the first page, at which no offset is asked for, does not begin like the wide one;
 * - `misplacement`: neither, so that a page begins in a wrong place.
 */
export function disturbance(
  pages: readonly (readonly Row[])[],
  reference: readonly Row[],
  list: ListKey,
): 'disorder' | 'instability' | 'misplacement' {
  const field = ORDER_FIELD[list]
  const rises = (rows: readonly Row[]): boolean => field !== undefined && firstRise(rows, field) !== undefined
  const walked = pages.flat()
  const repeats = new Set(walked.map(({ id }) => id)).size < walked.length
  if ([reference, ...pages].some(rises) || (!repeats && rises(walked))) return 'disorder'
  const [first = []] = pages
  const begins = first.every((row, position) => standsAt(row, position, reference, list))
  return begins || first.length > reference.length ? 'misplacement' : 'instability'
}
