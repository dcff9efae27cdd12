import { listRule } from './facts.ts'
import { type ListKey } from '../../lib/spec/operations.ts'
import { isWholeList, keptOut, missingItems } from './completeness.ts'
import { FILTERS } from './filter-table.ts'
import { readFilters } from './filters.ts'
import { readPage } from '../../lib/judge/oracle.ts'
import { quote, type JsonObject } from '../../lib/util/values.ts'
import type { Actor, Query } from '../../lib/harness/actor.ts'
import { FULL_PAGE } from '../../lib/spec/api.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Blame, Expect } from '../../lib/harness/expect.ts'
import { distinct, everyItem } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'
import { describe } from './paging.ts'

type Tools<N extends Need> = Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>

/** The first hundred items of a list, reservations of every status included, as the reference for filters. */
export async function reference<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  list: ListKey,
  beside: Query = {},
): Promise<Answer> {
  const wide = await api.fullPage(list, { ...everyItem(list), ...beside })
  if (list !== 'GET /reservations') return wide.control()
  // A service that loses some of several statuses shows more where none is named.
  const plain = await api.fullPage(list, beside)
  return wide.usable && (wide.total ?? 0) >= (plain.total ?? 0) ? wide : plain.control()
}

/**
 * Expects a list to return exactly the items that each filter keeps. The oracle finds wrong items; this finds missing
 * ones.
 * Inconclusive if no filter keeps, or none excludes, a known item: an ignored filter would not show.
 * @param missing - what the workspace lacks then, as the end of "needs …"
 */
export async function expectExactItems<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  queries: readonly Query[],
  missing: string,
): Promise<void> {
  const known = await reference(tools, list)
  const all = withPlain(known.items, (await tools.api.fullPage(list)).items)
  let keepsSome = false
  let excludesSome = false
  await tools.each(queries, async (query) => {
    const page = await tools.api.fullPage(list, query)
    tools.expect(page).toAnswer(200, { also: [known] })
    await expectAllItems(tools, list, { known: all, page }, { also: [known] })
    await expectNoAddedItems(tools.api, tools.expect, list, page)
    if (keptOut(known.items, page.exchange, list).length > 0) excludesSome = true
    const belongs = readFilters(page.exchange, list)?.belongs
    if (known.items.some((item) => belongs?.(item).membership === 'in')) keepsSome = true
  })
  if (!keepsSome || !excludesSome) tools.inconclusive(`needs ${missing}`)
}

/** A filtered page, and the items that it may show. */
interface FilteredPage {
  readonly known: readonly JsonObject[]
  readonly page: Answer
  /** Reads the known items again; by default the first hundred of the list. */
  readonly lookAgain?: () => Promise<readonly JsonObject[]>
}

async function itemsNow(actor: Actor, list: ListKey): Promise<readonly JsonObject[]> {
  const api = actor.afresh()
  const { items } = await reference({ api }, list, { offset: 0 })
  return list === 'GET /reservations'
    ? withPlain(items, (await api.fullPage(list, { offset: 0 })).items)
    : items
}

/** Items, and those of the plain list that are not among them: a service may lose a status just where it is named. */
function withPlain(items: readonly JsonObject[], plain: readonly JsonObject[]): readonly JsonObject[] {
  const known = new Set(items.map(({ id }) => id))
  return [...items, ...plain.filter(({ id }) => !known.has(id))]
}

/** Whether nothing follows a short page that says something does, by a wrong total: the next page is empty. */
async function endsHereAfterAll(actor: Actor, { exchange, items }: Answer): Promise<boolean> {
  const { hasMore, asked, limit } = readPage(exchange) ?? {}
  if (hasMore !== true || items.length >= Math.min(asked?.limit ?? 0, limit ?? FULL_PAGE)) return false
  const { path, query } = exchange.request
  const next = await actor.request({
    method: 'GET',
    path,
    query: [...query.filter(([name]) => name !== 'offset'), ['offset', String(items.length)]],
  })
  return next.usable && next.items.length === 0
}

/**
 * Expects a filtered page to hold every known item that its filter keeps. What is missing is looked up again: items
 * change in a workspace in use, so only one that still belongs and is still missing counts.
 */
export async function expectAllItems<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  { known, page, lookAgain = () => itemsNow(tools.api, list) }: FilteredPage,
  blame: Blame,
): Promise<void> {
  const isEnd = await endsHereAfterAll(tools.api, page)
  if (missingItems(known, page.exchange, list, isEnd).length === 0) return
  const earlier = await lookAgain()
  const again = await tools.api.afresh().request({
    method: 'GET',
    path: page.exchange.request.path,
    query: [...page.exchange.request.query, ['offset', '0']],
  })
  const later = await lookAgain()
  // Only items that belong before and after count: a status may change in between.
  const still = new Set(missingItems(later, again.exchange, list, isEnd).map((item) => item['id']))
  const now = earlier.filter(
    (item) => still.has(item['id']) && known.some((before) => before['id'] === item['id']),
  )
  const [missing, ...others] = missingItems(now, again.exchange, list, isEnd)
  const { limit: _, offset: __, ...query } = Object.fromEntries(page.exchange.request.query)
  tools
    .expect(again)
    .toSatisfy(
      missing === undefined,
      Object.keys(query).length === 0
        ? 'every item of the list'
        : `every item that matches ${describe(query)}`,
      () =>
        `${missing && withFilteredFields(missing, again, list)} is missing${others.length === 0 ? '' : `, and ${others.length} more`}`,
      {
        pointer: '/data',
        ...blame,

        also: [page, ...(blame.also ?? [])],
      },
    )
}

/** An item as evidence, with the fields that the filters of a page read: `item "a1" with status "new"`. */
function withFilteredFields(item: JsonObject, page: Answer, list: ListKey): string {
  const fields = readFilters(page.exchange, list)?.fields ?? []
  const values = fields.map((field) => `${field} ${quote(item[field])}`)
  return `item ${quote(item['id'])}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`
}

/**
 * Expects a filtered page to hold no item that the unfiltered list lacks. Only an item that appears again, and is
 * missing from the list before and after, counts.
 */
export async function expectNoAddedItems(
  actor: Actor,
  expect: Expect,
  list: ListKey,
  page: Answer,
): Promise<void> {
  const reading = readFilters(page.exchange, list)
  // A filter without a stated meaning, such as `since` on bookings.
  if (reading === undefined) return
  const known = await actor.fullPage(list)
  if (missingItems(page.items, known.exchange, list).length === 0) return
  const anew = (of: Answer): Promise<Answer> =>
    actor
      .afresh()
      .request({ method: 'GET', path: of.exchange.request.path, query: of.exchange.request.query })
  const [earlier, again, later] = [await anew(known), await anew(page), await anew(known)]
  if (!earlier.usable || !later.usable) return
  const lasting = new Set(missingItems(again.items, earlier.exchange, list))
  const brought = missingItems(again.items, later.exchange, list).find((item) => lasting.has(item))
  // A list that ends with a full page may have lost what follows; one that ends before has just what it has.
  const end = readPage(later.exchange)
  const isCut = end !== undefined && isWholeList(end) && end.items.length >= FULL_PAGE
  expect(again).toSatisfy(
    brought === undefined,
    'only items that the list has without the filter, too',
    () => `item ${quote(brought?.['id'])}, which the list lacks`,
    {
      pointer: '/data',
      also: [later, page, known],
      requirement: isCut ? listRule(list, 'walk') : reading.requirement,
    },
  )
}

/** Items of the key that asks for absent values: the bystander, if it has any. */
export function itemsOfBystander<N extends Need>(
  { world }: Pick<Context<N>, 'world'>,
  list: ListKey,
): readonly JsonObject[] {
  const { main, other } = world.discovery
  const theirs = other?.lists[list].items ?? []
  return theirs.length > 0 ? theirs : main.lists[list].items
}

/**
 * Asks a list for a value that no known item has. The service may refuse it, but must not return items with other
 * values.
 * Asked by the bystander if it has items: it does not matter which key reveals an ignored filter.
 */
export async function expectNoMatches<N extends Need>(
  tools: Tools<N> & Pick<Context<N>, 'bystander' | 'world'>,
  list: ListKey,
  query: Query,
): Promise<void> {
  const theirs = tools.world.discovery.other?.lists[list].items ?? []
  const page = await (theirs.length > 0 ? tools.bystander : tools.api).fullPage(list, query)
  const others = page.items.filter((item) =>
    Object.entries(query).some(([name, value]) => FILTERS[list][name]?.test(String(value))(item) === 'out'),
  )
  tools.expect(page).toHaveStatus([200, 400])
  tools
    .expect(page)
    .toSatisfy(others.length === 0, `no item: none has ${describe(query)}`, () => `${others.length} items`, {
      pointer: '/data',
    })
}

/**
 * Asks the bystander for a value that only items of the key under test have: a known value, which the service may
 * neither refuse nor ignore. The oracle judges the items.
 */
export async function askForValueOfOthers<N extends Need>(
  { bystander, expect, world }: Pick<Context<N>, 'bystander' | 'expect' | 'world'>,
  list: ListKey,
  name: string,
): Promise<void> {
  const { main, other } = world.discovery
  const field = FILTERS[list][name]?.field ?? name
  const theirs = new Set(other?.lists[list].items.map((item) => item[field]))
  const value = distinct(main.lists[list].items, field).find((one) => !theirs.has(one))
  if (theirs.size > 0 && value !== undefined)
    expect(await bystander.fullPage(list, { [name]: value })).toAnswer(200)
}

/** The most values that a bystander asks for; a vocabulary is short. */
const MOST_VALUES = 6

/**
 * Asks the bystander for each value of its items, and expects all items with it: a service may forget one value of
 * several.
 */
export async function expectEachValue<N extends Need>(
  tools: Tools<N> & Pick<Context<N>, 'bystander' | 'world'>,
  list: ListKey,
  name: string,
): Promise<void> {
  const items = tools.world.discovery.other?.lists[list].items ?? []
  const values = distinct(items, FILTERS[list][name]?.field ?? name)
  await tools.each(values.slice(0, MOST_VALUES), async (value) => {
    const page = await tools.bystander.fullPage(list, { [name]: value })
    tools.expect(page).toAnswer(200)
    await expectAllItems({ ...tools, api: tools.bystander }, list, { known: items, page }, {})
  })
}
