/** GET /leads: its filters, alone and together. Specification part 4. */
import { suite } from '../lib/harness/case.ts'
import { combinedFilters } from './steps/lists/combined-filters.ts'
import { distinct } from '../lib/api/discovery.ts'
import { aroundDay, BEFORE_ALL, ends, partOfOne, withEmptyChatbot } from './steps/lists/filter-values.ts'
import { findsEach, keepsExactly, keepsNothing, reference, rowsOfBystander } from './steps/lists/filtering.ts'

const LIST = 'GET /leads'

export default suite('GET /leads · filters', {}, (verify) => {
  verify('LIST-LEADS-20', 'chatbot_id keeps the leads of that chatbot', { cost: 3 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      await withEmptyChatbot(ctx, rows),
      'leads of a chatbot, and another chatbot',
    )
  })

  verify(
    'LIST-LEADS-21',
    'status keeps the leads with that status',
    { cost: 3, costAlone: 4 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)
      await keepsNothing(ctx, LIST, { status: partOfOne(rowsOfBystander(ctx, LIST), 'status') })
      await findsEach(ctx, LIST, 'status')

      await keepsExactly(
        ctx,
        LIST,
        ends(distinct(rows, 'status')).map((status) => ({ status })),
        'leads of two statuses',
      )
    },
  )

  verify('LIST-LEADS-22', 'since keeps what was captured later', { cost: 3 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      [...aroundDay(rows, 'created_at'), BEFORE_ALL].map((since) => ({ since })),
      'leads that were captured on different days',
    )
  })

  combinedFilters(verify, LIST, {
    requirements: { whole: 'LIST-LEADS-26', paged: 'LIST-LEADS-27' },
    costs: { whole: 2, paged: 2 },
    rows: 'leads',
  })
})
