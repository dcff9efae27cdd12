import type { ListKey } from '../../lib/spec/operations.ts'
import type { Verify } from '../../lib/harness/context.ts'
import type { Query } from '../../lib/harness/actor.ts'
import { distinct, idsOf, type Workspace } from '../../lib/harness/discovery.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { type JsonObject, quote } from '../../lib/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import { standsAt } from './completeness.ts'
import { FILTERS } from './filter-table.ts'
import { valuesOf } from './filter-values.ts'
import { cheaperSide, expectExactly, expectFilter, type Side, sides } from './filtering.ts'
import { isTaken, ODD_VALUES } from './odd-values.ts'
import { allOf, pairsOf } from './pairs.ts'

/** Each filter of a list alone, together with others, on later pages, and with values that no item has. */
export function filterCases(verify: Verify, list: ListKey, except: readonly string[] = []): void {
  for (const [name, { requirement }] of Object.entries(FILTERS[list])) {
    if (!except.includes(name))
      verify(requirement, `filters by \`${name}\``, { cost: 3, smoke: name === 'is_lead' }, async (ctx) => {
        await expectFilter(ctx, list, name)
      })
  }
  const { combined, paged, items } = LIST_FACTS[list]
  if (combined !== undefined)
    verify(
      combined,
      'applies all filters of a request',
      { cost: 1, costAlone: 5, smoke: true },
      async (ctx) => {
        const { api, world } = ctx
        const { actor, workspace } = cheaperSide(ctx, list)
        const all = allOf(list, filterable(list, world.discovery.main))
        const pairs = pairsOf(list, filterable(list, workspace), actor.label === 'main' ? 'apart' : 'ring')
        await expectExactly(
          ctx,
          list,
          [
            ...(all === undefined ? [] : [[api, all] as const]),
            ...pairs.map((pair) => [actor, pair] as const),
          ],
          `${items} that differ in two filters`,
        )
      },
    )
  if (paged !== undefined) filteredPages(verify, list, paged)
  oddValues(verify, list)
}

/** The items of listed chatbots: a deleted one may leave items behind, and cannot be filtered by. */
function filterable(list: ListKey, { lists }: Workspace): readonly JsonObject[] {
  const chatbots = new Set<unknown>(idsOf(lists['GET /chatbots'].items))
  return lists[list].items.filter((item) => chatbots.has(item['chatbot_id']))
}

/** One filter on several pages. */
interface Pages {
  /** The first hundred items that the filter keeps. */
  readonly first: Answer
  readonly others: readonly { readonly offset: number; readonly page: Answer }[]
}

/**
 * Reads the last item that a filter keeps as a page of its own: an offset that counts unfiltered items gives another
 * one. The first filter is also tried without a limit and past its end.
 */
function filteredPages(verify: Verify, list: ListKey, requirement: string): void {
  verify(requirement, 'keeps the filter on every page', { cost: 8 }, async (ctx) => {
    const side = sides(ctx).main
    let judged = 0
    await ctx.each(singleFilters(list, side).entries(), async ([index, query]) => {
      const seen = await ctx.quiet(
        () => readPages(list, side, query, index === 0),
        (pages) => problemOf(list, pages) === undefined,
        () => side.actor.fullPage(list, query),
      )
      judged += seen.others.length
      for (const { page } of seen.others) ctx.expect(page).toAnswer(200)
      const problem = problemOf(list, seen)
      if (problem !== undefined)
        ctx.expect(problem.page).toSatisfy(false, problem.expected, problem.received, {
          also: [seen.first],
          pointer: problem.pointer,
        })
    })
    if (judged === 0) ctx.inconclusive('needs two items that match one filter')
  })
}

/** Each filter alone, with a value that many items have; of bookings also `since`, whatever it means. */
function singleFilters(list: ListKey, { workspace }: Side): Query[] {
  const [items, chatbots] = [workspace.lists[list].items, workspace.lists['GET /chatbots'].items]
  const names = Object.keys(FILTERS[list])
  return [...names, ...(names.includes('since') ? [] : ['since'])].flatMap((name) =>
    valuesOf(list, name, items, chatbots)
      .slice(0, 1)
      .map((value) => ({ [name]: value })),
  )
}

async function readPages(list: ListKey, { actor }: Side, query: Query, everywhere: boolean): Promise<Pages> {
  const first = (await actor.fullPage(list, query)).control()
  const count = first.items.length
  if (count < 2) return { first, others: [] }
  const places: readonly Query[] = [
    { limit: 1, offset: count - 1 },
    ...(everywhere ? [{}, { limit: 5, offset: first.total ?? count }] : []),
  ]
  const others = places.map(async (place) => ({
    offset: Number(place['offset'] ?? 0),
    page: await actor.list(list, { ...place, ...query }),
  }))
  return { first, others: await Promise.all(others) }
}

/** A page that does not continue the first one: another total, or another item than the one at its place. */
function problemOf(
  list: ListKey,
  { first, others }: Pages,
): { page: Answer; expected: string; received: string; pointer: string } | undefined {
  for (const { offset, page } of others) {
    if (page.status !== 200) continue
    if (page.total !== first.total) {
      const [expected, received] = [`total ${first.total}, as on the first page`, `total ${page.total}`]
      return { page, expected, received, pointer: '/pagination/total' }
    }
    // What is behind the first page, if anything, is not known.
    const isRight = (item: JsonObject, at: number): boolean =>
      at < first.items.length ? standsAt(item, at, first.items, list) : at < (first.total ?? at)
    const index = page.items.findIndex((item, place) => !isRight(item, offset + place))
    if (index < 0 && (page.items.length > 0 || offset >= first.items.length)) continue
    const wanted = first.items[offset + Math.max(0, index)]
    return {
      page,
      expected:
        wanted === undefined
          ? 'no other item'
          : `item ${quote(wanted['id'])} at ${offset + Math.max(0, index)}`,
      received: index < 0 ? 'no item' : `item ${quote(page.items[index]?.['id'])}`,
      pointer: `/data/${Math.max(0, index)}`,
    }
  }
  return undefined
}

/** A filter never selects an item that plain comparison would not: a value that no item has selects none, or is refused. */
function oddValues(verify: Verify, list: ListKey): void {
  const texts = Object.entries(FILTERS[list]).filter(([name]) => isText(list, name))
  const [first, ...others] = texts.map(([, { requirement }]) => requirement)
  if (first === undefined) return
  for (const [title, deep] of [
    ['returns no items for a filter value that no item has', false],
    ['returns no items for more filter values that no item has', true],
  ] as const) {
    const stimuli = texts.flatMap(([name, filter], place) =>
      Object.entries(ODD_VALUES)
        .filter((_, index) => isTaken(index, place) !== deep)
        .map(([what, make]) => ({ name, filter, what, make })),
    )
    const costAlone = stimuli.length
    verify([first, ...others], title, { cost: 0, costAlone, deep }, async (ctx) => {
      const { actor, workspace } = cheaperSide(ctx, list)
      await ctx.each(stimuli, async ({ name, filter: { field, test, requirement }, what, make }) => {
        const value = make(distinct(workspace.lists[list].items, field))
        if (value === undefined) return
        const page = (await actor.fullPage(list, { [name]: value })).arrived()
        const strange = page.items.find((item) => test(value)(item) === 'out')
        ctx
          .expect(page)
          .toSatisfy(
            page.isRefusal || (page.status === 200 && strange === undefined),
            `no item, or a refusal: no item has the ${name} ${quote(value)} (${what})`,
            () => (strange === undefined ? `status ${page.status}` : `item ${quote(strange['id'])}`),
            { requirement, pointer: strange && '/data' },
          )
      })
    })
  }
}

/** Whether a filter compares texts that may be anything. */
function isText(list: ListKey, name: string): boolean {
  return name === 'chatbot_id' || name === 'language' || (name === 'status' && list !== 'GET /reservations')
}
