import type { ListKey } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import { rowsOf } from './bodies.ts'
import { FILTERS, isShownUnnamed } from './filter-table.ts'
import { readPage } from './page-reading.ts'
import type { Row } from '../../util/values.ts'

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
