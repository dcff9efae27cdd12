/** Each filter of a list alone, beside others, on every page, and with values and chatbots that no item has. */
import type { Query } from '../../lib/harness/actor.ts'
import { absentId, foreignItems } from '../../lib/harness/chosen-items.ts'
import type { Verify } from '../../lib/harness/context.ts'
import { distinct, idsOf, type Workspace } from '../../lib/harness/discovery.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { count } from '../../lib/util/text.ts'
import { quote } from '../../lib/util/values.ts'
import { expectExactly } from './exactly.ts'
import { cheaperSide, sides } from './sides.ts'
import { LIST_FACTS } from './facts.ts'
import { FILTERS } from './filter-table.ts'
import { expectLaw, FILTERED_ENDS, FILTERED_PAGE } from './laws.ts'
import { type Known, MOST_VALUES, together, valuesOf } from './values.ts'

/** The cases of all filters of a list. @param except - filters with a case of their own */
export function filterCases(verify: Verify, list: ListKey, except: readonly string[] = []): void {
  for (const name of Object.keys(FILTERS[list])) if (!except.includes(name)) alone(verify, list, name)
  const { combined, paged, foreignChatbot } = LIST_FACTS[list]
  if (combined !== undefined) besideOthers(verify, list, combined)
  if (paged !== undefined) onEveryPage(verify, list, paged)
  if (foreignChatbot !== undefined) besideUnknownChatbot(verify, list, foreignChatbot)
  oddValues(verify, list)
}

/** What values are taken from: items of chatbots that are listed. A deleted one may leave items, and cannot be named. */
function known(list: ListKey, { lists }: Workspace): Known {
  const chatbots = lists['GET /chatbots'].items
  const listed = new Set<unknown>(idsOf(chatbots))
  return { items: lists[list].items.filter((item) => listed.has(item['chatbot_id'])), chatbots }
}

/** A filter returns exactly the items that it keeps, for some values that they have. */
function alone(verify: Verify, list: ListKey, name: string): void {
  const { requirement = '', field } = FILTERS[list][name] ?? {}
  verify(requirement, `filters by \`${name}\``, { cost: 3, smoke: name === 'is_lead' }, async (ctx) => {
    const { main, other } = sides(ctx)
    const queries = [main, other].flatMap((side) => {
      if (side === undefined) return []
      const { actor, workspace } = side
      const { items } = workspace.lists[list]
      return valuesOf(list, name, { items, chatbots: workspace.lists['GET /chatbots'].items })
        .slice(0, side === main ? MOST_VALUES.main : MOST_VALUES.other)
        .map((value) => [actor, { [name]: value }] as const)
    })
    await expectExactly(ctx, list, queries, `${LIST_FACTS[list].items} that differ in \`${field}\``)
  })
}

/** All filters of a request apply: all at once, each beside the next one and, in the full profile, each pair. */
function besideOthers(verify: Verify, list: ListKey, requirement: string): void {
  const names = Object.keys(FILTERS[list])
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
  const neighbours = names.slice(1).map((name, index) => [names[index] ?? name, name])
  for (const { title, groups, deep } of [
    { title: 'applies all filters of a request', groups: [names, ...neighbours], deep: false },
    { title: 'applies both filters of every pair', groups: pairs, deep: true },
  ])
    verify(requirement, title, { cost: 1, costAlone: groups.length, smoke: !deep, deep }, async (ctx) => {
      const { actor, workspace } = cheaperSide(ctx, list)
      const { main } = sides(ctx)
      const queries = groups.flatMap((group) => {
        const side = group === names ? main : { actor, workspace }
        const query = together(list, group, known(list, side.workspace))
        return query === undefined ? [] : [[side.actor, query] as const]
      })
      await expectExactly(ctx, list, queries, `${LIST_FACTS[list].items} that differ in two filters`)
    })
}

/** Each filter alone, with a value that many items have; of bookings also `since`, whatever it means. */
function singleFilters(list: ListKey, some: Known): Query[] {
  return [...new Set([...Object.keys(FILTERS[list]), 'since'])].flatMap((name) =>
    valuesOf(list, name, some)
      .slice(0, 1)
      .map((value) => ({ [name]: value })),
  )
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
        const seen = await expectLaw(ctx, actor, list, law, () => requirement, query)
        isJudged ||= seen !== undefined
      })
      if (!isJudged) ctx.inconclusive('needs two items that match one filter')
    })
}

/** Beside another filter, the chatbot of another workspace, or none, finds nothing: 404 stays 404, and no row is shown. */
function besideUnknownChatbot(verify: Verify, list: ListKey, requirement: string): void {
  const names = [...new Set([...Object.keys(FILTERS[list]), 'since'])].filter((name) => name !== 'chatbot_id')
  const { combined = FILTERS[list]['chatbot_id']?.requirement } = LIST_FACTS[list]
  const unknown = list === 'GET /reservations' ? 'LIST-RESERVATIONS-33' : combined
  verify(
    requirement,
    'finds nothing of a foreign or unknown chatbot beside a filter',
    { needs: ['otherKey'], cost: 0 },
    async ({ stranger, world, expect, each, inconclusive }) => {
      const { main, other } = world.discovery
      const [foreign = inconclusive('needs a chatbot in the workspace under test')] = idsOf(
        foreignItems(main, other, 'GET /chatbots'),
      )
      const theirs = known(list, main)
      const beside = names.flatMap((name) =>
        valuesOf(list, name, theirs)
          .slice(0, 1)
          .map((value) => ({ [name]: value })),
      )
      const queries = [
        ...beside.map((query) => ({ requirement, query: { ...query, chatbot_id: foreign } })),
        ...beside
          .slice(0, 1)
          .map((query) => ({ requirement: unknown, query: { ...query, chatbot_id: absentId(foreign) } })),
      ]
      await each(queries, async ({ requirement: violated, query }) => {
        const answer = (await stranger.list(list, query)).arrived()
        const isAbsent = list === 'GET /reservations' ? answer.status === 404 : answer.isRefusal
        const isEmpty = list !== 'GET /reservations' && answer.status === 200 && answer.items.length === 0
        expect(answer).toSatisfy(
          isAbsent || isEmpty,
          list === 'GET /reservations' ? 'status 404' : 'no item, or status 404',
          () => `status ${answer.status} with ${count(answer.items.length, 'item')}`,
          { requirement: violated },
        )
      })
    },
  )
}

/** Makes a value from those that items have, the most frequent first; undefined if none can be made. */
type Make = (known: readonly string[]) => string | undefined

/**
 * Values that no item has, and that a filter may mistake for others: what pattern matching, query languages and
 * careless conversions make of a text. A standard run tries the first on each filter, and the second or the third in turn.
 */
const ODD_VALUES: Readonly<Record<string, Make>> = {
  'part of a known value': (values) =>
    absent(values, (value) => [value.slice(0, -1).trim(), value.slice(1).trim()]),
  'the SQL LIKE wildcard': () => '%',
  'the word null': () => 'null',
  'one wildcard per character': ([first]) => first && '_'.repeat(first.length),
  'end of a known value': (values) => absent(values, (value) => [value.slice(1).trim()]),
  'a search-engine wildcard': () => '*',
  'the word undefined': () => 'undefined',
  'not a number': () => 'NaN',
  'a number': () => '0',
  'a number beyond 53 bits': () => '9007199254740993',
}

/** A text made from a known value that is not a known value itself, in any letter case. */
function absent(values: readonly string[], make: (value: string) => readonly string[]): string | undefined {
  const taken = new Set(values.map((value) => value.toLowerCase()))
  return values.flatMap(make).find((text) => text.length > 1 && !taken.has(text.toLowerCase()))
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
        .filter((_, value) => (value === 0 || value === 2 - (place % 2)) !== deep)
        .map(([what, make]) => ({ name, filter, what, make })),
    )
    verify([first, ...others], title, { cost: 0, costAlone: stimuli.length, deep }, async (ctx) => {
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
