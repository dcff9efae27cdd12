/** Each filter of a list alone, beside others, on every page, and with values that no item has. */
import type { Query } from '../../lib/engine/case/actor.ts'
import type { Verify } from '../../lib/engine/case/suite.ts'
import { distinct, idsOf } from '../../lib/engine/case/items.ts'
import type { Workspace } from '../../lib/engine/case/discovery.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { given, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { expectExactly } from './exactly.ts'
import { LIST_FACTS } from './facts.ts'
import type { Known, Membership } from './filter-kinds.ts'
import { type Filter, filterOf, FILTERS, isShownUnnamed, valuesOf } from './filters.ts'
import { FILTERED } from './laws.ts'
import { expectLaw } from './pages.ts'

/** The cases of all filters of a list. @param except - filters with a case of their own */
export function filterCases(verify: Verify, list: ListKey, except: readonly string[] = []): void {
  for (const [name, filter] of Object.entries(FILTERS[list]))
    if (filter.text !== undefined && !except.includes(name)) alone(verify, list, name, filter)
  const { combined, paged } = LIST_FACTS[list]
  if (combined !== undefined) besideOthers(verify, list, combined)
  if (paged !== undefined) onEveryPage(verify, list, paged)
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
  verify(requirement, `filters by \`${name}\``, { smoke: name === 'is_lead' }, async (ctx) => {
    const { main } = ctx.world.discovery
    const asked = valuesOf(filter, known(list, main)).map((value) => [ctx.api, { [name]: value }] as const)
    await expectExactly(ctx, list, asked, `${LIST_FACTS[list].items} that differ in \`${field}\``)
  })
}

/** All filters of a request apply: all at once, and the pairs that clients use most. */
function besideOthers(verify: Verify, list: ListKey, requirement: string): void {
  const names = Object.keys(FILTERS[list])
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
  // One chatbot beside anything, and polling for a status.
  const usual = pairs.filter(
    ([one, other]) => one === 'chatbot_id' || (one === 'status' && other === 'since'),
  )
  verify(requirement, 'applies all filters of a request', { smoke: true }, async (ctx) => {
    const queries = [names, ...usual].flatMap((group) => {
      const query = together(list, group, known(list, ctx.world.discovery.main))
      return query === undefined ? [] : [[ctx.api, query] as const]
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

/** A filtered list has the pages of a list. */
function onEveryPage(verify: Verify, list: ListKey, requirement: string): void {
  verify(requirement, 'keeps the filter on every page', {}, async (ctx) => {
    const { api: actor, world } = ctx
    const workspace = world.discovery.main
    let isJudged = false
    await ctx.each(singleFilters(list, known(list, workspace)), async (query) => {
      const reading = { actor, list, law: FILTERED, query, requirementOf: () => requirement }
      isJudged = (await expectLaw(ctx, reading)) || isJudged
    })
    if (!isJudged) ctx.inconclusive('needs two items that match one filter')
  })
}

/** Values that no item has, and that patterns, query languages and careless conversions mistake for others. */
const ODD_VALUES = ['%', 'null']

/** A filter never selects an item that plain comparison would not: a value that no item has selects none, or is refused. */
function oddValues(verify: Verify, list: ListKey): void {
  const texts = Object.entries(FILTERS[list]).filter(([, { kind }]) => kind.anyText)
  const [first, ...others] = texts.map(([, { requirement }]) => requirement)
  if (first === undefined) return
  const title = 'returns no items for a filter value that no item has'
  verify([first, ...others], title, {}, async (ctx) => {
    const { api: actor, world } = ctx
    const workspace = world.discovery.main
    const stimuli = texts.flatMap(([name, filter]) =>
      [...ODD_VALUES, ...endOf(distinct(workspace.lists[list].items, filter.field))].map((value) => ({
        ...filter,
        name,
        value,
      })),
    )
    await ctx.each(stimuli, async ({ name, value, field, kind, requirement }) => {
      const keeps = kind.keeps(value)
      const page = (await actor.list(list, { [name]: value })).arrived()
      // An item without a value has none of these, unless the word stands for that.
      const strange = page.items.find((item) =>
        given(item[field]) ? keeps(item[field]) === 'out' : value !== 'null',
      )
      ctx
        .expect(page)
        .toSatisfy(
          page.isRefusal || (page.status === 200 && strange === undefined),
          `no item, or a refusal: no item has the ${name} ${quote(value)}`,
          () => (strange === undefined ? `status ${page.status}` : `item ${quote(strange['id'])}`),
          { requirement, pointer: strange && '/data' },
        )
    })
  })
}

/** The end of a known value that is no known value itself, in any letter case; none if there is none. */
function endOf(values: readonly string[]): readonly string[] {
  const taken = new Set(values.map((value) => value.toLowerCase()))
  return values
    .map((value) => value.slice(1).trim())
    .filter((text) => text.length > 1 && !taken.has(text.toLowerCase()))
    .slice(0, 1)
}
