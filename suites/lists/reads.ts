/** A read of a list: its filters with their values, the place of its pages, and the items that it keeps. */
import type { Query } from '../../lib/engine/case/actor.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import type { Membership } from './filter-kinds.ts'
import { type Demand, membershipOf, UNNAMED } from './filters.ts'
import type { Snapshot } from './snapshot.ts'
import type { Value } from './values.ts'

/** A filter of a read, and the value that was drawn for it. */
export interface Chosen extends Demand, Value {
  readonly name: string
}

/** One read of a list: its filters, and where its pages begin and end. */
export interface Read {
  readonly filters: readonly Chosen[]
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** How many consecutive pages are read; absent: one. */
  readonly pages?: number
  /** The limit and the offset in words. */
  readonly place: string
}

/** The queries of a read, one for each of its pages, and where each page begins. */
export function queriesOf({ filters, limit, offset, pages = 1 }: Read): { query: Query; offset: number }[] {
  const named = Object.fromEntries(filters.filter(isSent).map(({ name, text }) => [name, text]))
  return Array.from({ length: pages }, (_, number) => {
    const start = (offset ?? 0) + number * (limit ?? 0)
    return { query: { ...named, limit, offset: number === 0 ? offset : start }, offset: start }
  })
}

/** A read in words: "`since` at a row, written `+02:00`, with `limit=2`". */
export function readInWords({ filters, place }: Read): string {
  const named = filters.map(({ name, words }) => `\`${name}\` ${words}`).join(', ')
  if (named === '') return place === '' ? 'no parameter' : place
  return place === '' ? named : `${named}, with ${place}`
}

/** Whether a read is for reservations without a status. */
export function isUnnamedIn(list: ListKey, { filters }: Pick<Read, 'filters'>): boolean {
  return list === 'GET /reservations' && filters.every((one) => one.name !== 'status' || !isSent(one))
}

/** Whether a filter is in the query: its absence may be a value as well. */
export function isSent({ text }: Chosen): boolean {
  return text !== ''
}

/** Whether a read keeps an item. */
export function membershipIn(
  list: ListKey,
  { filters }: Pick<Read, 'filters'>,
): (item: JsonObject) => Membership {
  const demands = isUnnamedIn(list, { filters }) ? [...filters, UNNAMED] : filters
  return (item) => membershipOf(item, demands)
}

/** The read of all items that some filters keep, on the longest pages. */
export function uncut(snapshot: Snapshot, filters: readonly Chosen[]): Read {
  const { list, isWhole, limit = Infinity, total } = snapshot
  const isOfAll = filters.length === 0 && !isUnnamedIn(list, { filters })
  const items = isOfAll ? total : keptCount(snapshot, filters)
  const pages = isWhole ? Math.max(1, Math.ceil(items / limit)) : 1
  return { filters, limit: snapshot.limit, pages, place: '' }
}

/** How many items of a list filters keep. */
export function keptCount({ list, rows, total, isWhole }: Snapshot, filters: readonly Chosen[]): number {
  const keeps = membershipIn(list, { filters })
  return isWhole ? rows.filter((row) => keeps(row) !== 'out').length : total
}

/** Whether a filter is an end of the window of reservations. */
export function isEndOfWindow({ name }: Pick<Chosen, 'name'>): boolean {
  return name === 'from' || name === 'to'
}
