/** GET /conversations: its filters, alone and together. Specification part 4. */
import { suite } from '../lib/harness/case.ts'
import { distinct } from '../lib/harness/discovery.ts'
import { aroundDay, ends, withEmptyChatbot } from '../lib/harness/filter-values.ts'
import { heldByOthers, keepsExactly, keepsNothing, nextPages, reference } from '../lib/harness/filtering.ts'
import { together } from '../lib/harness/together.ts'

const LIST = 'GET /conversations'

export default suite('GET /conversations · filters', {}, (verify) => {
  verify(
    'LIST-CONVERSATIONS-20',
    'chatbot_id keeps the conversations of that chatbot',
    { cost: 3 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)

      await keepsExactly(
        ctx,
        LIST,
        await withEmptyChatbot(ctx, rows),
        'conversations of a chatbot, and another chatbot',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-21',
    'is_lead keeps the conversations with that value',
    { cost: 2, smoke: true },
    async (ctx) => {
      await keepsExactly(
        ctx,
        LIST,
        [{ is_lead: true }, { is_lead: false }],
        'conversations that are leads and some that are not',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-22',
    'is_resolved keeps the conversations with that value',
    { cost: 2 },
    async (ctx) => {
      await keepsExactly(
        ctx,
        LIST,
        [{ is_resolved: true }, { is_resolved: false }],
        'resolved and unresolved conversations',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-23',
    'status keeps the conversations with that status',
    { cost: 3 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)
      await heldByOthers(ctx, LIST, 'status')

      await keepsExactly(
        ctx,
        LIST,
        ends(distinct(rows, 'status')).map((status) => ({ status })),
        'conversations of two statuses',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-24',
    'language keeps the conversations in that language',
    { cost: 3 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)
      await keepsNothing(ctx, LIST, { language: 'xx' })

      await keepsExactly(
        ctx,
        LIST,
        ends(distinct(rows, 'language_code')).map((language) => ({ language })),
        'conversations in two languages',
      )
    },
  )

  verify('LIST-CONVERSATIONS-25', 'since keeps what started later', { cost: 2 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      aroundDay(rows, 'created_at').map((since) => ({ since })),
      'conversations that started on different days',
    )
  })

  verify(
    'LIST-CONVERSATIONS-26',
    'filters that are given together all apply',
    { cost: 4, smoke: true },
    async (ctx) => {
      const { whole } = await together(ctx, LIST)

      await keepsExactly(ctx, LIST, whole, 'conversations that differ in two filters')
    },
  )

  verify('LIST-CONVERSATIONS-27', 'filters hold on every page', { cost: 3 }, async (ctx) => {
    const { paged } = await together(ctx, LIST)

    await nextPages(ctx, LIST, paged)
  })
})
