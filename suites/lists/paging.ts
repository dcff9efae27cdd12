import { LIST_FACTS, isLimitOpen } from './facts.ts'
import { type ListKey } from '../../lib/spec/operations.ts'
import { firstRise } from './order.ts'
import { given, quote, type JsonObject } from '../../lib/util/values.ts'
import type { Actor, Query } from '../../lib/harness/actor.ts'
import { FULL_PAGE } from '../../lib/spec/api.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Need } from '../../lib/harness/needs.ts'
import { standsAt, walkProblem } from './completeness.ts'

type Tools<N extends Need> = Pick<Context<N>, 'api' | 'expect' | 'inconclusive'>

/** A list as its first hundred items show it. */
export interface FirstPage {
  readonly answer: Answer
  readonly items: readonly JsonObject[]
  readonly total: number
}

/** The first hundred items of a list; inconclusive if there are fewer than a judgement needs. */
export async function firstPage<N extends Need>(
  { api, inconclusive }: Tools<N>,
  list: ListKey,
  atLeast: number,
): Promise<FirstPage> {
  const answer = (await api.fullPage(list)).control()
  const { items, total } = answer
  if (total === undefined) return inconclusive('the answer has no readable pagination.total')
  if (items.length < atLeast)
    return inconclusive(`needs ${atLeast === 1 ? 'an item' : `${atLeast} items`} in ${list}`)
  return { answer, items, total }
}

/**
 * The key with more items than a page may hold, so that an excess would show: the bystander, unless only the key
 * under test has so many.
 */
export function keyWithManyItems<N extends Need>(
  { api, bystander, world }: Pick<Context<N>, 'api' | 'bystander' | 'world'>,
  list: ListKey,
): Actor {
  const { main, other } = world.discovery
  const [own, theirs] = [main, other].map((workspace) => (workspace?.lists[list].total ?? 0) > FULL_PAGE)
  return own === true && theirs !== true ? api : bystander
}

/** A filter in words: `status=held and chatbot_id=x`. */
export function describe(query: Query): string {
  return Object.entries(query)
    .filter(([name]) => name !== 'limit' && name !== 'offset')
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ')
}

/** Pages that follow each other. */
interface Walk {
  /** The list before the walk. */
  readonly known: FirstPage
  readonly pages: readonly Answer[]
  readonly limit: number
}

/** Three pages that follow each other from the beginning, and cover up to the first hundred items. */
export async function walk<N extends Need>(tools: Tools<N>, list: ListKey): Promise<Walk> {
  const known = await firstPage(tools, list, 2)
  const limit = pageSize(known.items, list)
  const offsets = [0, limit, 2 * limit].filter((offset) => offset < known.items.length)
  const pages = await Promise.all(offsets.map((offset) => tools.api.list(list, { limit, offset })))
  for (const page of pages) page.control()
  ofSize(tools, list, pages, limit)
  return { known, pages, limit }
}

/** Ends the case where a list with open limits used another page size than asked for: such pages do not join. */
export function ofSize<N extends Need>(
  { inconclusive }: Pick<Context<N>, 'inconclusive'>,
  list: ListKey,
  pages: readonly Answer[],
  limit: number,
): void {
  if (isLimitOpen(list) && pages.slice(0, -1).some((page) => page.items.length !== limit))
    inconclusive(`needs a service that applies \`limit=${limit}\``)
}

/** Ends the case where the list grew or shrank between pages: its items moved. */
export function unchanged<N extends Need>(
  { inconclusive }: Tools<N>,
  known: FirstPage,
  pages: readonly Answer[],
): void {
  if (pages.some((page) => page.total !== known.total)) inconclusive('the list changed while it was walked')
}

/**
 * The page size: about a third of the items, adjusted so that no boundary falls between items with the same
 * timestamp. Those may change places and hide a page that starts one too early or too late.
 */
function pageSize(items: readonly JsonObject[], list: ListKey): number {
  const third = Math.max(1, Math.ceil(items.length / 3))
  const field = LIST_FACTS[list].orderedBy
  if (field === undefined) return third
  const tied = (position: number): boolean =>
    items[position] !== undefined && items[position]?.[field] === items[position - 1]?.[field]
  const alone = (position: number): boolean => !tied(position) && !tied(position + 1)
  const nearby = Array.from({ length: third }, (_, step) => third - step)
  return (
    nearby.find((size) => alone(size) && !tied(2 * size)) ??
    nearby.find(alone) ??
    nearby.find((size) => !tied(size)) ??
    third
  )
}

/** The most items with the same time that are read one by one, and how often. */
const MOST_TIED = 3
const ROUNDS = 2

/** A walk over items with the same time, one page each. */
interface TiedWalk {
  readonly pages: readonly Answer[]
  /** An item that two pages show. */
  readonly repeated?: JsonObject
}

/**
 * Walks over items with the same time, one page each. Their order is free but must be stable, because offsets count
 * it.
 * Undefined if no items share a time, or the list changes meanwhile.
 */
export async function walkTiedItems(
  api: Actor,
  list: ListKey,
  known: FirstPage,
): Promise<TiedWalk | undefined> {
  const field = LIST_FACTS[list].orderedBy ?? 'created_at'
  const { items } = known
  const isTied = (place: number): boolean => place > 0 && items[place]?.[field] === items[place - 1]?.[field]
  const start = items.findIndex((item, place) => given(item[field]) && isTied(place + 1))
  if (start < 0) return undefined
  const places = Array.from({ length: MOST_TIED }, (_, index) => start + index).filter(
    (place) => place === start || (place < items.length && isTied(place)),
  )
  let pages: readonly Answer[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // oxlint-disable-next-line no-await-in-loop -- each round may be another order
    pages = await Promise.all(places.map((offset) => api.afresh().list(list, { limit: 1, offset })))
    if (pages.some((page) => !page.usable || page.total !== known.total)) return undefined
    const shown = pages.flatMap((page) => page.items.slice(0, 1))
    const repeated = shown.find((item, index) => shown.findIndex(({ id }) => id === item['id']) < index)
    if (repeated !== undefined) return { pages, repeated }
  }
  return { pages }
}

/**
 * Reads the last item of filtered results as a page of its own, and expects the item at that position. An offset that
 * counts unfiltered items returns another one.
 */
export async function expectSameOnLaterPages<N extends Need>(
  tools: Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>,
  list: ListKey,
  queries: readonly Query[],
): Promise<void> {
  let judged = 0
  await tools.each(
    queries.filter((query) => Object.values(query).some((value) => value !== undefined)),
    async (query) => {
      const whole = (await tools.api.fullPage(list, query)).control()
      if (whole.items.length < 2) return
      const place = whole.items.length - 1
      const next = await tools.api.list(list, { limit: 1, offset: place, ...query })
      tools.expect(next).toAnswer(200)
      if (whole.total !== next.total) {
        const again = await tools.api.fullPage(list, { offset: 0, ...query })
        if (again.total !== whole.total) tools.inconclusive('the list changed while it was paged')
      }
      tools
        .expect(next)
        .toSatisfy(
          whole.total === next.total,
          `total ${whole.total}, as on the first page of ${describe(query)}`,
          `total ${next.total}`,
          {
            also: [whole],
            pointer: '/pagination/total',
          },
        )
      tools
        .expect(next)
        .toSatisfy(
          standsAt(next.items[0], place, whole.items, list),
          `item ${place + 1} of ${describe(query)}: ${quote(whole.items[place]?.['id'])}`,
          () => quote(next.items[0]?.['id']),
          {
            also: [whole],
            pointer: '/data/0',
          },
        )
      judged += 1
    },
  )
  if (judged === 0) tools.inconclusive('needs two items that a filter keeps')
}

/** Expects pages to show each known item once. */
export function eachItemOnce(
  expect: Context['expect'],
  list: ListKey,
  { known, pages }: Pick<Walk, 'known' | 'pages'>,
): void {
  const problem = walkProblem(itemsOf(pages), known.items, list)
  expect(pages.at(-1) ?? known.answer).toSatisfy(problem === undefined, 'each item once', problem ?? '', {
    also: [...pages.slice(0, -1), known.answer],
  })
}

/** The items of each page. */
export function itemsOf(pages: readonly Answer[]): (readonly JsonObject[])[] {
  return pages.map((page) => page.items)
}

/** The title of the case that judges the order of a list, or observes it where none is specified. */
export function orderTitle(list: ListKey): string {
  return LIST_FACTS[list].orderedBy === undefined ? 'shows its order' : 'keeps its order from page to page'
}

/** The order of some items in words. */
export function orderOf(items: readonly JsonObject[]): string {
  const orderedBy = (inOrder: readonly JsonObject[]): string | undefined =>
    ['created_at', 'start_at'].find((field) => firstRise(inOrder, field) === undefined)
  const falling = orderedBy(items)
  if (falling !== undefined) return `descending ${falling}`
  const rising = orderedBy([...items].reverse())
  return rising === undefined ? 'neither by created_at nor by start_at' : `ascending ${rising}`
}
