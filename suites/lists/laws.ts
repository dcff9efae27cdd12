/** The laws of pages: which pages of a list are read, and what must hold of them together. Parts 2, 4 and 8. */
import { FULL_PAGE } from '../../lib/spec/api.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import { isLimitOpen, LIST_FACTS, type ListRule } from './facts.ts'
import { firstRise } from './order.ts'
import type { Law, Place, Problem, Seen, Whole } from './pages.ts'

/** A law of every list, as a case. */
interface ListLaw extends Law {
  readonly rule: ListRule
  readonly title: string
  /** Requests beyond those that it shares with other laws. */
  readonly cost: number
  /** Any workspace shows it: the second key, where there is one, spares the key under test. */
  readonly spares?: true
}

/** The laws of every list, one case each. */
export const LIST_LAWS: readonly ListLaw[] = [
  {
    rule: 'limitOne',
    title: 'returns one item for `limit=1`',
    cost: 1,
    // The last item but one: one more page follows, and `has_more` must say so.
    places: ({ total }) => [{ limit: 1, offset: Math.max(0, total - 2) }],
  },
  {
    rule: 'offset',
    title: 'starts the page at `offset`',
    cost: 4,
    // Also an offset that is no multiple of the limit: a service that counts in pages rounds it.
    places: (whole) => [...walk(whole), { limit: 2, offset: 1 }],
    problem: misplaced,
  },
  {
    rule: 'walk',
    title: 'repeats and skips no item across pages',
    cost: 0,
    places: walk,
    problem: broken,
  },
  {
    rule: 'walk',
    title: 'repeats and skips no item on pages of one item',
    cost: 4,
    spares: true,
    places: (whole) => singles(1, ...tied(whole)),
    problem: (seen) => repeated(seen) ?? misplaced(seen),
  },
  {
    rule: 'order',
    title: 'lists newest first across pages',
    cost: 0,
    places: walk,
    problem: rising,
  },
  {
    rule: 'hasMore',
    title: 'returns `has_more: false` on a full last page',
    cost: 1,
    places: end,
  },
  {
    rule: 'total',
    title: 'returns the number of items as `total`',
    cost: 1,
    places: end,
    problem: miscounted,
  },
  {
    rule: 'total',
    title: 'returns the same `total` on every page',
    cost: 1,
    places: (whole) => [...walk(whole), past(whole)],
    problem: uneven,
  },
  {
    rule: 'beyondEnd',
    title: 'returns an empty page past the end',
    cost: 2,
    spares: true,
    atLeast: 0,
    // Just past the end and, where the bounds of `offset` are stated, a hundred pages further on.
    places: (whole) => [
      past(whole),
      ...(isLimitOpen(whole.list) ? [] : [{ limit: 5, offset: whole.total + FULL_PAGE * FULL_PAGE }]),
    ],
  },
]

/** What holds of a page of a filtered list: it has the item at its offset, and the same total. */
export const FILTERED_PAGE: Law = {
  places: () => [{ limit: 1, offset: 1 }],
  problem: (seen) => misplaced(seen) ?? uneven(seen),
}

/** What holds of a filtered list at items of the same time, without a `limit`, and past its end. */
export const FILTERED_ENDS: Law = {
  places: (whole) => [...singles(...tied(whole)), { offset: 0 }, { limit: 5, offset: whole.total }],
  problem: (seen) =>
    uneven(seen) ?? repeated({ ...seen, pages: seen.pages.filter(({ limit }) => limit === 1) }),
}

/** Three pages of one size that cover up to the first hundred items. */
function walk({ items }: Whole): readonly Place[] {
  const limit = Math.max(1, Math.ceil(items.length / 3))
  return [0, limit, 2 * limit].filter((offset) => offset < items.length).map((offset) => ({ limit, offset }))
}

/** Pages of one item. */
function singles(...offsets: readonly number[]): readonly Place[] {
  return [...new Set(offsets)].map((offset) => ({ limit: 1, offset }))
}

/** The positions of up to three neighbours that share their time. */
function tied({ list, items }: Whole): readonly number[] {
  const start = items.findIndex((item, place) => areTied(list, item, items[place + 1]))
  const places = [start, start + 1, start + 2]
  return start < 0 ? [] : places.filter((place) => areTied(list, items[start], items[place]))
}

/** The last two items, and what would follow them. */
function end(whole: Whole): readonly Place[] {
  return [{ limit: 2, offset: Math.max(0, whole.total - 2) }, past(whole)]
}

function past({ total }: Whole): Place {
  return { limit: 1, offset: total }
}

/** Whether two items have the same time. In a list whose order is open, any of its times may be the one. */
function areTied(list: ListKey, one: JsonObject = {}, other: JsonObject = {}): boolean {
  const { orderedBy } = LIST_FACTS[list]
  const times = orderedBy === undefined ? ['created_at', 'start_at'] : [orderedBy]
  return times.some((field) => given(one[field]) && one[field] === other[field])
}

/** Part 8: a page begins with the item at its offset. Items of the same time may change places. */
function misplaced({ list, items, pages }: Seen): Problem | undefined {
  const wrong = pages.find(({ page, offset }) => {
    const [item] = page.items
    const expected = items[offset]
    if (item === undefined || expected === undefined) return false
    return item['id'] !== expected['id'] && !areTied(list, item, expected)
  })
  return (
    wrong && {
      page: wrong.page,
      expected: `item ${quote(items[wrong.offset]?.['id'])}, which is at position ${wrong.offset}`,
      received: quote(wrong.page.items[0]?.['id']),
      pointer: '/data/0',
    }
  )
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

/** Part 8: consecutive pages repeat and skip nothing. */
function broken(seen: Seen): Problem | undefined {
  return repeated(seen) ?? skipped(seen)
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
