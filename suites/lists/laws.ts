/** The laws of pages: which pages of a list are read, and what must hold of them together. Parts 2, 4 and 8. */
import { FULL_PAGE } from '../../lib/engine/spec/api.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { given, quote, type JsonObject } from '../../lib/engine/util/values.ts'
import { isLimitOpen, LIST_FACTS, type ListRule } from './facts.ts'
import { firstRise } from './order.ts'
import type { Law, Place, Problem, Seen, Whole } from './pages.ts'

/** A law of every list, as a case. */
interface ListLaw extends Law {
  /** The rules that its pages show, each by itself or together. The first is stated of every list. */
  readonly rules: readonly [ListRule, ...ListRule[]]
  readonly title: string
}

/** The laws of every list, one case each. */
export const LIST_LAWS: readonly ListLaw[] = [
  {
    rules: ['offset', 'walk', 'limitOne'],
    title: 'starts the page at `offset`',
    // The last item but one: one more page follows, and `has_more` must say so. Then an offset that is no multiple of the
    // limit, and neighbours of the same time: their order must not change between requests.
    places: (whole) => [
      { limit: 1, offset: Math.max(0, whole.total - 2) },
      { limit: thirdOf(whole), offset: Math.min(thirdOf(whole) + 1, whole.items.length - 1) },
      ...tied(whole).map((offset) => ({ limit: 1, offset })),
    ],
    checks: [
      ['offset', misplaced],
      ['walk', ({ pages, ...whole }) => repeated({ ...whole, pages: pages.slice(2) })],
    ],
  },
  {
    rules: ['walk', 'order', 'total'],
    title: 'lists every item once, and in order, across pages',
    places: walk,
    checks: [
      ['walk', (seen) => repeated(seen) ?? skipped(seen)],
      ['order', rising],
      ['total', uneven],
    ],
  },
  {
    rules: ['hasMore', 'total', 'beyondEnd'],
    title: 'ends where `total` and `has_more` say',
    places: (whole) => [
      { limit: 2, offset: Math.max(0, whole.total - 2) },
      { limit: 1, offset: whole.total },
      // Where the bounds of `offset` are stated, a hundred pages further on, too.
      ...(isLimitOpen(whole.list) ? [] : [{ limit: 5, offset: whole.total + FULL_PAGE * FULL_PAGE }]),
    ],
    checks: [
      ['total', miscounted],
      ['total', uneven],
    ],
  },
]

/** What holds of a filtered list: a page has the item at its offset, and each the same total, also past the end and without a limit. */
export const FILTERED: Law = {
  places: ({ total }) => [{ limit: 1, offset: 1 }, { offset: total }],
  checks: [
    ['offset', misplaced],
    ['total', uneven],
  ],
}

/** Three pages of one size that cover up to the first hundred items. */
function walk(whole: Whole): readonly Place[] {
  const limit = thirdOf(whole)
  return [0, limit, 2 * limit]
    .filter((offset) => offset < whole.items.length)
    .map((offset) => ({ limit, offset }))
}

function thirdOf({ items }: Whole): number {
  return Math.ceil(items.length / 3)
}

/** The positions of up to three neighbours that share their time. */
function tied({ list, items }: Whole): readonly number[] {
  const start = items.findIndex((item, place) => areTied(list, item, items[place + 1]))
  const places = [start, start + 1, start + 2]
  return start < 0 ? [] : places.filter((place) => areTied(list, items[start], items[place]))
}

/** Whether two items have the same time. In a list whose order is open, any of its times may be the one. */
function areTied(list: ListKey, one: JsonObject = {}, other: JsonObject = {}): boolean {
  const { orderedBy } = LIST_FACTS[list]
  const times = orderedBy === undefined ? ['created_at', 'start_at'] : [orderedBy]
  return times.some((field) => given(one[field]) && one[field] === other[field])
}

/** Part 8: a page has the items from its offset on. Items of the same time may change places. */
function misplaced({ list, items, pages }: Seen): Problem | undefined {
  for (const { page, offset } of pages) {
    // Of an empty page, what would be its first item is missing.
    const shown: readonly JsonObject[] = page.items.length > 0 ? page.items : [{}]
    for (const [n, item] of shown.entries()) {
      const expected = items[offset + n]
      if (expected === undefined || item['id'] === expected['id'] || areTied(list, item, expected)) continue
      return {
        page,
        expected: `item ${quote(expected['id'])}, which is at position ${offset + n}`,
        received: quote(item['id']),
        pointer: `/data/${n}`,
      }
    }
  }
  return undefined
}

/** Part 8: pages of one size repeat nothing. Items of the same time keep their order, whatever it is. */
function repeated({ pages }: Seen): Problem | undefined {
  const seen = new Set<unknown>()
  for (const { page } of pages) {
    const again = page.items.find(({ id }) => seen.has(id))
    if (again !== undefined)
      return { page, expected: 'each item only once', received: `item ${quote(again['id'])} comes twice` }
    for (const { id } of page.items) seen.add(id)
  }
  return undefined
}

/** Part 8: the pages that cover all known items lack none. Where more follow, one of the last time may have moved behind them. */
function skipped({ list, items, total, pages }: Seen): Problem | undefined {
  const walked = new Set(pages.flatMap(({ page }) => page.items.map(({ id }) => id)))
  const mayHaveMoved = (item: JsonObject): boolean =>
    total > items.length && areTied(list, item, items.at(-1))
  const lost = items.find((item) => !walked.has(item['id']) && !mayHaveMoved(item))
  const last = pages.at(-1)
  return (
    lost &&
    last && { page: last.page, expected: 'every item', received: `item ${quote(lost['id'])} is skipped` }
  )
}

/** Part 4: times fall from page to page, too. Pages that repeat items do not follow each other. */
function rising(seen: Seen): Problem | undefined {
  const field = LIST_FACTS[seen.list].orderedBy
  const last = seen.pages.at(-1)
  if (field === undefined || last === undefined || repeated(seen) !== undefined) return undefined
  const rise = firstRise(
    seen.pages.flatMap(({ page }) => page.items),
    field,
  )
  return (
    rise && {
      page: last.page,
      expected: `${field} that never increases`,
      received: rise.items.map((item) => quote(item[field])).join(', then '),
    }
  )
}

/** Part 2: where the total says that two items are left, there are two, and no further one behind them. */
function miscounted({ pages: [last, beyond], items, total }: Seen): Problem | undefined {
  if (last === undefined || beyond === undefined) return undefined
  const pointer = '/pagination/total'
  const left = last.page.items
  if (left.length < 2)
    return {
      page: last.page,
      expected: `2 items at ${total - 2}, as the total is ${total}`,
      received: `${left.length}`,
      pointer,
    }
  const known = new Set([...items, ...left].map(({ id }) => id))
  const more = beyond.page.items.find(({ id }) => !known.has(id))
  return (
    more && {
      page: beyond.page,
      expected: `no item past the total of ${total}`,
      received: `item ${quote(more['id'])}`,
      pointer,
    }
  )
}

/** Part 2: the total is the same on each page. */
function uneven({ pages, total }: Seen): Problem | undefined {
  const odd = pages.find(({ page }) => page.total !== undefined && page.total !== total)
  return (
    odd && {
      page: odd.page,
      expected: `total ${total}, as on the first page`,
      received: `total ${odd.page.total}`,
      pointer: '/pagination/total',
    }
  )
}
