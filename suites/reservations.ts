/** GET /reservations: statuses, the window of `from` and `to`, and filters together. Specification part 4. */
import type { Answer } from '../lib/harness/answer.ts'
import { suite } from '../lib/harness/context.ts'
import { combinedFilters } from './lists/combined-filters.ts'
import { distinct, everyItem, idsOf } from '../lib/harness/discovery.ts'
import { around, BEFORE_ALL, middle, withEmptyChatbot } from './lists/filter-values.ts'
import { expectAllItems, expectExactItems, reference } from './lists/filtering.ts'
import { HIDDEN_STATUSES, isHidden } from './lists/filter-table.ts'
import { RESERVATION_STATUSES } from '../lib/spec/api.ts'
import type { Actor, Query } from '../lib/harness/actor.ts'
import type { JsonObject } from '../lib/util/values.ts'

const LIST = 'GET /reservations'

/** How a status value was handled, without the number of items, which differs from run to run. */
const handling = ({ status, items }: Answer): string =>
  status === 200 ? `200 ${items.length > 0 ? 'with items' : 'without an item'}` : `${status}`

/** A refusal means something only if the list can be read otherwise. */
const expectReadable = async (actor: Actor): Promise<void> => {
  const page = await actor.fullPage(LIST, everyItem(LIST))
  page.control()
}

/** Values that resemble a status but are none. */
const ALMOST_KNOWN = [
  'confirmedx',
  'confirm',
  'canceled',
  'no-show',
  'pending',
  'seated',
  'open',
  'resolved',
  'new',
  'all',
  'any',
]

const filters = suite('GET /reservations · filters', {}, (verify) => {
  verify(
    'LIST-RESERVATIONS-20',
    'chatbot_id keeps the reservations of that chatbot',
    { cost: 3 },
    async (ctx) => {
      const { items } = await reference(ctx, LIST)

      await expectExactItems(
        ctx,
        LIST,
        await withEmptyChatbot(ctx, items),
        'reservations of a chatbot, and another chatbot',
      )
    },
  )

  verify(
    'LIST-RESERVATIONS-21',
    'status keeps the reservations with that status',
    { cost: 0, costAlone: 7 },
    async (ctx) => {
      const named = RESERVATION_STATUSES.filter((status) => !isHidden(status))

      await expectExactItems(
        ctx,
        LIST,
        named.map((status) => ({ status })),
        'reservations of two statuses',
      )
    },
  )

  verify(
    'LIST-RESERVATIONS-22',
    'several statuses keep the reservations with one of them',
    { cost: 11 },
    async (ctx) => {
      const { api, expect } = ctx
      const all = await api.fullPage(LIST, everyItem(LIST))
      expect(all).toAnswer(200)
      const alone = await Promise.all(RESERVATION_STATUSES.map((status) => api.fullPage(LIST, { status })))
      await expectAllItems(
        ctx,
        LIST,
        {
          known: alone.flatMap((page) => page.items),
          page: all,
          lookAgain: async () => {
            const again = await Promise.all(
              RESERVATION_STATUSES.map((status) => api.fullPage(LIST, { status, offset: 0 })),
            )
            return again.flatMap((page) => page.items)
          },
        },
        {},
      )

      const [first = 'confirmed', second = 'cancelled', third = 'completed'] = distinct(all.items, 'status')
      await expectExactItems(
        ctx,
        LIST,
        [{ status: `${first},${second}` }, { status: `${third},held,${second}` }],
        'reservations of three statuses',
      )
    },
  )

  verify(
    'LIST-RESERVATIONS-23',
    'hides held and blocked where no status is named',
    { cost: 0, smoke: true },
    async (ctx) => {
      const [chatbot_id] = distinct(
        (ctx.world.discovery.other?.lists[LIST].items ?? []).filter((item) => isHidden(item['status'])),
        'chatbot_id',
      )
      // The bare request of one chatbot, without even a limit. The oracle judges it.
      if (chatbot_id !== undefined) (await ctx.stranger.reservations({ chatbot_id })).arrived()

      await expectExactItems(ctx, LIST, [{}], 'reservations that are held or blocked, and others')
    },
  )

  verify('LIST-RESERVATIONS-24', 'shows held and blocked where they are named', { cost: 0 }, async (ctx) => {
    await expectExactItems(
      ctx,
      LIST,
      HIDDEN_STATUSES.map((status) => ({ status })),
      'reservations that are held or blocked, and others',
    )
  })

  verify(
    'LIST-RESERVATIONS-25',
    'refuses an unknown status',
    { cost: 2, costAlone: 14, smoke: true },
    async ({ api, bystander, expect, each }) => {
      await expectReadable(bystander)
      const chatbots = await api.fullPage('GET /chatbots')
      const [chatbot_id] = idsOf(chatbots.items)
      // A word that is not a status anywhere, then near misses: additions, other letter case, statuses of other
      // services.
      await each(['asleep', ...ALMOST_KNOWN], async (status) => {
        expect(await bystander.reservations({ status })).toRefuse([400])
      })

      await each([{ chatbot_id }, { from: '2026-03-01T00:00:00Z' }], async (query) => {
        expect(await api.reservations({ ...query, status: 'asleep' })).toRefuse([400])
      })
    },
  )

  verify(
    'LIST-RESERVATIONS-26',
    'refuses an unknown status beside known ones',
    { cost: 0, costAlone: 5 },
    async ({ bystander, expect, each }) => {
      await expectReadable(bystander)
      const lists = [
        'confirmed,asleep',
        'asleep,confirmed',
        'confirmed,asleep,cancelled',
        'confirmed,cancelled,asleep',
        'requested,confirmed,arrived,completed,cancelled,asleep',
      ]
      await each(lists, async (status) => {
        expect(await bystander.reservations({ status })).toRefuse([400])
      })
    },
  )

  combinedFilters(verify, LIST, {
    requirements: { whole: 'LIST-RESERVATIONS-34', paged: 'LIST-RESERVATIONS-35' },
    costs: { whole: 4, paged: 3 },
    items: 'reservations',
  })

  verify(
    ['OPEN-09', 'OPEN-10'],
    'is asked for statuses in odd forms',
    { cost: 0, costAlone: 2, weight: 0.25 },
    async ({ bystander, observe }) => {
      const [empty, upper] = await Promise.all([
        bystander.reservations({ status: '' }),
        bystander.reservations({ status: 'CONFIRMED' }),
      ])

      observe('OPEN-09', `status=: ${handling(empty)}`, empty)
      observe('OPEN-10', `status=CONFIRMED: ${handling(upper)}`, upper)
    },
  )
})

/** The reservations that are listed where the query names no status. */
const visible = (items: readonly JsonObject[]): JsonObject[] =>
  items.filter((item) => !isHidden(item['status']))

const windows = suite('GET /reservations · window', {}, (verify) => {
  verify(
    'LIST-RESERVATIONS-27',
    'from keeps what starts at that instant or later',
    { cost: 2 },
    async (ctx) => {
      const { items } = await reference(ctx, LIST)

      await expectExactItems(
        ctx,
        LIST,
        around(visible(items), 'start_at', 0, 1).map((from) => ({ from })),
        'reservations that start at different times',
      )
    },
  )

  verify('LIST-RESERVATIONS-28', 'to keeps what starts before that instant', { cost: 2 }, async (ctx) => {
    const { items } = await reference(ctx, LIST)

    await expectExactItems(
      ctx,
      LIST,
      around(visible(items), 'start_at', 0, 1).map((to) => ({ to })),
      'reservations that start at different times',
    )
  })

  verify(
    'LIST-RESERVATIONS-29',
    'from and to keep what starts inside the window',
    { cost: 1, costAlone: 2 },
    async (ctx) => {
      // Nobody reserved anything then: an empty page, not an error.
      const longAgo = { from: '1990-01-01T00:00:00Z', to: '1990-01-02T00:00:00Z' }
      ctx.expect(await ctx.bystander.reservations(longAgo)).toAnswer(200)

      const { items } = await reference(ctx, LIST)
      const shown = visible(items)
      // A second after a start: that reservation lasts longer, and only its start may decide.
      const [from = '', to = ''] = [2 / 3, 1 / 3].flatMap((fraction) =>
        around([{ start_at: middle(shown, 'start_at', fraction) }], 'start_at', 1),
      )
      if (from >= to) ctx.inconclusive('needs reservations that start at three different times')

      await expectExactItems(ctx, LIST, [{ from, to }], 'reservations inside and outside of a window')
    },
  )

  verify('LIST-RESERVATIONS-30', 'since keeps what was created later', { cost: 3 }, async (ctx) => {
    const { items } = await reference(ctx, LIST)

    await expectExactItems(
      ctx,
      LIST,
      [...around(visible(items), 'created_at', -1, 1), BEFORE_ALL].map((since) => ({ since })),
      'reservations that were created at different times',
    )
  })

  verify(
    'LIST-RESERVATIONS-31',
    'refuses a window that ends before it begins',
    { cost: 0, costAlone: 4 },
    async ({ bystander, expect, each }) => {
      await expectReadable(bystander)
      const backwards = { from: '2026-03-01T00:00:01Z', to: '2026-03-01T00:00:00Z' }
      const [chatbot_id] = idsOf((await bystander.fullPage('GET /chatbots')).items)
      const beside: readonly Query[] = [
        {},
        { status: 'confirmed' },
        { since: backwards.from },
        ...(chatbot_id === undefined ? [] : [{ chatbot_id }]),
      ]
      await each(beside, async (query) => {
        expect(await bystander.reservations({ ...query, ...backwards })).toRefuse([400])
      })
    },
  )

  verify(
    ['LIST-RESERVATIONS-32'],
    'refuses a bound that is no date-time',
    { cost: 0, costAlone: 4 },
    async ({ bystander, expect, each }) => {
      await expectReadable(bystander)
      // Not tried, because some parser accepts them: bare dates, Unix seconds, trailing text.
      await each(
        [
          { from: 'not-a-date' },
          { to: 'not-a-date' },
          { from: '2026-13-01T00:00:00Z' },
          { to: '2026-13-01T00:00:00Z' },
        ],
        async (query) => {
          expect(await bystander.reservations(query)).toRefuse([400])
        },
      )
    },
  )

  verify(
    ['OPEN-08'],
    'is asked for an empty window',
    { cost: 0, costAlone: 1, weight: 0.25 },
    async ({ bystander, observe }) => {
      const same = await bystander.reservations({ from: '2026-03-01T00:00:00Z', to: '2026-03-01T00:00:00Z' })

      observe('OPEN-08', `from and to at one instant: ${same.status}`, same)
    },
  )
})

export default [filters, windows]
