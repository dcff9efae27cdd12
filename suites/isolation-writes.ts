/** Another workspace, seen through the writing endpoints. Specification parts 1 and 5. */
import type { Actor } from '../lib/harness/actor.ts'
import { suite } from '../lib/harness/context.ts'
import { idsOf } from '../lib/harness/discovery.ts'
import { compareWithAbsent, foreignNote, foreignUpdate } from './isolation/foreign-ids.ts'
import { foreignItems } from '../lib/harness/chosen-items.ts'
import { quote } from '../lib/util/values.ts'

const LIKE_NOTHING = 'the answer that an unknown id gets'

export default suite('Isolation · writing', { phase: 'write', lane: 'stranger' }, (verify) => {
  verify(
    ['ISOLATION-02', 'ISOLATION-14', 'ISOLATION-13'],
    'refuses to update a foreign conversation',
    { needs: ['otherKey', 'foreignConversation'], cost: 2 },
    async (ctx) => {
      const { expect } = ctx
      const { foreign, others, distinction, changed, before, after } = await foreignUpdate(ctx)

      expect(foreign).toRefuse([404])
      expect(after).toSatisfy(
        changed === undefined,
        `${changed} ${quote(before.data[changed ?? ''])}, as before`,
        () => quote(after.data[changed ?? '']),
        { requirement: 'ISOLATION-14', also: [foreign, before], pointer: `/data/${changed}` },
      )
      expect(foreign).toSatisfy(distinction === undefined, LIKE_NOTHING, distinction ?? '', {
        requirement: 'ISOLATION-13',
        also: others,
      })
    },
  )

  verify(
    ['ISOLATION-03', 'ISOLATION-15', 'ISOLATION-13'],
    'refuses a note to a foreign conversation',
    { needs: ['otherKey', 'foreignConversation'], cost: 2 },
    async (ctx) => {
      const { expect } = ctx
      const { foreign, others, distinction, before, after, left } = await foreignNote(ctx)

      expect(foreign).toRefuse([404])
      expect(after).toSatisfy(
        left === undefined,
        'the transcript that was there',
        () => `a further message: ${quote(left)}`,
        {
          requirement: 'ISOLATION-15',
          also: [foreign, before],
          pointer: '/data/messages',
        },
      )
      expect(foreign).toSatisfy(distinction === undefined, LIKE_NOTHING, distinction ?? '', {
        requirement: 'ISOLATION-13',
        also: others,
      })
    },
  )

  for (const { requirement, what, need, body } of [
    {
      requirement: 'ISOLATION-05',
      what: 'chatbot',
      need: 'foreignChatbot',
      body: (_own: string, id: string) => ({ chatbot_id: id }),
    },
    {
      requirement: 'ISOLATION-06',
      what: 'conversation',
      need: 'foreignConversation',
      body: (own: string, id: string) => ({ chatbot_id: own, conversation_id: id }),
    },
  ] as const) {
    verify(
      [requirement, 'ISOLATION-16', 'ISOLATION-13'],
      `refuses a lead for a foreign ${what}`,
      { needs: ['otherKey', 'chatbot', need], cost: 2 },
      async (ctx) => {
        const { api, stranger, world, expect, mark } = ctx
        const name = mark()
        const { foreign, others, distinction } = await compareWithAbsent(
          ctx,
          api,
          world[need],
          async (actor, id) => await actor.createLead({ ...body(world.chatbot, id), name }),
        )
        const untouched = await stranger.fullPage('GET /leads')

        expect(foreign).toRefuse([404])
        expect(untouched).toSatisfy(
          untouched.exchange.response?.text.includes(name) !== true,
          'no lead of ours',
          'our lead among them',
          { requirement: 'ISOLATION-16', also: [foreign] },
        )
        expect(foreign).toSatisfy(distinction === undefined, LIKE_NOTHING, distinction ?? '', {
          requirement: 'ISOLATION-13',
          also: others,
        })
      },
    )
  }

  verify(
    'ISOLATION-13',
    'proves nothing of a foreign id by refusing a body',
    { needs: ['otherKey'], cost: 0 },
    async (ctx) => {
      const { stranger, world, expect, each, inconclusive } = ctx
      const ways = [
        (actor: Actor, id: string) => actor.patchConversation(id, { is_resolved: 'no' }),
        (actor: Actor, id: string) => actor.patchConversation(id, {}),
        (actor: Actor, id: string) => actor.addNote(id, { content: 7 }),
        (actor: Actor, id: string) => actor.addNote(id, {}),
      ]
      const { main, other } = world.discovery
      const ids = idsOf(foreignItems(main, other, 'GET /conversations')).slice(0, 1)
      if (ids.length === 0)
        inconclusive('needs a conversation whose id stands for nothing in the second workspace')

      const attempts = ids.flatMap((id) => ways.map((ask) => ({ id, ask })))
      await each(attempts, async ({ id, ask }) => {
        const { foreign, others, distinction } = await compareWithAbsent(ctx, stranger, id, ask)
        expect(foreign).toSatisfy(distinction === undefined, LIKE_NOTHING, distinction ?? '', {
          also: others,
        })
      })
    },
  )

  verify(
    'ISOLATION-06',
    'does not return the lead of a foreign conversation',
    { needs: ['otherKey', 'chatbot', 'foreignLeadWithConversation'], cost: 1 },
    async (ctx) => {
      const conversation_id = ctx.world.foreignLeadWithConversation['conversation_id']
      const answer = await ctx.api.createLead({
        chatbot_id: ctx.world.chatbot,
        conversation_id,
        name: ctx.mark(),
      })

      ctx.expect(answer).toRefuse([404])
    },
  )
})
