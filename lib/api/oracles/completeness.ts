import type { ListKey } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readFilters } from './filters.ts'
import { firstRise, ORDER_FIELD } from './order.ts'
import { readPage } from './page-reading.ts'
import { instant, objects, type Row } from '../../util/values.ts'

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
