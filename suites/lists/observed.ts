import { itemsOf, readPage } from '../../lib/judge/oracle.ts'
import { point, type Watcher } from '../support/observed.ts'
import { isShownUnnamed } from './filters.ts'

/** OPEN-04: whether a lower bound includes an item on it, seen on whole lists that were asked for with no other filter. */
export const sinceBound: Watcher = (exchanges) =>
  (['GET /conversations', 'GET /leads', 'GET /reservations'] as const).flatMap((list) => {
    const pages = exchanges.filter((exchange) => exchange.operation === list && exchange.key === 'main')
    const known = pages.flatMap(itemsOf).filter((item) => isShownUnnamed(list, item))
    for (const page of pages) {
      const { since, limit: _limit, ...others } = Object.fromEntries(page.request.query)
      const onBound = known.find((item) => item['created_at'] === since)
      const isWhole = Object.keys(others).length === 0 && readPage(page)?.hasMore === false
      if (since === undefined || onBound === undefined || !isWhole) continue
      const how = itemsOf(page).some(({ id }) => id === onBound['id']) ? 'included' : 'left out'
      return [point('OPEN-04', `${list}: an item exactly at the bound is ${how}`, page)]
    }
    return []
  })
