/** What must hold of the pages of a list that are compared with each other, while nobody changes it. Parts 2, 4 and 8. */
import type { Actor, Query } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Need } from '../../lib/harness/needs.ts'
import { FULL_PAGE } from '../../lib/spec/api.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import { isLimitOpen, LIST_FACTS, type ListRule, listRule } from './facts.ts'
import { firstRise } from './order.ts'

/** The first hundred items of a list, filtered or not. */
interface Whole {
  readonly list: ListKey
  readonly first: Answer
  readonly items: readonly JsonObject[]
  readonly total: number
}

/** Where a page is asked for; without a limit, whatever the default is. */
interface Place {
  readonly limit?: number
  readonly offset: number
}

interface Seen extends Whole {
  readonly pages: readonly (Place & { readonly page: Answer })[]
}

/** What a page shows that it must not. */
interface Problem {
  readonly page: Answer
  readonly expected: string
  readonly received: string
  readonly pointer?: string
}

type Compare = (seen: Seen) => Problem | undefined

/** Pages to read, and what must hold of them together. What one of them shows alone, the oracle of pages judges. */
interface Law {
  /** The least number of items that it takes: two, where it does not say otherwise. */
  readonly atLeast?: number
  readonly places: (whole: Whole) => readonly Place[]
  readonly problem?: Compare
}

/** A law of every list, as a case. */
interface ListLaw extends Law {
  readonly rule: ListRule
  readonly title: string
  /** Requests beyond those that it shares with other laws. */
  readonly cost: number
  readonly costAlone?: number
  /** Any workspace shows it: the second key, where there is one, spares the key under test. */
  readonly spares?: true
}

/** Three pages of one size that cover up to the first hundred items. */
const walk = ({ items }: Whole): readonly Place[] => {
  const limit = Math.max(1, Math.ceil(items.length / 3))
  return [0, limit, 2 * limit].filter((offset) => offset < items.length).map((offset) => ({ limit, offset }))
}

/** Pages of one item: at some positions, and at up to three neighbours that share their time. */
const singles =
  (...positions: readonly number[]) =>
  ({ list, items }: Whole): readonly Place[] => {
    const isTied = (place: number): boolean => areTied(list, items[place], items[place + 1])
    const start = items.findIndex((_, place) => isTied(place))
    const tied = start < 0 ? [] : [start, start + 1, ...(isTied(start + 1) ? [start + 2] : [])]
    return [...new Set([...positions, ...tied])].map((offset) => ({ limit: 1, offset }))
  }

/** The last two items, and what would follow them. */
const end = ({ total }: Whole): readonly Place[] => [
  { limit: 2, offset: Math.max(0, total - 2) },
  past({ total }),
]

const past = ({ total }: Pick<Whole, 'total'>): Place => ({ limit: 1, offset: total })

/** Whether two items have the same time. In a list whose order is open, any of its times may be the one. */
function areTied(list: ListKey, one: JsonObject = {}, other: JsonObject = {}): boolean {
  const { orderedBy } = LIST_FACTS[list]
  const times = orderedBy === undefined ? ['created_at', 'start_at'] : [orderedBy]
  return times.some((field) => given(one[field]) && one[field] === other[field])
}

/** Part 8: a page begins with the item at its offset. Items of the same time may change places. */
const misplaced: Compare = ({ list, items, pages }) => {
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
const repeated: Compare = ({ pages }) => {
  const seen = new Set<unknown>()
  for (const { page } of pages) {
    const again = page.items.find(({ id }) => seen.has(id))
    if (again !== undefined)
      return { page, expected: 'each item only once', received: `item ${quote(again['id'])} comes twice` }
    for (const { id } of page.items) seen.add(id)
  }
  return undefined
}

/** Part 8: an item at a position that the pages cover is on one of them, or another one of the same time. */
const skipped: Compare = ({ list, items, total, pages }) => {
  const isCovered = (place: number): boolean =>
    pages.some(({ offset, limit = items.length }) => offset <= place && place < offset + limit)
  const walked = new Set(pages.flatMap(({ page }) => page.items.map(({ id }) => id)))
  const beyond = [
    ...items.filter((_, place) => !isCovered(place)),
    ...(total > items.length ? items.slice(-1) : []),
  ]
  const lost = items.find(
    (item, place) =>
      isCovered(place) && !walked.has(item['id']) && !beyond.some((other) => areTied(list, item, other)),
  )
  const last = pages.at(-1)
  return lost === undefined || last === undefined
    ? undefined
    : { page: last.page, expected: 'every item', received: `item ${quote(lost['id'])} is skipped` }
}

/** Part 8: consecutive pages repeat and skip nothing. */
const broken: Compare = (seen) => repeated(seen) ?? skipped(seen)

/** Part 4: times fall from page to page, too. Pages that repeat items do not follow each other. */
const rising: Compare = (seen) => {
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
const miscounted: Compare = ({ pages: [last, beyond], items, total }) => {
  const pointer = '/pagination/total'
  const left = last?.page.items ?? []
  if (last !== undefined && left.length < 2)
    return {
      page: last.page,
      expected: `2 items at ${total - 2}, as the total is ${total}`,
      received: `${left.length}`,
      pointer,
    }
  const known = new Set([...items, ...left].map(({ id }) => id))
  const more = beyond?.page.items.find(({ id }) => !known.has(id))
  return beyond === undefined || more === undefined
    ? undefined
    : {
        page: beyond.page,
        expected: `no item past the total of ${total}`,
        received: `item ${quote(more['id'])}`,
        pointer,
      }
}

/** Part 2: the total is the same on each page. */
const uneven: Compare = ({ pages, total }) => {
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
    cost: 0,
    costAlone: 4,
    spares: true,
    places: singles(1),
    problem: broken,
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
    cost: 0,
    costAlone: 1,
    places: (whole) => [...walk(whole), past(whole)],
    problem: uneven,
  },
  {
    rule: 'beyondEnd',
    title: 'returns an empty page past the end',
    cost: 0,
    costAlone: 2,
    spares: true,
    atLeast: 0,
    // Just past the end and, where the bounds of `offset` are stated, a hundred pages further on.
    places: ({ list, total }) => [
      past({ total }),
      ...(isLimitOpen(list) ? [] : [{ limit: 5, offset: total + FULL_PAGE * FULL_PAGE }]),
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
  places: (whole) => [...singles()(whole), { offset: 0 }, { limit: 5, offset: whole.total }],
  problem: (seen) =>
    uneven(seen) ?? repeated({ ...seen, pages: seen.pages.filter(({ limit }) => limit === 1) }),
}

type Tools<N extends Need> = Pick<Context<N>, 'expect' | 'inconclusive' | 'quiet'>

/**
 * Reads pages of a list, and expects a law to hold of them while nobody changes the list.
 * @param query - filters: their pages follow the same law
 * @returns what was seen; undefined if there are too few items
 */
export async function expectLaw<N extends Need>(
  { expect, inconclusive, quiet }: Tools<N>,
  actor: Actor,
  list: ListKey,
  { atLeast = 2, places, problem }: Law,
  refusedAs: (place: Place, total: number) => string,
  query: Query = {},
): Promise<Seen | undefined> {
  const read = async (): Promise<Seen> => {
    const first = (await actor.fullPage(list, query)).control()
    const { items, total } = first
    if (total === undefined) return inconclusive('the response has no valid `pagination.total`')
    const whole = { list, first, items, total }
    const pages = (items.length < atLeast ? [] : places(whole)).map(async (place) => ({
      ...place,
      page: await actor.list(list, { ...place, ...query }),
    }))
    return { ...whole, pages: await Promise.all(pages) }
  }
  const wrong = (seen: Seen): Problem | undefined =>
    seen.pages.every(({ page }) => page.status === 200) ? problem?.(seen) : undefined
  const seen = await quiet(
    read,
    (value) => wrong(value) === undefined,
    () => actor.fullPage(list, query),
  )
  for (const { page, ...place } of seen.pages)
    expect(page).toAnswer(200, { requirement: refusedAs(place, seen.total) })
  const isAsAsked = ({ page, limit }: Seen['pages'][number]): boolean =>
    limit === undefined || (page.items.length <= limit && page.page['limit'] === limit)
  if (isLimitOpen(list) && !seen.pages.every(isAsAsked))
    inconclusive('needs a service that applies the requested `limit`')
  const found = wrong(seen)
  if (found !== undefined)
    expect(found.page).toSatisfy(false, found.expected, found.received, {
      also: [seen.first, ...seen.pages.map(({ page }) => page).filter((page) => page !== found.page)],
      pointer: found.pointer,
    })
  return seen.items.length < atLeast ? undefined : seen
}

/** What the refusal of a page of a whole list violates. */
export function refusedAs(list: ListKey, rule: ListRule): (place: Place, total: number) => string {
  return ({ offset }, total) => {
    if (offset > 0 && offset >= total) return listRule(list, 'beyondEnd')
    return listRule(list, rule === 'limitOne' ? 'limitOne' : 'offset')
  }
}
