import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Need } from '../../lib/harness/needs.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { quote, type JsonObject } from '../../lib/util/values.ts'
import { standsAt, walkProblem } from './completeness.ts'
import { isLimitOpen, LIST_FACTS, type ListRule, listRule } from './facts.ts'
import { firstRise } from './order.ts'

type Tools<N extends Need> = Pick<Context<N>, 'expect' | 'inconclusive' | 'quiet'>

/** Where a page is asked for. */
interface Place {
  readonly limit: number
  readonly offset: number
}

/** The first hundred items of a list, and pages of it. */
export interface Seen {
  readonly first: Answer
  readonly items: readonly JsonObject[]
  readonly total: number
  readonly pages: readonly (Place & { readonly page: Answer })[]
}

/** What a page shows that it must not. */
interface Problem {
  readonly page: Answer
  readonly expected: string
  readonly received: string
  readonly pointer?: string
}

/** What pages are read of a list, and what must hold of them. */
interface Law {
  /** The least number of items that it takes. */
  readonly atLeast: number
  /** The rule that a refused page violates, unless it is past the end. */
  readonly refused: ListRule
  readonly places: (items: readonly JsonObject[], total: number, list: ListKey) => readonly Place[]
  readonly problem: (seen: Seen, list: ListKey) => Problem | undefined
}

/** Reads pages of a list, and expects a law to hold of them while nobody changes the list. */
export async function expectLaw<N extends Need>(
  { expect, inconclusive, quiet }: Tools<N>,
  actor: Actor,
  list: ListKey,
  { atLeast, refused, places, problem }: Law,
): Promise<Seen> {
  const read = async (): Promise<Seen> => {
    const first = (await actor.fullPage(list)).control()
    const { items, total } = first
    if (total === undefined) return inconclusive('the response has no valid `pagination.total`')
    if (items.length < atLeast)
      return inconclusive(`needs ${atLeast === 1 ? 'an item' : `${atLeast} items`} in ${list}`)
    const pages = places(items, total, list).map(async ({ limit, offset }) => {
      const page = await actor.list(list, { limit, offset })
      return { limit, offset, page }
    })
    return { first, items, total, pages: await Promise.all(pages) }
  }
  const wrong = (seen: Seen): Problem | undefined =>
    seen.pages.every(({ page }) => page.status === 200) ? problem(seen, list) : undefined
  const seen = await quiet(
    read,
    (value) => wrong(value) === undefined,
    () => actor.fullPage(list),
  )
  for (const { page, offset } of seen.pages) {
    const rule = offset > 0 && offset >= seen.total ? 'beyondEnd' : refused
    expect(page).toAnswer(200, { requirement: listRule(list, rule) })
  }
  const isOther = ({ page, limit }: Seen['pages'][number]): boolean =>
    page.items.length > limit || page.page['limit'] !== limit
  if (isLimitOpen(list) && seen.pages.some(isOther))
    inconclusive('needs a service that applies the requested `limit`')
  const found = wrong(seen)
  if (found !== undefined)
    expect(found.page).toSatisfy(false, found.expected, found.received, {
      also: [seen.first, ...seen.pages.map(({ page }) => page).filter((page) => page !== found.page)],
      pointer: found.pointer,
    })
  return seen
}

/** Three pages that cover up to the first hundred items. */
export const WALK = {
  atLeast: 2,
  refused: 'offset',
  places: (items: readonly JsonObject[], _total: number, list: ListKey): readonly Place[] => {
    const limit = pageSize(items, list)
    return [0, limit, 2 * limit]
      .filter((offset) => offset < items.length)
      .map((offset) => ({ limit, offset }))
  },
} as const

/**
 * A third of the items or, where items at a boundary share their time and so may change places, a little less: that
 * would hide a page that begins one too early.
 */
function pageSize(items: readonly JsonObject[], list: ListKey): number {
  const third = Math.max(1, Math.ceil(items.length / 3))
  const field = LIST_FACTS[list].orderedBy
  const isTied = (place: number): boolean =>
    field !== undefined &&
    [place - 1, place + 1].some(
      (beside) => items[beside] !== undefined && items[beside][field] === items[place]?.[field],
    )
  const sizes = Array.from({ length: third }, (_, less) => third - less)
  return sizes.find((size) => !isTied(size) && !isTied(2 * size)) ?? third
}

/** Part 8: a page begins with the item at its offset. In pages out of order, no item is at its place. */
export function misplaced({ pages, items }: Seen, list: ListKey): Problem | undefined {
  if ([items, ...pages.map(({ page }) => page.items)].some((some) => isDisordered(some, list)))
    return undefined
  const wrong = pages.find(
    ({ page, offset }) =>
      offset > 0 && offset < items.length && !standsAt(page.items[0], offset, items, list),
  )
  return (
    wrong && {
      page: wrong.page,
      expected: `item ${quote(items[wrong.offset]?.['id'])}, which is at position ${wrong.offset}`,
      received: quote(wrong.page.items[0]?.['id']),
      pointer: '/data/0',
    }
  )
}

/** Part 8: consecutive pages repeat and skip nothing. */
export function broken({ pages, items, first }: Seen, list: ListKey): Problem | undefined {
  const walked = pages.flatMap(({ page }) => page.items)
  const received = walkProblem(walked, items, list)
  return received === undefined
    ? undefined
    : { page: pages.at(-1)?.page ?? first, expected: 'each item only once', received }
}

/** Part 4: times fall from page to page, too. Pages that repeat items do not follow each other. */
export function rising({ pages, first }: Seen, list: ListKey): Problem | undefined {
  const field = LIST_FACTS[list].orderedBy
  const walked = pages.flatMap(({ page }) => page.items)
  if (new Set(walked.map(({ id }) => id)).size < walked.length) return undefined
  const rise = field === undefined ? undefined : firstRise(walked, field)
  if (field === undefined || rise === undefined) return undefined
  return {
    page: pages.at(-1)?.page ?? first,
    expected: `${field} that never increases`,
    received: rise.items.map((item) => quote(item[field])).join(', then '),
  }
}

function isDisordered(items: readonly JsonObject[], list: ListKey): boolean {
  const field = LIST_FACTS[list].orderedBy
  return field !== undefined && firstRise(items, field) !== undefined
}

/** Up to three neighbours that share their time, one page each; none where all times differ. */
export function tiedPlaces(items: readonly JsonObject[], _total: number, list: ListKey): readonly Place[] {
  const field = LIST_FACTS[list].orderedBy ?? 'created_at'
  const start = items.findIndex((item, place) => item[field] === items[place + 1]?.[field])
  if (start < 0) return []
  return [start, start + 1, start + 2]
    .filter((place) => items[place]?.[field] === items[start]?.[field])
    .map((offset) => ({ limit: 1, offset }))
}

/** An order, whatever it is, must be stable: no item stands on two pages of one item each. */
export function repeated({ pages }: Seen): Problem | undefined {
  const ids = pages.map(({ page }) => page.items[0]?.['id'])
  const again = pages.find((_, place) => ids[place] !== undefined && ids.indexOf(ids[place]) < place)
  return (
    again && {
      page: again.page,
      expected: 'a different item on each page',
      received: `item ${quote(again.page.items[0]?.['id'])} on two pages of one item each`,
    }
  )
}

/** The last two items, and what would follow them. */
export const END = {
  atLeast: 2,
  refused: 'offset',
  places: (_: readonly JsonObject[], total: number): readonly Place[] => [
    { limit: 2, offset: Math.max(0, total - 2) },
    { limit: 1, offset: total },
  ],
} as const

/** Part 2: where the total says that two items are left, there are two, and no further one behind them. */
export function miscounted({ pages: [last, past], items, total }: Seen): Problem | undefined {
  const count = last?.page.items.length ?? 0
  const pointer = '/pagination/total'
  if (last !== undefined && count < 2)
    return {
      page: last.page,
      expected: `2 items at ${total - 2}, as the total is ${total}`,
      received: `${count}`,
      pointer,
    }
  const known = new Set([...items, ...(last?.page.items ?? [])].map(({ id }) => id))
  const more = past?.page.items.find(({ id }) => !known.has(id))
  return past === undefined || more === undefined
    ? undefined
    : {
        page: past.page,
        expected: `no item past the total of ${total}`,
        received: `item ${quote(more['id'])}`,
        pointer,
      }
}

/** Part 2: no page follows the last one, though it is full. */
export function promising({ pages: [last], total }: Seen): Problem | undefined {
  return last !== undefined && last.page.page['has_more'] === true && last.page.items.length === 2
    ? {
        page: last.page,
        expected: `has_more false: these are the last 2 of ${total}`,
        received: 'has_more true',
        pointer: '/pagination/has_more',
      }
    : undefined
}

/** Part 2: the total is the same on each page. */
export function uneven({ pages, total }: Seen): Problem | undefined {
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
