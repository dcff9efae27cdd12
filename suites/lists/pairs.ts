import type { ListKey } from '../../lib/spec/operations.ts'
import type { Query } from '../../lib/harness/actor.ts'
import { given, instant, type JsonObject } from '../../lib/util/values.ts'
import { FILTERS, isPlain, isShownUnnamed, type Membership } from './filter-table.ts'
import { iso } from './filter-values.ts'

/** The items that values are taken from: enough to find good ones, few enough to be quick. */
const SAMPLE = 30

/**
 * Pairs of filters with the values of one item, chosen so that the loss of either shows where the items allow it.
 * @param which - each filter beside the next one or, where requests are dear, each in one pair
 */
export function pairsOf(list: ListKey, items: readonly JsonObject[], which: 'ring' | 'apart'): Query[] {
  const names = Object.keys(FILTERS[list])
  const ring = names.flatMap((one, index) => {
    const other = names[(index + 1) % names.length]
    const isTaken = which === 'ring' ? index > 0 && names.length === 2 : index % 2 === 1
    return other === undefined || isTaken ? [] : [[one, other] as const]
  })
  return ring.map((pair) => together(list, items, pair)).filter((query) => query !== undefined)
}

/** All filters of a list together, chosen in the same way. */
export function allOf(list: ListKey, items: readonly JsonObject[]): Query | undefined {
  return together(list, items, Object.keys(FILTERS[list]))
}

/** The values of one item for some filters, of the item with which the loss of most of them would show. */
function together(list: ListKey, items: readonly JsonObject[], names: readonly string[]): Query | undefined {
  let best: { readonly query: Query; readonly shown: number } | undefined
  for (const item of items.slice(0, SAMPLE)) {
    const query = queryFor(list, names, item)
    if (query === undefined) continue
    const shown = lossesShown(list, query, items)
    if (shown > (best?.shown ?? 0)) best = { query, shown }
    if (shown === names.length) break
  }
  return best?.query
}

/** The values with which filters keep an item; undefined if it has none for one of them, or the list hides it. */
function queryFor(list: ListKey, names: readonly string[], item: JsonObject): Query | undefined {
  if (!names.includes('status') && !isShownUnnamed(list, item)) return undefined
  const values = names.map((name) => [name, valueFor(list, name, item)] as const)
  if (values.some(([name, value]) => value === undefined || !isPlain(list, name, value))) return undefined
  return Object.fromEntries(values)
}

/** The value with which one filter keeps an item: its own, and for bounds its time or a second beside it. */
function valueFor(list: ListKey, name: string, item: JsonObject): string | undefined {
  const value = item[FILTERS[list][name]?.field ?? name]
  if (name !== 'since' && name !== 'to') return given(value) ? String(value) : undefined
  const at = instant(value)
  return at === undefined ? undefined : iso(at + (name === 'to' ? 1000 : -1000))
}

/** How many of the filters would be missed: some item passes all others and fails this one. */
function lossesShown(list: ListKey, query: Query, items: readonly JsonObject[]): number {
  const tests = Object.entries(query).map(([name, value]) => ({
    name,
    test: FILTERS[list][name]?.test(String(value)) ?? ((): Membership => 'open'),
  }))
  return tests.filter(({ name, test }) =>
    items.some(
      (item) =>
        test(item) === 'out' &&
        (name !== 'status' || isShownUnnamed(list, item)) &&
        tests.every((other) => other.name === name || other.test(item) === 'in'),
    ),
  ).length
}
