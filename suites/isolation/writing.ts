/** Writes to another workspace: each is refused like one to an unknown id, and changes nothing. */
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '../../lib/harness/answer.ts'
import { type Context, suite } from '../../lib/harness/context.ts'
import { quote } from '../../lib/util/values.ts'
import { newMessages } from '../support/conversations.ts'
import { compared, comparedWrite, expectAlike, probes } from './foreign-ids.ts'

export const writing = suite('Isolation · writing', { phase: 'write', lane: 'stranger' }, (verify) => {
  verify(
    ['ISOLATION-02', 'ISOLATION-14', 'ISOLATION-13'],
    "refuses to update another workspace's conversation",
    { needs: ['otherKey', 'foreignConversation'], cost: 5 },
    async ({ mark, ...ctx }) => {
      const tag = mark()
      const { refused, before, after } = await writtenTo(ctx, (id, { data }) =>
        ctx.api.patchConversation(id, { tags: [tag], is_resolved: data['is_resolved'] !== true }),
      )
      const isTagged = quote(after.data['tags'], Infinity).includes(tag)
      const changed = isTagged
        ? 'tags'
        : (['is_resolved', 'updated_at'] as const).find((field) => isMovedAlone(field, before, after))

      ctx
        .expect(after)
        .toSatisfy(
          changed === undefined,
          `${changed} ${quote(before.data[changed ?? ''])}, as before`,
          () => quote(after.data[changed ?? '']),
          { requirement: 'ISOLATION-14', also: [refused, before], pointer: `/data/${changed}` },
        )
    },
  )

  verify(
    ['ISOLATION-03', 'ISOLATION-15', 'ISOLATION-13'],
    "refuses a note to another workspace's conversation",
    { needs: ['otherKey', 'foreignConversation'], cost: 5 },
    async ({ mark, ...ctx }) => {
      const content = mark()
      const { refused, before, after } = await writtenTo(ctx, (id) => ctx.api.addNote(id, { content }))
      const left = newMessages(before, after).find(({ role }) => role === 'note')

      ctx
        .expect(after)
        .toSatisfy(left === undefined, 'the earlier notes', () => `a new one: ${quote(left)}`, {
          requirement: 'ISOLATION-15',
          also: [refused, before],
          pointer: '/data/messages',
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
      `refuses a lead for another workspace's ${what}`,
      { needs: ['otherKey', 'chatbot', need], cost: need === 'foreignChatbot' ? 3 : 5 },
      async (ctx) => {
        const { api, stranger, world, expect, mark } = ctx
        const name = mark()
        const comparison = await comparedWrite(
          ctx,
          world[need],
          (id) => api.createLead({ ...body(world.chatbot, id), name }),
          need === 'foreignChatbot' ? undefined : api.conversation,
        )
        const untouched = await stranger.fullPage('GET /leads')

        expect(comparison.foreign).toRefuse([404])
        expect(untouched).toSatisfy(
          untouched.exchange.response?.text.includes(name) !== true,
          "no lead from the other workspace's key",
          "a lead from the other workspace's key",
          { requirement: 'ISOLATION-16', also: [comparison.foreign] },
        )
        expectAlike(expect, comparison)
      },
    )
  }

  verify(
    'ISOLATION-13',
    "refuses a body for another workspace's id as for an unknown id",
    { needs: ['otherKey'], cost: 0 },
    async (ctx) => {
      const all = probes(ctx.world.discovery, 'refused')
      if (all.length === 0)
        ctx.inconclusive('needs a conversation id that is unknown in the second workspace')

      await ctx.each(all, async (probe) => expectAlike(ctx.expect, await compared(ctx, ctx.stranger, probe)))
    },
  )

  verify(
    'ISOLATION-06',
    "does not return the lead of another workspace's conversation",
    { needs: ['otherKey', 'chatbot', 'foreignLeadWithConversation'], cost: 1 },
    async ({ api, world, expect, mark }) => {
      const { conversation_id } = world.foreignLeadWithConversation
      const answer = await api.createLead({ chatbot_id: world.chatbot, conversation_id, name: mark() })

      expect(answer).toRefuse([404])
    },
  )
})

/** Expects a write to a foreign conversation to be refused like one to an unknown id. Resolves with what its owner sees. */
async function writtenTo(
  ctx: Omit<Context<'otherKey' | 'foreignConversation'>, 'mark'>,
  write: (id: string, before: Answer) => Promise<Answer>,
): Promise<{ readonly refused: Answer; readonly before: Answer; readonly after: Answer }> {
  const { api, stranger, world, expect } = ctx
  const before = (await stranger.conversation(world.foreignConversation)).control()
  const comparison = await comparedWrite(
    ctx,
    world.foreignConversation,
    (id) => write(id, before),
    api.conversation,
  )
  const after = (await stranger.conversation(world.foreignConversation)).control()
  expect(comparison.foreign).toRefuse([404])
  expectAlike(expect, comparison)
  return { refused: comparison.foreign, before, after }
}

/** Whether a field of a conversation changed, and nothing that a visitor or the team changes along with it. */
function isMovedAlone(field: string, before: Answer, after: Answer): boolean {
  const moved = (name: string): boolean => !isDeepStrictEqual(before.data[name], after.data[name])
  return moved(field) && !['status', 'message_count', 'messages', 'tags'].some(moved)
}
