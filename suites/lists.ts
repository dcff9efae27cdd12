/**
 * Rules that the five paginated lists share: limit, offset, order, totals, page walks. Specification parts 2, 4 and
 * 8.
 */
import { LIST_FACTS, isLimitOpen, listRule, listRules } from './lists/facts.ts'
import { type ListKey, LISTS } from '../lib/spec/operations.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { suite, type Verify } from '../lib/harness/context.ts'
import { type Suite } from '../lib/harness/context.ts'
import {
  eachItemOnce,
  firstPage,
  itemsOf,
  keyWithManyItems,
  ofSize,
  orderOf,
  orderTitle,
  unchanged,
  walk,
  walkTiedItems,
} from './lists/paging.ts'
import { FULL_PAGE } from '../lib/spec/api.ts'
import { firstRise } from './lists/order.ts'
import { count, queryText } from '../lib/util/text.ts'
import { quote } from '../lib/util/values.ts'
import { standsAt } from './lists/completeness.ts'

const listSuite = (list: ListKey): Suite =>
  suite(`${list} · pages`, {}, (verify) => {
    verify(
      listRule(list, 'answer'),
      'answers a plain request',
      { cost: 1, smoke: true },
      async ({ api, expect, observe }) => {
        const plain = await api.list(list)

        expect(plain).toAnswer(200)
        observe(listRule(list, 'defaultLimit'), `limit ${quote(plain.page['limit'])}`, plain)
      },
    )

    if (isLimitOpen(list)) observeLimits(verify, list)
    else {
      verify(
        listRule(list, 'limitHundred'),
        'honours limit=100',
        { cost: 0, costAlone: 1, smoke: true },
        async ({ api, expect }) => {
          expect(await api.list(list, { limit: FULL_PAGE })).toAnswer(200)
        },
      )

      verify(
        listRule(list, 'limitOne'),
        'honours limit=1',
        { cost: 1 },
        async ({ expect, api, inconclusive }) => {
          const known = await firstPage({ api, expect, inconclusive }, list, 2)
          // At the last item but one, one more page follows and `has_more` must say so.
          const page = await api.list(list, { limit: 1, offset: Math.max(0, known.total - 2) })

          expect(page).toAnswer(200)
          unchanged({ api, expect, inconclusive }, known, [page])
          expect(page).toSatisfy(page.items.length === 1, 'one item', `${page.items.length} items`, {
            also: [known.answer],
          })
        },
      )
    }

    verify(
      listRule(list, 'offset'),
      'begins where offset says',
      { cost: 4 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages, limit } = await walk({ api, expect, inconclusive }, list)
        const page = pages[1] ?? inconclusive(`needs two items in ${list}`)
        unchanged({ api, expect, inconclusive }, known, [page])

        const expectAt = (place: number, one: Answer): void =>
          expect(one).toSatisfy(
            standsAt(one.items[0], place, known.items, list),
            `the item ${quote(known.items[place]?.['id'])}, which stands at ${place}`,
            quote(one.items[0]?.['id']),
            { also: [known.answer], pointer: '/data/0' },
          )
        expectAt(limit, page)
        // Not a multiple of the limit: a service that counts in pages rounds it.
        if (LIST_FACTS[list].orderedBy === undefined) return
        const between = (await api.list(list, { limit: 2, offset: 1 })).control()
        unchanged({ api, expect, inconclusive }, known, [between])
        expectAt(1, between)
      },
    )

    verify(
      listRule(list, 'walk'),
      'repeats and loses no item from page to page',
      { cost: 0 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        unchanged({ api, expect, inconclusive }, known, pages)

        eachItemOnce(expect, list, { known, pages })
      },
    )

    verify(
      listRule(list, 'walk'),
      'repeats and loses no item from item to item',
      { cost: 0, costAlone: 3 },
      async ({ bystander: api, expect, inconclusive }) => {
        const known = await firstPage({ api, expect, inconclusive }, list, 2)
        // Pages of one item show faults right behind the first item, which longer pages hide.
        const pages = await Promise.all(
          [0, 1, 2].slice(0, known.items.length).map((offset) => api.list(list, { limit: 1, offset })),
        )
        for (const page of pages)
          expect(page).toAnswer(200, {
            requirement: listRule(list, 'offset'),
          })
        ofSize({ inconclusive }, list, pages, 1)
        unchanged({ api, expect, inconclusive }, known, pages)

        eachItemOnce(expect, list, { known, pages })
      },
    )

    // Workspaces have few chatbots, and hardly two created in the same second.
    if (list !== 'GET /chatbots')
      verify(
        listRule(list, 'walk'),
        'repeats no item of those with the same time',
        { cost: 0, costAlone: 6 },
        async ({ bystander: api, expect, inconclusive }) => {
          const known = await firstPage({ api, expect, inconclusive }, list, 2)
          const walked =
            (await walkTiedItems(api, list, known)) ??
            inconclusive('needs items with the same time, in a list at rest')
          const { pages, repeated } = walked

          expect(pages[0] ?? known.answer).toSatisfy(
            repeated === undefined,
            'another item on each page',
            () => `item ${quote(repeated?.['id'])} on two pages of one item each`,
            {
              also: [...pages.slice(1), known.answer],
            },
          )
        },
      )

    verify(
      listRule(list, 'order'),
      orderTitle(list),
      { cost: 0 },
      async ({ api, expect, inconclusive, observe }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        const field = LIST_FACTS[list].orderedBy
        if (field === undefined) {
          observe(listRule(list, 'order'), orderOf(known.items), known.answer)
          return
        }
        unchanged({ api, expect, inconclusive }, known, pages)
        const rise = firstRise(itemsOf(pages).flat(), field)

        expect(pages.at(-1) ?? known.answer).toSatisfy(
          rise === undefined,
          `${field} that never rises`,
          () => (rise?.items ?? []).map((item) => quote(item[field])).join(', then '),
          {
            also: pages.slice(0, -1),
          },
        )
      },
    )
  })

/** Beyond the end of most lists, and still a small number. */
const FAR = 5000

const totalsSuite = (list: ListKey): Suite =>
  suite(`${list} · totals`, {}, (verify) => {
    verify(
      listRule(list, 'hasMore'),
      'says that no page follows a last page that is full',
      { cost: 1 },
      async ({ api, expect, inconclusive }) => {
        const known = await firstPage({ api, expect, inconclusive }, list, 2)
        const last = await api.list(list, { limit: 2, offset: Math.max(0, known.total - 2) })
        expect(last).toAnswer(200)
        if (last.total !== undefined) unchanged({ api, expect, inconclusive }, known, [last])

        expect(last).toSatisfy(
          last.page['has_more'] !== true || last.items.length < 2,
          `has_more false: these are the last 2 of ${known.total}`,
          'has_more true',
          {
            also: [known.answer],
            pointer: '/pagination/has_more',
          },
        )
      },
    )

    verify(
      listRule(list, 'total'),
      'counts the items that there are',
      { cost: 1 },
      async ({ api, expect, inconclusive }) => {
        const known = await firstPage({ api, expect, inconclusive }, list, 1)
        const last = await api.list(list, { limit: 2, offset: Math.max(0, known.total - 1) })
        expect(last).toAnswer(200)
        unchanged({ api, expect, inconclusive }, known, [last])

        expect(last).toSatisfy(
          last.items.length === 1,
          `one item at the offset ${known.total - 1}, as the total is ${known.total}`,
          last.items.length === 0 ? 'none there' : `${count(last.items.length, 'item')} there`,
          {
            also: [known.answer],
            pointer: '/pagination/total',
          },
        )
      },
    )

    verify(
      listRule(list, 'total'),
      'gives the same total on every page',
      { cost: 0, costAlone: 1 },
      async ({ api, expect, inconclusive }) => {
        const { known, pages } = await walk({ api, expect, inconclusive }, list)
        const past = await api.list(list, { limit: 5, offset: known.total })
        const odd = [...pages, past].find(
          (page) => page.usable && page.total !== undefined && page.total !== known.total,
        )
        if (odd === undefined) return
        const again = (await api.fullPage(list, { offset: 0 })).control()
        const totals = [known.total, again.total ?? known.total]
        const grown = (odd.total ?? 0) >= Math.min(...totals) && (odd.total ?? 0) <= Math.max(...totals)

        expect(odd).toSatisfy(grown, `total ${known.total}, as on the first page`, `total ${odd.total}`, {
          also: [known.answer, again],
          pointer: '/pagination/total',
        })
      },
    )

    verify(
      listRule(list, 'beyondEnd'),
      'gives an empty page past the end',
      { cost: 1 },
      async ({ api, bystander, expect, inconclusive }) => {
        const { total, answer } = await firstPage({ api, expect, inconclusive }, list, 0)
        const [past, far] = await Promise.all([
          api.list(list, { limit: 5, offset: total }),
          bystander.list(list, { limit: 5, offset: FAR }),
        ])

        expect(past).toAnswer(200)
        // The bound of `offset` is stated only for some lists.
        if (!isLimitOpen(list)) expect(far).toAnswer(200)
        unchanged({ api, expect, inconclusive }, { total, answer, items: [] }, [past])
        expect(past).toSatisfy(
          past.items.length === 0,
          `no item past ${total} items`,
          `${past.items.length} items`,
          {
            also: [answer],
          },
        )
      },
    )

    if (isLimitOpen(list)) return
    verify(
      listRules(list, 'outOfBoundsAnswer', 'outOfBounds'),
      'refuses what is out of bounds, or brings it inside',
      // Workspaces have fewer than a hundred chatbots.
      { cost: list === 'GET /chatbots' ? 0 : 2, costAlone: 7 },
      async ({ api, bystander, world, expect, each, observe, inconclusive }) => {
        const rich = keyWithManyItems({ api, bystander, world }, list)
        // A refusal shows a bound only if the list is readable within it.
        if (!(await rich.list(list)).usable) inconclusive('needs a list that can be read')
        await each(
          [
            [rich, { limit: 0 }],
            [rich, { limit: FULL_PAGE + 1 }],
            [bystander, { limit: 10 * FULL_PAGE }],
            [bystander, { limit: 'abc' }],
            [bystander, { offset: -1 }],
            // The largest number of 64 bits, where a sum with the limit overflows, and one beyond it.
            [bystander, { offset: '9223372036854775807' }],
            [bystander, { offset: '99999999999999999999' }],
          ] as const,
          async ([actor, query]) => {
            const answer = await actor.list(list, query)

            const { status } = answer
            expect(answer).toSatisfy(
              status === 200 || answer.isRefusal,
              'status 200 or 4xx',
              `status ${status}`,
              { status },
            )
            if (answer.status === 200 && !appliesBounds(answer.control()))
              inconclusive('no readable pagination')
            observe(
              listRule(list, 'outOfBounds'),
              `${queryText(query)}: ${answer.status}${applied(answer)}`,
              answer,
            )
          },
        )
      },
    )
  })

/** Observes limits and offsets for which the specification states no bounds. */
function observeLimits(verify: Verify, list: ListKey): void {
  const asked = [
    ['limitOne', { limit: 1 }],
    ['limitHundred', { limit: FULL_PAGE }],
    ['outOfBounds', { limit: 0 }],
    ['outOfBounds', { offset: -1 }],
    ['outOfBoundsAnswer', { limit: FULL_PAGE + 1 }],
    ['echo', { limit: 3, offset: 1 }],
  ] as const
  verify(
    listRules(list, 'limitOne', 'limitHundred', 'outOfBounds', 'outOfBoundsAnswer', 'echo'),
    'is asked for limits whose bounds are not shown',
    { cost: 0, costAlone: 5 },
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

export default LISTS.flatMap((list) => [listSuite(list), totalsSuite(list)])
