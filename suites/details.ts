/** GET /conversations/{id} and GET /leads/{id}: the detail agrees with the list. Specification part 4. */
import { absentId } from '../lib/harness/chosen-items.ts'
import { suite } from '../lib/harness/context.ts'
import type { Actor } from '../lib/harness/actor.ts'
import type { Answer } from '../lib/harness/answer.ts'
import { conversationsOf, idsOf } from '../lib/harness/discovery.ts'
import { FULL_PAGE } from '../lib/spec/api.ts'
import { PAGES_OF_MAIN, unlistedChatbot, unlistedConversation, workspacesToSearch } from './lists/unlisted.ts'
import { itemsOfBystander } from './lists/filtering.ts'
import { alteredIds } from './odd-input/inputs.ts'
import { compareWithItem, varied } from './support/comparing.ts'
import { quote } from '../lib/util/values.ts'

export default [
  suite('GET /conversations/{id}', {}, (verify) => {
    verify(
      'GET-CONVERSATION-01',
      'answers with the conversation',
      { needs: ['conversation'], cost: 1, smoke: true },
      async ({ api, world, expect }) => {
        const detail = await api.conversation(world.conversation)

        expect(detail).toAnswer(200)
      },
    )

    verify(
      'GET-CONVERSATION-04',
      'agrees with the list',
      { needs: ['conversation'], cost: 5 },
      async ({ api, expect, each }) => {
        const list = (await api.fullPage('GET /conversations')).control()
        // Puts a conversation without messages last: some services fail only on an empty transcript.
        const [filled, empty] = [false, true].map((none) =>
          list.items.filter((item) => (item['message_count'] === 0) === none),
        )
        const chosen = varied(
          [...(filled ?? []), ...(empty ?? [])],
          ['is_resolved', 'status', 'is_lead', 'visitor_id', 'tags', 'language_code', 'message_count'],
          5,
        )

        await each(chosen, async (item) => {
          const detail = await api.conversation(String(item['id']))
          expect(detail).toAnswer(200, {
            requirement: 'GET-CONVERSATION-01',
          })
          await compareWithItem({ expect }, { resource: 'Conversation', item, list, detail }, () =>
            api.fullPage('GET /conversations', { offset: 0 }),
          )
        })
      },
    )

    verify(
      'GET-CONVERSATION-02',
      'answers 404 for an id of nothing',
      { needs: ['conversation'], cost: 1, smoke: true },
      async ({ api, world, expect }) => {
        expect(await api.conversation(absentId(world.conversation))).toRefuse([404])
      },
    )
  }),

  suite('GET /leads/{id}', {}, (verify) => {
    verify(
      'GET-LEAD-01',
      'answers with the lead',
      { needs: ['lead'], cost: 1, smoke: true },
      async ({ api, world, expect }) => {
        const detail = await api.lead(world.lead)

        expect(detail).toAnswer(200)
      },
    )

    verify(
      'GET-LEAD-04',
      'agrees with the list',
      { needs: ['lead'], cost: 4 },
      async ({ api, expect, each }) => {
        const list = (await api.fullPage('GET /leads')).control()

        await each(
          varied(list.items, ['status', 'conversation_id', 'email', 'phone', 'notes'], 4),
          async (item) => {
            const detail = await api.lead(String(item['id']))
            expect(detail).toAnswer(200, { requirement: 'GET-LEAD-01' })
            await compareWithItem({ expect }, { resource: 'Lead', item, list, detail }, () =>
              api.fullPage('GET /leads', { offset: 0 }),
            )
          },
        )
      },
    )

    verify(
      'GET-LEAD-02',
      'answers 404 for an id of nothing',
      { needs: ['lead'], cost: 1 },
      async ({ api, world, expect }) => {
        expect(await api.lead(absentId(world.lead))).toRefuse([404])
      },
    )

    verify(
      'GET-LEAD-02',
      'answers 404 for the id of a conversation',
      { cost: 0, costAlone: 1 },
      async ({ bystander, world, expect, inconclusive }) => {
        const { lists } = world.discovery.other ?? world.discovery.main
        const [id = inconclusive('needs a conversation')] = [
          ...conversationsOf(lists['GET /leads'].items),
          ...idsOf(lists['GET /conversations'].items),
        ]
        const answer = (await bystander.lead(id)).arrived()

        // Conversations and leads may share one numbering, so that the id belongs to a lead as well.
        expect(answer).toSatisfy(
          answer.status === 404 || answer.data['id'] === id,
          `status 404, or the lead ${id}`,
          () => `status ${answer.status}, ${quote(answer.data['id'])}`,
        )
      },
    )
  }),

  suite('Altered ids', {}, (verify) => {
    for (const [requirement, list, read] of [
      [
        'GET-CONVERSATION-03',
        'GET /conversations',
        (actor: Actor, id: string): Promise<Answer> => actor.conversation(id),
      ],
      ['GET-LEAD-03', 'GET /leads', (actor: Actor, id: string): Promise<Answer> => actor.lead(id)],
    ] as const) {
      verify(
        requirement,
        'takes an id that is cut, extended or padded for another id',
        { cost: 0, costAlone: 5 },
        async (ctx) => {
          const { bystander, expect, each, inconclusive } = ctx
          const [id = inconclusive(`needs an item in ${list}`)] = idsOf(itemsOfBystander(ctx, list))

          await each(alteredIds(id), async (altered) => {
            const answer = (await read(bystander, altered)).arrived()
            const shown = answer.data['id']
            expect(answer).toSatisfy(
              answer.status !== 200 || shown === altered,
              `status 404, or the item with the id ${quote(altered)}`,
              () => `status 200 with the item ${quote(shown)}`,
              { pointer: '/data/id' },
            )
          })
        },
      )
    }
  }),

  suite('GET /conversations · completeness', {}, (verify) => {
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
  }),

  suite('GET /chatbots · completeness', {}, (verify) => {
    verify(
      'LIST-CHATBOTS-20',
      'lists every chatbot that other resources name',
      { needs: ['chatbot'], cost: 0, costAlone: 0 },
      async (ctx) => {
        const { main, other } = ctx.world.discovery
        let searched = false
        await ctx.each(
          [[ctx.api, main] as const, ...(other === undefined ? [] : [[ctx.bystander, other] as const])],
          async ([actor, workspace]) => {
            const search = await unlistedChatbot(actor, workspace)
            searched ||= search.searched
            const { unlisted } = search
            if (unlisted === undefined) return
            ctx
              .expect(unlisted.page)
              .toSatisfy(
                false,
                `the chatbot ${quote(unlisted.id)}, which sources and reservations are returned for`,
                `the list is without ${quote(unlisted.id)}`,
                {
                  also: unlisted.found,
                },
              )
          },
        )
        if (!searched) ctx.inconclusive('needs a list of up to 100 chatbots, and an item that names one')
      },
    )
  }),
]
