import type { ListKey } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readPage, itemsOf } from './reading.ts'
import { FILTERS, isShownUnnamed } from './filter-table.ts'
import { instant, objects, type JsonObject } from '../../util/values.ts'

/** A page requested with the time of an item as `since`, and whether it includes that item. */
export interface OnBound {
  readonly page: Exchange
  readonly included: boolean
}

/** OPEN-04: pages whose `since` is the creation of a known item that all their other filters keep. */
export function itemsOnBound(list: ListKey, pages: readonly Exchange[]): OnBound[] {
  const items = pages.flatMap(itemsOf)
  return pages.flatMap((page): OnBound[] => {
    const query = new Map(page.request.query)
    const bound = query.get('since')
    if (bound === undefined || page.response?.status !== 200) return []
    const onBound = items.find((item) => item['created_at'] === bound && isKept(list, item, query))
    if (onBound === undefined) return []
    const included = itemsOf(page).some((item) => item['id'] === onBound['id'])
    return included || isWhole(page, query) ? [{ page, included }] : []
  })
}

/** Whether the filters other than `since` keep an item. */
function isKept(list: ListKey, item: JsonObject, query: ReadonlyMap<string, string>): boolean {
  const filters = Object.entries(FILTERS[list]).filter(([name]) => name !== 'since' && query.has(name))
  const shown = query.has('status') || isShownUnnamed(list, item)
  return shown && filters.every(([name, filter]) => filter.test(query.get(name) ?? '')(item) === 'in')
}

/** Whether a page is complete: the item on the bound is the oldest and may be on the next one. */
function isWhole(page: Exchange, query: ReadonlyMap<string, string>): boolean {
  return !query.has('offset') && readPage(page)?.hasMore === false
}

const DATES = ['created_at', 'start_at', 'end_at'] as const

/** OPEN-07: which dates of a booking explain what a `since` kept. */
export function bookingSince(known: readonly JsonObject[], filtered: Exchange): string[] {
  const page = readPage(filtered)
  const bound = instant(filtered.request.query.find(([name]) => name === 'since')?.[1])
  if (page === undefined || bound === undefined) return []
  const kept = new Set(objects(page.items).map((item) => item['id']))
  return DATES.filter((field) =>
    known.every((item) => {
      const at = instant(item[field])
      if (at === undefined || Math.abs(at - bound) < 1000) return true
      return kept.has(item['id']) === at > bound
    }),
  )
}
