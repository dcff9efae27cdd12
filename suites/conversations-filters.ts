/** GET /conversations: its filters, alone and together. Specification part 4. */
import { suite } from '../lib/harness/case.ts'
import { combinedFilters } from './steps/lists/combined-filters.ts'
import { distinct, type Workspace } from '../lib/api/discovery.ts'
import { aroundDay, BEFORE_ALL, ends, withEmptyChatbot } from './steps/lists/filter-values.ts'
import { findsEach, heldByOthers, keepsExactly, keepsNothing, reference } from './steps/lists/filtering.ts'
import type { Row } from '../lib/util/values.ts'

const LIST = 'GET /conversations'

/** The region in a language code of some conversation. */
function regionOf(workspace: Workspace | undefined): string | undefined {
  const codes = distinct(workspace?.lists[LIST].rows ?? [], 'language_code')
  return codes.flatMap((code) => /-([a-z]{2})$/i.exec(code)?.[1] ?? [])[0]
}

/** The most frequent statuses and the rarest, and that of which the flag `is_resolved` may be taken for the word. */
function tellingStatuses(rows: readonly Row[]): readonly string[] {
  const flagged = rows.some((row) => row['is_resolved'] === true && row['status'] !== 'resolved')
  const known = distinct(rows, 'status')
  return [...new Set([...(flagged && known.includes('resolved') ? ['resolved'] : []), ...ends(known)])].slice(
    0,
    3,
  )
}

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
      await findsEach(ctx, LIST, 'status')

      await keepsExactly(
        ctx,
        LIST,
        tellingStatuses(rows).map((status) => ({ status })),
        'conversations of two statuses',
      )
    },
  )

  verify(
    'LIST-CONVERSATIONS-24',
    'language keeps the conversations in that language',
    { cost: 4, costAlone: 5 },
    async (ctx) => {
      const { rows } = await reference(ctx, LIST)
      await keepsNothing(ctx, LIST, { language: 'xx' })
      await findsEach(ctx, LIST, 'language')
      // The region of `pt-BR` is no language of it: judged by the oracle, which leaves open what begins alike.
      const { main, other } = ctx.world.discovery
      const theirs = regionOf(other)
      const region = theirs ?? regionOf(main)
      const actor = theirs === undefined ? ctx.api : ctx.bystander
      if (region !== undefined) (await actor.conversations({ limit: 100, language: region })).arrived()

      await keepsExactly(
        ctx,
        LIST,
        ends(distinct(rows, 'language_code')).map((language) => ({ language })),
        'conversations in two languages',
      )
    },
  )

  verify('LIST-CONVERSATIONS-25', 'since keeps what started later', { cost: 3 }, async (ctx) => {
    const { rows } = await reference(ctx, LIST)

    await keepsExactly(
      ctx,
      LIST,
      [...aroundDay(rows, 'created_at'), BEFORE_ALL].map((since) => ({ since })),
      'conversations that started on different days',
    )
  })

  combinedFilters(verify, LIST, {
    requirements: { whole: 'LIST-CONVERSATIONS-26', paged: 'LIST-CONVERSATIONS-27' },
    costs: { whole: 4, paged: 3 },
    rows: 'conversations',
  })
})
