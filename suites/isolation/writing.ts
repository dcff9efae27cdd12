/** Writes to another workspace: each is refused like one to an unknown id, and changes nothing. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { suite } from '../../lib/engine/case/suite.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { askedId, sentBody } from '../../lib/engine/judge/reading.ts'
import type { OperationKey } from '../../lib/engine/spec/operations.ts'
import { expectUntouched, putBack } from '../support/conversations.ts'
import { expectAlike, SEVERAL } from './alike.ts'

/** A write that names an id. */
interface Write {
  /** The row about its answer, and the row about what it leaves. */
  readonly refused: string
  readonly untouched: string
  readonly operation: OperationKey
  /** Where the id stands. */
  readonly place: 'id' | 'chatbot_id' | 'conversation_id'
  /** @param mark stands in whatever would be stored */
  readonly send: (id: string, mark: string) => Promise<Answer>
}

const toConversation = (api: Actor, chatbot: string, before: Answer): readonly Write[] => [
  {
    refused: 'ISOLATION-02',
    untouched: 'ISOLATION-14',
    operation: 'PATCH /conversations/{id}',
    place: 'id',
    send: (id, mark) =>
      api.patchConversation(id, { tags: [mark], is_resolved: before.data['is_resolved'] !== true }),
  },
  {
    refused: 'ISOLATION-03',
    untouched: 'ISOLATION-15',
    operation: 'POST /conversations/{id}/messages',
    place: 'id',
    send: (id, content) => api.addNote(id, { content }),
  },
  {
    refused: 'ISOLATION-06',
    untouched: 'ISOLATION-16',
    operation: 'POST /leads',
    place: 'conversation_id',
    send: (id, name) => api.createLead({ chatbot_id: chatbot, conversation_id: id, name }),
  },
]

const forChatbot = (api: Actor): Write => ({
  refused: 'ISOLATION-05',
  untouched: 'ISOLATION-16',
  operation: 'POST /leads',
  place: 'chatbot_id',
  send: (id, name) => api.createLead({ chatbot_id: id, name }),
})

export const writing = suite('Isolation · writing', { phase: 'write', lane: 'stranger' }, ({ verify }) => {
  verify(
    [
      'ISOLATION-02',
      'ISOLATION-03',
      'ISOLATION-06',
      'ISOLATION-14',
      'ISOLATION-15',
      'ISOLATION-16',
      'ISOLATION-26',
    ],
    "refuses to write to another workspace's conversation",
    { needs: ['otherKey', 'foreignConversation', 'chatbot'] },
    async (ctx) => {
      const { api, stranger, world } = ctx
      const id = world.foreignConversation
      const before = (await stranger.conversation(id)).control()
      const refusals: Refusal[] = []
      for (const write of toConversation(api, world.chatbot, before))
        refusals.push(await refusedWrite(ctx, write, id, api.conversation))
      const after = (await stranger.conversation(id)).control()

      expectNothingStored(ctx, refusals, [after, await stranger.fullPage('GET /conversations')])
      expectNothingStored(ctx, refusals, [await stranger.fullPage('GET /leads')])
      const answers = refusals.map(({ answer }) => answer)
      expectUntouched(ctx, 'ISOLATION-14', answers, [before, after])
      await putBack(stranger, before, after)
    },
  )

  verify(
    ['ISOLATION-05', 'ISOLATION-16', 'ISOLATION-26'],
    "refuses a lead for another workspace's chatbot",
    { needs: ['otherKey', 'foreignChatbot'] },
    async (ctx) => {
      const refusal = await refusedWrite(ctx, forChatbot(ctx.api), ctx.world.foreignChatbot)
      expectNothingStored(ctx, [refusal], [await ctx.stranger.fullPage('GET /leads')])
    },
  )

  verify(
    'ISOLATION-06',
    "does not return the lead of another workspace's conversation",
    { needs: ['otherKey', 'chatbot', 'foreignLeadWithConversation'] },
    async ({ api, world, expect, mark }) => {
      const { conversation_id } = world.foreignLeadWithConversation
      const answer = await api.createLead({ chatbot_id: world.chatbot, conversation_id, name: mark() })

      expect(answer).toRefuse([404])
    },
  )
})

/** A write that was refused, and the mark that it carried. */
interface Refusal extends Pick<Write, 'untouched'> {
  readonly answer: Answer
  readonly mark: string
}

/**
 * Expects 404 to a write on a foreign id, as on an unknown one.
 * A service may decode several texts to one row. So only ids under which the key finds nothing are written to, and none
 * once such a write was accepted: it changed something of somebody's.
 * @param look - reads what an id names; absent where the list of the workspace is known
 */
async function refusedWrite(
  ctx: Context<'otherKey'>,
  write: Write,
  foreign: string,
  look?: (id: string) => Promise<Answer>,
): Promise<Refusal> {
  const { refused, untouched, send } = write
  const mark = ctx.mark()
  const answer = await send(foreign, mark)
  const isSafe = async (id: string): Promise<boolean> =>
    !wasAccepted(ctx, write) && (look === undefined || (await look(id)).isRefusal)
  ctx.expect(answer).toRefuse([404], { requirement: refused })
  await expectAlike(ctx, 'ISOLATION-26', {
    foreign,
    answer,
    unknown: SEVERAL.map((turn) => absentId(foreign, turn)),
    ask: async (id) => ((await isSafe(id)) ? send(id, mark) : undefined),
  })
  return { answer, mark, untouched }
}

/** Whether a write of this kind to an unknown id was accepted: the next one would change something of somebody's, too. */
function wasAccepted(
  { answersTo, world }: Pick<Context<never>, 'answersTo' | 'world'>,
  { operation, place }: Write,
): boolean {
  const list = place === 'chatbot_id' ? 'GET /chatbots' : 'GET /conversations'
  const { main, other } = world.discovery
  const known = new Set([main, other].flatMap((one) => idsOf(one?.lists[list].items ?? [])))
  return answersTo(operation).some(({ exchange, isAccepted }) => {
    const id = place === 'id' ? askedId(exchange) : sentBody(exchange)[place]
    // What the workspace of the key to be spent holds is not known.
    return isAccepted && exchange.key !== 'exhaustible' && typeof id === 'string' && !known.has(id)
  })
}

/** Expects no mark of a refused write in what the owner of the other workspace sees. */
function expectNothingStored(
  { expect }: Pick<Context, 'expect'>,
  refusals: readonly Refusal[],
  seen: readonly Answer[],
): void {
  for (const { answer, mark, untouched } of refusals)
    for (const one of seen)
      expect(one).toSatisfy(
        one.exchange.response?.text.includes(mark) !== true,
        "nothing from the other workspace's key",
        `${mark}, which was sent with the other workspace's key`,
        { requirement: untouched, also: [answer] },
      )
}
