/** GET /conversations/{id}: the detail of a conversation, and whether the list holds them all. Specification part 4. */
import { absentId } from '../lib/harness/chosen-items.ts'
import { suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { derived, must, section } from '../lib/judge/rows.ts'
import { FULL_PAGE } from '../lib/spec/api.ts'
import { quote } from '../lib/util/values.ts'
import { PAGES_OF_MAIN, unlistedConversation, workspacesToSearch } from './lists/unlisted.ts'
import { expectAsListed, varied } from './support/comparing.ts'
import { expectAlteredIds } from './support/unknown-ids.ts'

export const rows = section(
  { part: 4, section: 'GET /conversations/{id}' },
  must(
    'GET-CONVERSATION-01',
    'Response 200: { data: ConversationDetail }',
    '`GET /conversations/{id}` returns 200 for a conversation of this workspace, with its transcript.',
  ),
  must(
    'GET-CONVERSATION-02',
    '404 when the conversation does not exist',
    'An id that belongs to no conversation returns 404.',
  ),
  must('GET-CONVERSATION-03', 'Path id', 'The conversation that is returned has the id that was asked for.', [
    'GET-CONVERSATION-02',
  ]),
  derived(
    'GET-CONVERSATION-04',
    'ConversationDetail',
    'The detail agrees with the item of the list in every field of a conversation.',
    'List and detail show one and the same conversation; the detail adds `messages` alone.',
    ['GET-CONVERSATION-03', 'TIME-01', 'CONVERSATION-05', 'CONVERSATION-07'],
  ),
)

const TRAITS = ['is_resolved', 'status', 'is_lead', 'visitor_id', 'tags', 'language_code', 'message_count']

const detail = suite('GET /conversations/{id}', {}, (verify) => {
  verify(
    'GET-CONVERSATION-01',
    'returns the conversation',
    { needs: ['conversation'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.conversation(world.conversation)).toAnswer(200)
    },
  )

  verify('GET-CONVERSATION-04', 'agrees with the list', { needs: ['conversation'], cost: 6 }, async (ctx) => {
    const { items } = (await ctx.api.fullPage('GET /conversations')).control()
    const middle = items.slice(Math.floor(items.length / 2)).slice(0, 1)
    // A service may fail on an empty transcript alone.
    const empty = items.filter((item) => item['message_count'] === 0).slice(-1)
    const chosen = new Set(idsOf([...middle, ...empty, ...varied(items, TRAITS, 4)]))

    await ctx.each(chosen, (id) =>
      expectAsListed(ctx, id, {
        resource: 'Conversation',
        list: 'GET /conversations',
        read: ctx.api.conversation,
      }),
    )
  })

  verify(
    'GET-CONVERSATION-02',
    'returns 404 for an unknown id',
    { needs: ['conversation'], cost: 1, smoke: true },
    async ({ api, world, expect }) => {
      expect(await api.conversation(absentId(world.conversation))).toRefuse([404])
    },
  )

  verify(
    'GET-CONVERSATION-03',
    'takes an id that is cut, extended or padded for another id',
    { cost: 0, costAlone: 5 },
    (ctx) => expectAlteredIds(ctx, 'GET /conversations', (id) => ctx.bystander.conversation(id)),
  )
})

const completeness = suite('GET /conversations · completeness', {}, (verify) => {
  verify(
    'LIST-CONVERSATIONS-29',
    'lists every conversation that other resources name',
    { needs: ['conversation'], cost: 2, costAlone: 2 },
    async (ctx) => {
      let searched = false
      await ctx.each(workspacesToSearch(ctx), async ([actor, workspace, mostPages]) => {
        const search = await unlistedConversation(actor, workspace, mostPages)
        searched ||= search.searched
        const { unlisted } = search
        if (unlisted === undefined) return
        const [page = unlisted.detail, ...pages] = unlisted.pages
        ctx
          .expect(page)
          .toSatisfy(
            false,
            `the conversation ${quote(unlisted.detail.data['id'])}, which its own path returns`,
            'no page of the list has the conversation',
            {
              also: [unlisted.detail, ...pages],
            },
          )
      })
      if (!searched)
        ctx.inconclusive(
          `needs a workspace with at most ${PAGES_OF_MAIN * FULL_PAGE} conversations, of which a lead, booking or reservation names one`,
        )
    },
  )
})

export default [detail, completeness]
