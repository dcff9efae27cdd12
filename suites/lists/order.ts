import { instant } from '../../lib/engine/util/time.ts'
import { type JsonObject, objects, quote } from '../../lib/engine/util/values.ts'
import { LIST_FACTS, listRule } from './rules.ts'
import type { Oracle } from '../../lib/engine/judge/oracle.ts'
import { readPage } from '../../lib/engine/judge/page.ts'

/** Part 4: newest first inside one page. Items with the same timestamp may come in any order. */
export const order: Oracle = (exchange, judgements) => {
  const page = readPage(exchange)
  const field = page && LIST_FACTS[page.list].orderedBy
  if (page === undefined || field === undefined || page.items.length < 2) return
  const rise = firstRise(objects(page.items), field)
  judgements.check(
    rise === undefined,
    listRule(page.list, 'order'),
    `${field} not later than in the item before`,
    () => `${quote(rise?.items[1][field])}, after ${quote(rise?.items[0][field])}`,
    { pointer: rise && `/data/${rise.index}/${field}` },
  )
}

/** Whether times come `oldest first` or `newest first`; undefined if they do neither. */
export function orderOfTimes(times: readonly number[]): 'oldest first' | 'newest first' | undefined {
  const isSteady = (step: 1 | -1): boolean =>
    times.every((at, index) => index === 0 || (at - (times[index - 1] ?? at)) * step >= 0)
  if (isSteady(1)) return 'oldest first'
  return isSteady(-1) ? 'newest first' : undefined
}

/** The order of some items in words. */
export function orderInWords(items: readonly JsonObject[]): string {
  for (const field of ['created_at', 'start_at']) {
    const found = orderOfTimes(items.flatMap((item) => instant(item[field]) ?? []))
    if (found !== undefined) return `${found}, by ${field}`
  }
  return 'neither by created_at nor by start_at'
}

/** The first item that is later than its predecessor. */
export function firstRise(
  items: readonly JsonObject[],
  field: string,
): { index: number; items: readonly [JsonObject, JsonObject] } | undefined {
  const timeOf = (item?: JsonObject): number => instant(item?.[field]) ?? Number.NaN
  const index = items.findIndex((item, place) => timeOf(item) > timeOf(items[place - 1]))
  const [before, after] = [items[index - 1], items[index]]
  return before && after && { index, items: [before, after] }
}
