/** GET /reservations: the window of `from` and `to`, and `since`. Specification part 4. */
import { suite } from '../lib/harness/case.ts'
import type { Query } from '../lib/api/actor.ts'
import { idsOf, widest } from '../lib/api/discovery.ts'
import { around, BEFORE_ALL, middle } from './steps/lists/filter-values.ts'
import { keepsExactly, reference } from './steps/lists/filtering.ts'
import type { Row } from '../lib/util/values.ts'

const LIST = 'GET /reservations'

/** What is listed where no status is named. */
const visible = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => row['status'] !== 'held' && row['status'] !== 'blocked')

export default suite('GET /reservations · window', {}, (verify) => {
  verify(
    'LIST-RESERVATIONS-27',
    'from keeps what starts at that instant or later',
    { cost: 2 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)

      await keepsExactly(
        ctx,
        LIST,
        around(visible(rows), 'start_at', 0, 1).map((from) => ({ from })),
        'reservations that start at different times',
      )
    },
  )

  verify('LIST-RESERVATIONS-28', 'to keeps what starts before that instant', { cost: 2 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      around(visible(rows), 'start_at', 0, 1).map((to) => ({ to })),
      'reservations that start at different times',
    )
  })

  verify(
    'LIST-RESERVATIONS-29',
    'from and to keep what starts inside the window',
    { cost: 1 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)
      const shown = visible(rows)
      const [from = ''] = around([{ start_at: middle(shown, 'start_at', 2 / 3) }], 'start_at', 1)
      const window = { from, to: middle(shown, 'start_at', 1 / 3) }
      if (window.from >= window.to) ctx.inconclusive('needs reservations that start at three different times')

      await keepsExactly(ctx, LIST, [window], 'reservations inside and outside of a window')
    },
  )

  verify('LIST-RESERVATIONS-30', 'since keeps what was created later', { cost: 3 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      [...around(visible(rows), 'created_at', -1, 1), BEFORE_ALL].map((since) => ({ since })),
      'reservations that were created at different times',
    )
  })

  verify(
    'LIST-RESERVATIONS-31',
    'refuses a window that ends before it begins',
    { cost: 0, costAlone: 4 },
    async ({ bystander, expect, each }) => {
      // A refusal tells something only where the same list is otherwise answered.
      ;(await bystander.reservations(widest(LIST))).control()
      const backwards = { from: '2026-03-01T00:00:01Z', to: '2026-03-01T00:00:00Z' }
      const [chatbot_id] = idsOf((await bystander.chatbots({ limit: 100 })).rows)
      const beside: readonly Query[] = [
        {},
        { status: 'confirmed' },
        { since: backwards.from },
        ...(chatbot_id === undefined ? [] : [{ chatbot_id }]),
      ]
      await each(beside, async (query) => {
        expect(await bystander.reservations({ ...query, ...backwards })).toRefuse([400], {
          // Bounds that are taken for their day, say, leave nothing that is backwards.
          explainedBy: ['LIST-RESERVATIONS-27', 'LIST-RESERVATIONS-28', 'LIST-RESERVATIONS-34'],
        })
      })
    },
  )

  verify(
    ['LIST-RESERVATIONS-32'],
    'refuses a bound that is no date-time',
    { cost: 0, costAlone: 8 },
    async ({ bystander, expect, each }) => {
      // A refusal tells something only where the same list is otherwise answered.
      ;(await bystander.reservations(widest(LIST))).control()
      await each(
        [
          { from: 'not-a-date' },
          { to: 'not-a-date' },
          { from: '2026-13-01T00:00:00Z' },
          { to: '2026-13-01T00:00:00Z' },
          { from: '2026-03-01T00:00:00Zulu' },
          { to: '2026-03-01T00:00:00Z;' },
          { from: '1772323200' },
          { to: '1772323200' },
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

      observe('OPEN-08', `answered ${same.status}`, same)
    },
  )
})
