import { type ListKey, listRule } from '../../../lib/api/catalogue/index.ts'
import { keptOut, missingRows } from '../../../lib/api/oracles/completeness.ts'
import { FILTERS } from '../../../lib/api/oracles/filter-table.ts'
import { readFilters, WHOSE } from '../../../lib/api/oracles/filters.ts'
import { quote, type Row } from '../../../lib/util/values.ts'
import type { Actor, Query } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Blame, Expect } from '../../../lib/harness/expect.ts'
import { distinct, widest } from '../../../lib/api/discovery.ts'
import type { Need } from '../../../lib/api/needs.ts'
import { FULL_PAGE } from './paging.ts'

type Tools<N extends Need> = Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>

/** The first hundred rows of a list, reservations of every status included, as something to lean on. */
export async function reference<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  list: ListKey,
): Promise<Answer> {
  const wide = await api.list(list, widest(list))
  return wide.usable ? wide : (await api.list(list, { limit: 100 })).control()
}

/**
 * Asks a list with each of some filters and expects exactly the rows that it keeps: that none is wrong is judged by the oracle on
 * every answer; here none may be missing.
 * Inconclusive where no filter keeps a known row in, or none keeps one out: an ignored filter would not be noticed.
 */
export async function expectExactRows<N extends Need>(
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
    await expectAllRows(tools, list, known.rows, page, { also: [known], explainedBy })
    await expectNoAddedRows(tools.api, tools.expect, list, page)
    if (keptOut(known.rows, page.exchange, list).length > 0) tellsOut = true
    const belongs = readFilters(page.exchange, list)?.belongs
    if (known.rows.some((row) => belongs?.(row).membership === 'in')) tellsIn = true
  })
  if (!tellsIn || !tellsOut) tools.inconclusive(`needs ${wanting}`)
}

/**
 * Expects a filtered page to hold every known row that its filter keeps. Rows change while we look: what is missing is looked up
 * again, and only a row that still belongs, and is still missing, counts.
 */
export async function expectAllRows<N extends Need>(
  tools: Tools<N>,
  list: ListKey,
  known: readonly Row[],
  page: Answer,
  blame: Blame,
  lookAgain: () => Promise<readonly Row[]> = async () =>
    (await tools.api.afresh().list(list, { ...widest(list), offset: 0 })).rows,
): Promise<void> {
  if (missingRows(known, page.exchange, list).length === 0) return
  const earlier = await lookAgain()
  const again = await tools.api.afresh().request({
    method: 'GET',
    path: page.exchange.request.path,
    query: [...page.exchange.request.query, ['offset', '0']],
  })
  const later = await lookAgain()
  // A full page reaches as far as its order says.
  const full = again.rows.length >= FULL_PAGE ? [listRule(list, 'order')] : []
  // Only what belongs before and after counts: a row that changes its status in between may rightly be missing.
  const still = new Set(missingRows(later, again.exchange, list).map((row) => row['id']))
  const now = earlier.filter(
    (row) => still.has(row['id']) && known.some((before) => before['id'] === row['id']),
  )
  const [missing] = missingRows(now, again.exchange, list)
  const { limit: _, offset: __, ...query } = Object.fromEntries(page.exchange.request.query)
  tools
    .expect(again)
    .toSatisfy(
      missing === undefined,
      `every row that ${describe(query) || 'the list'} keeps`,
      () => `row ${quote(missing?.['id'])} is missing`,
      {
        pointer: '/data',
        ...blame,
        explainedBy: [...(blame.explainedBy ?? []), ...full],
        also: [page, ...(blame.also ?? [])],
      },
    )
}

/**
 * Expects a filtered page to hold no row that the list itself lacks: a filter keeps rows, and brings none. Rows come and go while we look:
 * only a row that is kept anew, and is missing before and after that, counts.
 */
export async function expectNoAddedRows(
  actor: Actor,
  expect: Expect,
  list: ListKey,
  page: Answer,
): Promise<void> {
  const reading = readFilters(page.exchange, list)
  // A filter of which nothing is stated, such as `since` on bookings.
  if (reading === undefined) return
  const known = await actor.list(list, { limit: FULL_PAGE })
  if (missingRows(page.rows, known.exchange, list).length === 0) return
  const anew = (of: Answer): Promise<Answer> =>
    actor
      .afresh()
      .request({ method: 'GET', path: of.exchange.request.path, query: of.exchange.request.query })
  const [earlier, again, later] = [await anew(known), await anew(page), await anew(known)]
  if (!earlier.usable || !later.usable) return
  const lasting = new Set(missingRows(again.rows, earlier.exchange, list))
  const brought = missingRows(again.rows, later.exchange, list).find((row) => lasting.has(row))
  const rules = (['order', 'walk', 'total', 'filled', 'limitOne', 'limitHundred'] as const).map((rule) =>
    listRule(list, rule),
  )
  const plain = readFilters(known.exchange, list)
  expect(again).toSatisfy(
    brought === undefined,
    'only rows that the list has without the filter, too',
    () => `row ${quote(brought?.['id'])}, which the list lacks`,
    {
      pointer: '/data',
      also: [later, page, known],
      requirement: reading.requirement,
      explainedBy: [
        ...reading.explainedBy,
        ...(plain === undefined ? [] : [plain.requirement]),
        // A lower bound that the list has unasked hides rows from an upper one, too.
        ...(reading.requirement === 'LIST-RESERVATIONS-28' ? ['LIST-RESERVATIONS-27'] : []),
        ...rules,
        WHOSE[list],
      ],
    },
  )
}

/** What, where it is violated, leaves rows out of every page, or lets foreign ones in. */
function consequencesOf(list: ListKey): string[] {
  const rules = (['limitOne', 'limitHundred', 'filled'] as const).map((rule) => listRule(list, rule))
  return [...rules, WHOSE['GET /chatbots'], WHOSE[list]]
}

/** The rows of whoever is asked for values that no row has: the bystander, where he has rows of his own. */
export function rowsOfBystander<N extends Need>(
  { world }: Pick<Context<N>, 'world'>,
  list: ListKey,
): readonly Row[] {
  const { main, other } = world.discovery
  const theirs = other?.lists[list].rows ?? []
  return theirs.length > 0 ? theirs : main.lists[list].rows
}

/**
 * Asks a list for a value that no known row has. It may be refused as unknown; if it is answered, then with no row of another value. Asked by
 * the bystander where that has rows of its own: whose rows they are, that a dropped filter lets in, does not matter.
 */
export async function expectNoMatches<N extends Need>(
  tools: Tools<N> & Pick<Context<N>, 'bystander' | 'world'>,
  list: ListKey,
  query: Query,
): Promise<void> {
  const theirs = tools.world.discovery.other?.lists[list].rows ?? []
  const page = await (theirs.length > 0 ? tools.bystander : tools.api).list(list, { limit: 100, ...query })
  const others = page.rows.filter((row) =>
    Object.entries(query).some(([name, value]) => FILTERS[list][name]?.test(String(value))(row) === 'out'),
  )
  tools.expect(page).toRefuse([200, 400])
  tools
    .expect(page)
    .toSatisfy(others.length === 0, `no row: none has ${describe(query)}`, () => `${others.length} rows`, {
      pointer: '/data',
    })
}

/**
 * Asks the bystander for a value that rows of the key under test have and no known row of his: a value that the service knows, so that it
 * is not one to refuse or to ignore. That no row without it comes is judged by the oracle.
 */
export async function askForValueOfOthers<N extends Need>(
  { bystander, expect, world }: Pick<Context<N>, 'bystander' | 'expect' | 'world'>,
  list: ListKey,
  name: string,
): Promise<void> {
  const { main, other } = world.discovery
  const field = FILTERS[list][name]?.field ?? name
  const theirs = new Set(other?.lists[list].rows.map((row) => row[field]))
  const value = distinct(main.lists[list].rows, field).find((one) => !theirs.has(one))
  if (theirs.size > 0 && value !== undefined)
    expect(await bystander.list(list, { limit: 100, [name]: value })).toAnswer(200)
}

/** Values that a bystander asks for; a vocabulary has few. */
const MOST_VALUES = 6

/** Asks the bystander for each value that his rows have, and expects all of them with it: a service may know some values and forget one. */
export async function expectEachValue<N extends Need>(
  tools: Tools<N> & Pick<Context<N>, 'bystander' | 'world'>,
  list: ListKey,
  name: string,
): Promise<void> {
  const rows = tools.world.discovery.other?.lists[list].rows ?? []
  const values = distinct(rows, FILTERS[list][name]?.field ?? name)
  await tools.each(values.slice(0, MOST_VALUES), async (value) => {
    const page = await tools.bystander.list(list, { limit: 100, [name]: value })
    await expectAllRows({ ...tools, api: tools.bystander }, list, rows, page, {
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
