/**
 * What the five paginated lists have in common: limit, offset, order, totals, pages that follow each other.
 * Specification parts 2, 4 and 8. Their filters are in `lists/filter-cases.ts`, as cases of the subject of each list.
 */
import { suite, type Suite, type Verify } from '../lib/harness/context.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { FULL_PAGE } from '../lib/spec/api.ts'
import { type ListKey, LISTS } from '../lib/spec/operations.ts'
import { queryText } from '../lib/util/text.ts'
import { quote } from '../lib/util/values.ts'
import { isLimitOpen, LIST_FACTS, listRule, listRules } from './lists/facts.ts'
import {
  broken,
  END,
  expectLaw,
  miscounted,
  misplaced,
  promising,
  repeated,
  rising,
  tiedPlaces,
  uneven,
  WALK,
} from './lists/paging.ts'
import { listed } from './lists/listed.ts'
import { LAWS } from './lists/rows.ts'
import { filters, sinceBound } from './lists/filters.ts'
import { order, orderInWords } from './lists/order.ts'
import { pageArithmetic } from './lists/page.ts'

export const rows = LAWS

const pages = (list: ListKey): Suite =>
  suite(`${list} · pages`, {}, (verify) => {
    verify(
      listRule(list, 'answer'),
      'returns the list without parameters',
      { cost: 1, smoke: true },
      async ({ api, expect, observe }) => {
        const plain = await api.list(list)

        expect(plain).toAnswer(200)
        observe(listRule(list, 'defaultLimit'), `limit ${quote(plain.page['limit'])}`, plain)
      },
    )

    if (isLimitOpen(list)) observeLimits(verify, list)
    else statedLimits(verify, list)

    verify(listRule(list, 'offset'), 'starts the page at `offset`', { cost: 4 }, async (ctx) => {
      // Also an offset that is no multiple of the limit: a service that counts in pages rounds it.
      const between = LIST_FACTS[list].orderedBy === undefined ? [] : [{ limit: 2, offset: 1 }]
      await expectLaw(ctx, ctx.api, list, {
        ...WALK,
        places: (items, total) => [...WALK.places(items, total, list), ...between],
        problem: misplaced,
      })
    })

    verify(listRule(list, 'walk'), 'repeats and skips no item across pages', { cost: 0 }, async (ctx) => {
      await expectLaw(ctx, ctx.api, list, { ...WALK, problem: broken })
    })

    verify(
      listRule(list, 'walk'),
      'repeats and skips no item on pages of one item',
      { cost: 0, costAlone: 2 },
      async (ctx) => {
        await expectLaw(ctx, ctx.bystander, list, {
          atLeast: 2,
          refused: 'offset',
          places: () => [0, 1].map((offset) => ({ limit: 1, offset })),
          problem: broken,
        })
      },
    )

    verify(
      listRule(list, 'walk'),
      'repeats no item if several have the same timestamp',
      { cost: 0, costAlone: 3 },
      async (ctx) => {
        await expectLaw(ctx, ctx.bystander, list, { ...WALK, places: tiedPlaces, problem: repeated })
      },
    )

    verify(
      listRule(list, 'order'),
      LIST_FACTS[list].orderedBy === undefined
        ? 'records the order of the list'
        : 'lists newest first across pages',
      { cost: 0 },
      async (ctx) => {
        const { first, items } = await expectLaw(ctx, ctx.api, list, { ...WALK, problem: rising })
        if (LIST_FACTS[list].orderedBy === undefined)
          ctx.observe(listRule(list, 'order'), orderInWords(items), first)
      },
    )
  })

function statedLimits(verify: Verify, list: ListKey): void {
  verify(
    listRule(list, 'limitHundred'),
    'accepts `limit=100`',
    { cost: 0, costAlone: 1, smoke: true },
    async ({ api, expect }) => {
      expect(await api.list(list, { limit: FULL_PAGE })).toAnswer(200)
    },
  )

  verify(listRule(list, 'limitOne'), 'returns one item for `limit=1`', { cost: 1 }, async (ctx) => {
    await expectLaw(ctx, ctx.api, list, {
      atLeast: 2,
      refused: 'limitOne',
      // The last item but one: one more page follows, and `has_more` must say so.
      places: (_, total) => [{ limit: 1, offset: Math.max(0, total - 2) }],
      problem: ({ pages: [one] }) =>
        one === undefined || one.page.items.length === 1
          ? undefined
          : { page: one.page, expected: 'one item', received: `${one.page.items.length} items` },
    })
  })
}

/** Beyond the end of most lists, and still a small number. */
const FAR = 5000

const totals = (list: ListKey): Suite =>
  suite(`${list} · totals`, {}, (verify) => {
    verify(
      listRule(list, 'hasMore'),
      'returns `has_more: false` on a full last page',
      { cost: 1 },
      async (ctx) => {
        await expectLaw(ctx, ctx.api, list, { ...END, problem: promising })
      },
    )

    verify(listRule(list, 'total'), 'returns the number of items as `total`', { cost: 1 }, async (ctx) => {
      await expectLaw(ctx, ctx.api, list, { ...END, problem: miscounted })
    })

    verify(
      listRule(list, 'total'),
      'returns the same `total` on every page',
      { cost: 0, costAlone: 1 },
      async (ctx) => {
        await expectLaw(ctx, ctx.api, list, {
          ...WALK,
          places: (items, total) => [...WALK.places(items, total, list), { limit: 1, offset: total }],
          problem: uneven,
        })
      },
    )

    verify(listRule(list, 'beyondEnd'), 'returns an empty page past the end', { cost: 1 }, async (ctx) => {
      const far = await ctx.bystander.list(list, { limit: 5, offset: FAR })
      // The bound of `offset` is stated only for some lists.
      if (!isLimitOpen(list)) ctx.expect(far).toAnswer(200)
      await expectLaw(ctx, ctx.api, list, {
        atLeast: 0,
        refused: 'beyondEnd',
        places: (_, total) => [{ limit: 1, offset: total }],
        problem: ({ pages: [past], total }) =>
          past === undefined || past.page.items.length === 0
            ? undefined
            : {
                page: past.page,
                expected: `no item past ${total} items`,
                received: `${past.page.items.length} items`,
              },
      })
    })

    if (!isLimitOpen(list)) outOfBounds(verify, list)
  })

/** Values of `limit` and `offset` outside their bounds; the last one overflows 64 bits where a limit is added. Texts are odd input. */
const OUTSIDE = [
  { limit: 0 },
  { limit: FULL_PAGE + 1 },
  { offset: -1 },
  { offset: '9223372036854775807' },
] as const

function outOfBounds(verify: Verify, list: ListKey): void {
  verify(
    listRules(list, 'outOfBoundsAnswer', 'outOfBounds'),
    'refuses or adjusts an out-of-bounds `limit` or `offset`',
    { cost: list === 'GET /chatbots' ? 0 : 3, costAlone: OUTSIDE.length },
    async ({ api, bystander, world, expect, each, observe, inconclusive }) => {
      // Only a list of more than a hundred items shows that a limit above 100 is applied.
      const { main, other } = world.discovery
      const isLong = [main, other].map((side) => (side?.lists[list].total ?? 0) > FULL_PAGE)
      const rich = isLong[0] === true && isLong[1] !== true ? api : bystander
      // A refusal shows a bound only if the list is readable within it.
      if (!(await rich.list(list)).usable) inconclusive('needs a list that returns 200')
      await each(OUTSIDE, async (query) => {
        const answer = await ('limit' in query ? rich : bystander).list(list, query)

        const { status } = answer
        expect(answer).toSatisfy(
          status === 200 || answer.isRefusal,
          'status 200 or 4xx',
          `status ${status}`,
          {
            status,
          },
        )
        if (status === 200 && !appliesBounds(answer.control())) inconclusive('no readable pagination')
        observe(listRule(list, 'outOfBounds'), `${queryText(query)}: ${status}${applied(answer)}`, answer)
      })
    },
  )
}

/** Observes limits and offsets for which the specification states no bounds. */
function observeLimits(verify: Verify, list: ListKey): void {
  const asked = [
    ['limitOne', { limit: 1 }],
    ['limitHundred', { limit: FULL_PAGE }],
    ['outOfBounds', { limit: 0 }],
    ['outOfBoundsAnswer', { limit: FULL_PAGE + 1 }],
    ['echo', { limit: 3, offset: 1 }],
  ] as const
  verify(
    listRules(list, 'limitOne', 'limitHundred', 'outOfBounds', 'outOfBoundsAnswer', 'echo'),
    'records which `limit` and `offset` values it accepts',
    { cost: 0, costAlone: 4 },
    async ({ api, bystander, each, observe }) => {
      await each(asked, async ([rule, query]) => {
        const answer = await (rule === 'limitHundred' ? api : bystander).list(list, query)
        const items = answer.status === 200 ? `, ${answer.items.length > 0 ? 'with items' : 'no item'}` : ''
        observe(
          listRule(list, rule),
          `${queryText(query)}: ${answer.status}${applied(answer)}${items}`,
          answer,
        )
      })
    },
  )
}

/** Whether a page says which limit and offset it applied. */
function appliesBounds({ page }: Answer): boolean {
  return typeof page['limit'] === 'number' && typeof page['offset'] === 'number'
}

/** Which limit and offset a page says it applied. */
function applied({ status, page }: Answer): string {
  return status === 200 ? `, limit ${quote(page['limit'])} and offset ${quote(page['offset'])} applied` : ''
}

export default [...LISTS.flatMap((list) => [pages(list), totals(list)]), listed]

export const oracles = [pageArithmetic, order, filters]
export const watchers = [sinceBound]
