import type { ListKey } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readPage, rowsOf } from './reading.ts'
import { FILTERS, isShownUnnamed } from './filter-table.ts'
import { instant, objects, type Row } from '../../util/values.ts'

/** A page that was asked for with a `since` on which a row stands, and whether that row came. */
export interface OnBound {
  readonly page: Exchange
  readonly included: boolean
}

/** OPEN-04: pages of a list whose `since` is just when a known row was created which all their other filters keep. */
export function rowsOnBound(list: ListKey, pages: readonly Exchange[]): OnBound[] {
  const rows = pages.flatMap(rowsOf)
  return pages.flatMap((page): OnBound[] => {
    const query = new Map(page.request.query)
    const bound = query.get('since')
    if (bound === undefined || page.response?.status !== 200) return []
    const onBound = rows.find((row) => row['created_at'] === bound && isKept(list, row, query))
    if (onBound === undefined) return []
    const included = rowsOf(page).some((row) => row['id'] === onBound['id'])
    return included || isWhole(page, query) ? [{ page, included }] : []
  })
}

/** Whether the filters beside `since` keep a row. */
function isKept(list: ListKey, row: Row, query: ReadonlyMap<string, string>): boolean {
  const filters = Object.entries(FILTERS[list]).filter(([name]) => name !== 'since' && query.has(name))
  const shown = query.has('status') || isShownUnnamed(list, row)
  return shown && filters.every(([name, filter]) => filter.test(query.get(name) ?? '')(row) === 'in')
}

/** Whether a page is all that there is: the row on the bound is the oldest, and may stand on the next one. */
function isWhole(page: Exchange, query: ReadonlyMap<string, string>): boolean {
  return !query.has('offset') && readPage(page)?.hasMore === false
}

const DATES = ['created_at', 'start_at', 'end_at'] as const

/** OPEN-07: which dates of a booking explain what a `since` kept, out of those that a booking shows. */
export function bookingSince(known: readonly Row[], filtered: Exchange): string[] {
  const page = readPage(filtered)
  const bound = instant(filtered.request.query.find(([name]) => name === 'since')?.[1])
  if (page === undefined || bound === undefined) return []
  const kept = new Set(objects(page.rows).map((row) => row['id']))
  return DATES.filter((field) =>
    known.every((row) => {
      const at = instant(row[field])
      if (at === undefined || Math.abs(at - bound) < 1000) return true
      return kept.has(row['id']) === at > bound
    }),
  )
}
