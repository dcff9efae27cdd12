import { type ListKey, listRule } from '../../../lib/api/catalogue/index.ts'
import { keptOut, missingItems } from '../../../lib/api/oracles/completeness.ts'
import { FILTERS } from '../../../lib/api/oracles/filter-table.ts'
import { readFilters, WHOSE } from '../../../lib/api/oracles/filters.ts'
import { quote, type JsonObject } from '../../../lib/util/values.ts'
import type { Actor, Query } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Blame, Expect } from '../../../lib/harness/expect.ts'
import { distinct, widest } from '../../../lib/api/discovery.ts'
import type { Need } from '../../../lib/api/needs.ts'
import { FULL_PAGE } from './paging.ts'

type Tools<N extends Need> = Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>

/** The first hundred items of a list, reservations of every status included, as something to lean on. */
export async function reference<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  list: ListKey,
): Promise<Answer> {
  const wide = await api.list(list, widest(list))
  return wide.usable ? wide : (await api.list(list, { limit: 100 })).control()
}

/**
 * Asks a list with each of some filters and expects exactly the items that it keeps: that none is wrong is judged by the oracle on
 * every answer; here none may be missing.
 * Inconclusive where no filter keeps a known item in, or none keeps one out: an ignored filter would not be noticed.
 */
export async function expectExactItems<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  queries: readonly Query[],
  wanting: string,
): Promise<void> {
  const known = await reference(tools, list)
  let tellsIn = false
  let tellsOut = false
  await tools.each(queries, async (query) => {
    const page = await tools.api.list(list, { limit: 100, ...query })
    const explainedBy = [...(readFilters(page.exchange, list)?.explainedBy ?? []), ...consequencesOf(list)]
    tools.expect(page).toAnswer(200, { also: [known], explainedBy: [...explainedBy, 'RESERVATION-05'] })
    await expectAllItems(tools, list, known.items, page, { also: [known], explainedBy })
    await expectNoAddedItems(tools.api, tools.expect, list, page)
    if (keptOut(known.items, page.exchange, list).length > 0) tellsOut = true
    const belongs = readFilters(page.exchange, list)?.belongs
    if (known.items.some((item) => belongs?.(item).membership === 'in')) tellsIn = true
  })
  if (!tellsIn || !tellsOut) tools.inconclusive(`needs ${wanting}`)
}

/**
 * Expects a filtered page to hold every known item that its filter keeps. Items change while we look: what is missing is looked up
 * again, and only an item that still belongs, and is still missing, counts.
 */
export async function expectAllItems<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  known: readonly JsonObject[],
  page: Answer,
  blame: Blame,
  lookAgain: () => Promise<readonly JsonObject[]> = async () =>
    (await tools.api.afresh().list(list, { ...widest(list), offset: 0 })).items,
): Promise<void> {
  if (missingItems(known, page.exchange, list).length === 0) return
  const earlier = await lookAgain()
  const again = await tools.api.afresh().request({
    method: 'GET',
    path: page.exchange.request.path,
    query: [...page.exchange.request.query, ['offset', '0']],
  })
  const later = await lookAgain()
  // A full page reaches as far as its order says.
  const full = again.items.length >= FULL_PAGE ? [listRule(list, 'order')] : []
  // Only what belongs before and after counts: an item that changes its status in between may rightly be missing.
  const still = new Set(missingItems(later, again.exchange, list).map((item) => item['id']))
  const now = earlier.filter(
    (item) => still.has(item['id']) && known.some((before) => before['id'] === item['id']),
  )
  const [missing] = missingItems(now, again.exchange, list)
  const { limit: _, offset: __, ...query } = Object.fromEntries(page.exchange.request.query)
  tools
    .expect(again)
    .toSatisfy(
      missing === undefined,
      `every item that ${describe(query) || 'the list'} keeps`,
      () => `item ${quote(missing?.['id'])} is missing`,
      {
        pointer: '/data',
        ...blame,
        explainedBy: [...(blame.explainedBy ?? []), ...full],
        also: [page, ...(blame.also ?? [])],
      },
    )
}

/**
 * Expects a filtered page to hold no item that the list itself lacks: a filter keeps items, and brings none. Items come and go while we look:
 * only an item that is kept anew, and is missing before and after that, counts.
 */
export async function expectNoAddedItems(
  actor: Actor,
  expect: Expect,
  list: ListKey,
  page: Answer,
): Promise<void> {
  const reading = readFilters(page.exchange, list)
  // A filter of which nothing is stated, such as `since` on bookings.
  if (reading === undefined) return
  const known = await actor.list(list, { limit: FULL_PAGE })
  if (missingItems(page.items, known.exchange, list).length === 0) return
  const anew = (of: Answer): Promise<Answer> =>
    actor
      .afresh()
      .request({ method: 'GET', path: of.exchange.request.path, query: of.exchange.request.query })
  const [earlier, again, later] = [await anew(known), await anew(page), await anew(known)]
  if (!earlier.usable || !later.usable) return
  const lasting = new Set(missingItems(again.items, earlier.exchange, list))
  const brought = missingItems(again.items, later.exchange, list).find((item) => lasting.has(item))
  const rules = (['order', 'walk', 'total', 'filled', 'limitOne', 'limitHundred'] as const).map((rule) =>
    listRule(list, rule),
  )
  const plain = readFilters(known.exchange, list)
  expect(again).toSatisfy(
    brought === undefined,
    'only items that the list has without the filter, too',
    () => `item ${quote(brought?.['id'])}, which the list lacks`,
    {
      pointer: '/data',
      also: [later, page, known],
      requirement: reading.requirement,
      explainedBy: [
        ...reading.explainedBy,
        ...(plain === undefined ? [] : [plain.requirement]),
        // A lower bound that the list has unasked hides items from an upper one, too.
        ...(reading.requirement === 'LIST-RESERVATIONS-28' ? ['LIST-RESERVATIONS-27'] : []),
        ...rules,
        WHOSE[list],
      ],
    },
  )
}

/** What, where it is violated, leaves items out of every page, or lets foreign ones in. */
function consequencesOf(list: ListKey): string[] {
  const rules = (['limitOne', 'limitHundred', 'filled'] as const).map((rule) => listRule(list, rule))
  return [...rules, WHOSE['GET /chatbots'], WHOSE[list]]
}

/** The items of whoever is asked for values that no item has: the bystander, where he has items of his own. */
export function itemsOfBystander<N extends Need>(
  { world }: Pick<Context<N>, 'world'>,
  list: ListKey,
): readonly JsonObject[] {
  const { main, other } = world.discovery
  const theirs = other?.lists[list].items ?? []
  return theirs.length > 0 ? theirs : main.lists[list].items
}

/**
 * Asks a list for a value that no known item has. It may be refused as unknown; if it is answered, then with no item of another value. Asked by
 * the bystander where that has items of its own: whose items they are, that a dropped filter lets in, does not matter.
 */
export async function expectNoMatches<N extends Need>(
  tools: Tools<N> & Pick<Context<N>, 'bystander' | 'world'>,
  list: ListKey,
  query: Query,
): Promise<void> {
  const theirs = tools.world.discovery.other?.lists[list].items ?? []
  const page = await (theirs.length > 0 ? tools.bystander : tools.api).list(list, { limit: 100, ...query })
  const others = page.items.filter((item) =>
    Object.entries(query).some(([name, value]) => FILTERS[list][name]?.test(String(value))(item) === 'out'),
  )
  tools.expect(page).toRefuse([200, 400])
  tools
    .expect(page)
    .toSatisfy(others.length === 0, `no item: none has ${describe(query)}`, () => `${others.length} items`, {
      pointer: '/data',
    })
}

/**
 * Asks the bystander for a value that items of the key under test have and no known item of his: a value that the service knows, so that it
 * is not one to refuse or to ignore. That no item without it comes is judged by the oracle.
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
    expect(await bystander.list(list, { limit: 100, [name]: value })).toAnswer(200)
}

/** Values that a bystander asks for; a vocabulary has few. */
const MOST_VALUES = 6

/** Asks the bystander for each value that his items have, and expects all of them with it: a service may know some values and forget one. */
export async function expectEachValue<N extends Need>(
  tools: Tools<N> & Pick<Context<N>, 'bystander' | 'world'>,
  list: ListKey,
  name: string,
): Promise<void> {
  const items = tools.world.discovery.other?.lists[list].items ?? []
  const values = distinct(items, FILTERS[list][name]?.field ?? name)
  await tools.each(values.slice(0, MOST_VALUES), async (value) => {
    const page = await tools.bystander.list(list, { limit: 100, [name]: value })
    await expectAllItems({ ...tools, api: tools.bystander }, list, items, page, {
      explainedBy: consequencesOf(list),
    })
  })
}

/** A filter in words: `status=held and chatbot_id=x`. */
export function describe(query: Query): string {
  return Object.entries(query)
    .filter(([name]) => name !== 'limit' && name !== 'offset')
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ')
}
