/** Each filter of a list alone, beside others, on every page, and with values and chatbots that no item has. */
import type { Query } from '../../lib/harness/actor.ts'
import { absentId } from '../../lib/harness/absent-ids.ts'
import { foreignItems } from '../../lib/harness/chosen.ts'
import type { Verify } from '../../lib/harness/suite.ts'
import { idsOf } from '../../lib/harness/items.ts'
import type { Workspace } from '../../lib/harness/discovery.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { count } from '../../lib/util/text.ts'
import type { JsonObject } from '../../lib/util/values.ts'
import { expectExactly } from './exactly.ts'
import { LIST_FACTS } from './facts.ts'
import type { Known, Membership } from './filter-kinds.ts'
import { type Filter, filterOf, FILTERS, isShownUnnamed, valuesOf } from './filters.ts'
import { FILTERED_ENDS, FILTERED_PAGE } from './laws.ts'
import { oddValues } from './odd-values.ts'
import { expectLaw } from './pages.ts'
import { cheaperSide, sides } from './sides.ts'

/** The cases of all filters of a list. @param except - filters with a case of their own */
export function filterCases(verify: Verify, list: ListKey, except: readonly string[] = []): void {
  for (const [name, filter] of Object.entries(FILTERS[list]))
    if (filter.text !== undefined && !except.includes(name)) alone(verify, list, name, filter)
  const { combined, paged, foreignChatbot } = LIST_FACTS[list]
  if (combined !== undefined) besideOthers(verify, list, combined)
  if (paged !== undefined) onEveryPage(verify, list, paged)
  if (foreignChatbot !== undefined) besideUnknownChatbot(verify, list, foreignChatbot)
  oddValues(verify, list)
}

/** The items that values are taken from: of listed chatbots, as a deleted one cannot be named, and shown without a status. */
function known(list: ListKey, { lists }: Workspace): Known {
  const chatbots = lists['GET /chatbots'].items
  const listed = new Set<unknown>(idsOf(chatbots))
  return {
    items: lists[list].items.filter((item) => listed.has(item['chatbot_id']) && isShownUnnamed(list, item)),
    chatbots,
  }
}

/** A filter returns exactly the items that it keeps, for a few values of each workspace. */
function alone(verify: Verify, list: ListKey, name: string, filter: Filter): void {
  const { requirement, field } = filter
  verify(requirement, `filters by \`${name}\``, { cost: 4, smoke: name === 'is_lead' }, async (ctx) => {
    const { main, other } = sides(ctx)
    const asked = [main, ...(other === undefined ? [] : [other])].flatMap(({ actor, workspace }) =>
      valuesOf(filter, known(list, workspace)).map((value) => [actor, { [name]: value }] as const),
    )
    await expectExactly(ctx, list, asked, `${LIST_FACTS[list].items} that differ in \`${field}\``)
  })
}

/** All filters of a request apply: all at once, the pairs that clients use most and, in the full profile, each pair. */
function besideOthers(verify: Verify, list: ListKey, requirement: string): void {
  const names = Object.keys(FILTERS[list])
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
  // One chatbot beside anything, and polling for a status.
  const usual = pairs.filter(
    ([one, other]) => one === 'chatbot_id' || (one === 'status' && other === 'since'),
  )
  for (const { title, groups, deep } of [
    { title: 'applies all filters of a request', groups: [names, ...usual], deep: false },
    { title: 'applies both filters of every pair', groups: pairs, deep: true },
  ])
    verify(requirement, title, { cost: groups.length, smoke: !deep, deep }, async (ctx) => {
      const cheaper = cheaperSide(ctx, list)
      const { main } = sides(ctx)
      const queries = groups.flatMap((group) => {
        const { actor, workspace } = group === names ? main : cheaper
        const query = together(list, group, known(list, workspace))
        return query === undefined ? [] : [[actor, query] as const]
      })
      await expectExactly(ctx, list, queries, `${LIST_FACTS[list].items} that differ in two filters`)
    })
}

/** A filter with one of its values. */
interface Tried {
  readonly name: string
  readonly value: string
  readonly keeps: (item: JsonObject) => Membership
}

/** Values for several filters at once that all keep one item: those with which the loss of most filters would show. */
function together(list: ListKey, names: readonly string[], known: Known): Query | undefined {
  const tried = names.map((name) => triedValues(list, name, known))
  // The loss of a filter shows in an item that passes all the others, and fails that one.
  const losses = (some: readonly Tried[]): number =>
    some.filter((lost) =>
      known.items.some((item) => some.every((one) => one.keeps(item) === (one === lost ? 'out' : 'in'))),
    ).length
  const [best] = known.items
    .map((item) => tried.flatMap((values) => values.find(({ keeps }) => keeps(item) === 'in') ?? []))
    .filter((some) => some.length === names.length)
    .map((some) => ({ some, losses: losses(some) }))
    .toSorted((one, other) => other.losses - one.losses)
  if (best === undefined || best.losses === 0) return undefined
  return Object.fromEntries(best.some.map(({ name, value }) => [name, value]))
}

function triedValues(list: ListKey, name: string, known: Known): readonly Tried[] {
  const filter = filterOf(list, name)
  if (filter === undefined) return []
  const { kind, field } = filter
  return valuesOf(filter, known)
    .filter(kind.isPlain)
    .map((value) => {
      const keeps = kind.keeps(value)
      return { name, value, keeps: (item) => keeps(item[field]) }
    })
}

/** Each filter alone, with the value that tells most. */
function singleFilters(list: ListKey, some: Known): Query[] {
  return Object.entries(FILTERS[list]).flatMap(([name, filter]) => {
    const [value] = valuesOf(filter, some)
    return value === undefined ? [] : [{ [name]: value }]
  })
}

/** A filtered list has the pages of a list; a standard run looks at the ends of one filter. */
function onEveryPage(verify: Verify, list: ListKey, requirement: string): void {
  for (const { title, law, most, deep } of [
    { title: 'keeps the filter on every page', law: FILTERED_PAGE, most: Infinity, deep: false },
    {
      title: 'keeps a filter without a limit, at equal times and past the end',
      law: FILTERED_ENDS,
      most: 1,
      deep: false,
    },
    {
      title: 'keeps every filter without a limit, at equal times and past the end',
      law: FILTERED_ENDS,
      most: Infinity,
      deep: true,
    },
  ])
    verify(requirement, title, { cost: 8, deep }, async (ctx) => {
      const { actor, workspace } = sides(ctx).main
      let isJudged = false
      await ctx.each(singleFilters(list, known(list, workspace)).slice(0, most), async (query) => {
        const reading = { actor, list, law, query, refusedAs: () => requirement }
        isJudged = (await expectLaw(ctx, reading)) || isJudged
      })
      if (!isJudged) ctx.inconclusive('needs two items that match one filter')
    })
}

/** Beside another filter, the chatbot of another workspace, or none, finds nothing: 404 stays 404, and no row is shown. */
function besideUnknownChatbot(verify: Verify, list: ListKey, requirement: string): void {
  const { combined = FILTERS[list]['chatbot_id']?.requirement } = LIST_FACTS[list]
  const isRefused = list === 'GET /reservations'
  const unknown = isRefused ? 'LIST-RESERVATIONS-33' : combined
  verify(
    requirement,
    'finds nothing of a foreign or unknown chatbot beside a filter',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, expect, each, inconclusive }) => {
      const { main, other } = world.discovery
      const [foreign = inconclusive('needs a chatbot in the workspace under test')] = idsOf(
        foreignItems(main, other, 'GET /chatbots'),
      )
      const beside = singleFilters(list, known(list, main)).filter((query) => !('chatbot_id' in query))
      const queries = [
        ...beside.map((query) => ({ violated: requirement, query: { ...query, chatbot_id: foreign } })),
        ...beside
          .slice(0, 1)
          .map((query) => ({ violated: unknown, query: { ...query, chatbot_id: absentId(foreign) } })),
      ]
      await each(queries, async ({ violated, query }) => {
        const answer = (await stranger.list(list, query)).arrived()
        const isEmpty = answer.status === 200 && answer.items.length === 0
        expect(answer).toSatisfy(
          isRefused ? answer.status === 404 : answer.isRefusal || isEmpty,
          isRefused ? 'status 404' : 'no item, or status 404',
          () => `status ${answer.status} with ${count(answer.items.length, 'item')}`,
          { requirement: violated },
        )
      })
    },
  )
}
