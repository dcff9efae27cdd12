/** Writes to another workspace: each gets the refusal of a write to an absent id, and changes nothing for the owner. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { absentIds } from '../../lib/engine/case/absent-ids.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { suite } from '../../lib/engine/case/suite.ts'
import { fieldValues, isId } from '../../lib/engine/case/items.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { critical, statementsOf } from '../../lib/engine/judge/rows.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { type ListKey, WRITE_OPERATIONS } from '../../lib/engine/spec/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { sentConversation } from '../support/leads.ts'
import { expectUntouched, putChangesBack } from '../writes/refused.ts'
import { expectAlike } from './alike.ts'

type Ctx = Context<'otherKey' | 'chatbot'>

/** A write that names an id. */
interface Write {
  readonly title: string
  /** The row about its answer, and the row about what it leaves. */
  readonly refused: Requirement
  readonly untouched: Requirement
  /** @param mark stands in whatever would be stored */
  readonly send: (ctx: Ctx, id: string, mark: string, before?: Answer) => Promise<Answer>
}

const part1 = { part: 1, section: '' } as const
const part5 = { part: 5, section: '' } as const
const PATCH = { endpoint: 'PATCH /conversations/{id}' } as const
const NOTE = { endpoint: 'POST /conversations/{id}/messages' } as const
const LEAD = { endpoint: 'POST /leads' } as const

/** Rules that several writes share. */
const LEAD_UNTOUCHED = statementsOf({ ...part5, ...LEAD }).must(
  'ISOLATION-16',
  '4',
  'A refused lead changes nothing in the other workspace.',
  critical('A sales team follows up a lead, or a flag, that a stranger set.'),
)
const ALIKE = statementsOf({ ...part1, endpoint: '*' }).must(
  'ISOLATION-26',
  '5',
  'A write with an id of another workspace gets the same status, body and headers as one with an unknown id.',
  critical('A difference tells which ids exist: they can be probed.'),
)

const TO_CONVERSATIONS: readonly Write[] = [
  {
    title: "refuses to update another workspace's conversation",
    refused: statementsOf({ ...part1, ...PATCH }).must(
      'ISOLATION-02',
      '5',
      "`PATCH /conversations/{id}` returns 404 for another workspace's conversation.",
      critical("Any customer could tag and resolve another customer's conversations."),
    ),
    untouched: statementsOf({ ...part5, ...PATCH }).must(
      'ISOLATION-14',
      '4',
      'A refused update changes nothing in the other workspace.',
      critical('The status says no, and the tags of a stranger stand there all the same.'),
    ),
    send: ({ api }, id, mark, before) =>
      api.patchConversation(id, { tags: [mark], is_resolved: before?.data['is_resolved'] !== true }),
  },
  {
    title: "refuses a note on another workspace's conversation",
    refused: statementsOf({ ...part1, ...NOTE }).must(
      'ISOLATION-03',
      '5',
      "Adding a note to another workspace's conversation returns 404.",
      critical("Any customer could write into another team's dashboard."),
    ),
    untouched: statementsOf({ ...part5, ...NOTE }).must(
      'ISOLATION-15',
      '4',
      'A refused note changes nothing in the other workspace.',
      critical('A note or a counter that moves reaches a team that did not write it.'),
    ),
    send: ({ api }, id, content) => api.addNote(id, { content }),
  },
  {
    title: "refuses a lead for another workspace's conversation",
    refused: statementsOf({ ...part1, ...LEAD }).must(
      'ISOLATION-06',
      '5',
      "Creating a lead for another workspace's conversation returns 404, even if it already has a lead.",
      critical("The existing lead would be handed out: somebody's name, address and phone number."),
    ),
    untouched: LEAD_UNTOUCHED,
    send: ({ api, world }, id, name) =>
      api.createLead({ chatbot_id: world.chatbot, conversation_id: id, name }),
  },
]

const TO_CHATBOT: Write = {
  title: "refuses a lead for another workspace's chatbot",
  refused: statementsOf({ ...part1, ...LEAD }).must(
    'ISOLATION-05',
    '5',
    "Creating a lead for another workspace's chatbot returns 404.",
    critical("Any customer could fill another team's list of leads."),
  ),
  untouched: LEAD_UNTOUCHED,
  send: ({ api }, id, name) => api.createLead({ chatbot_id: id, name }),
}

export const writing = suite('Isolation · writing', { phase: 'refuse' }, (verify) => {
  for (const [place, write] of TO_CONVERSATIONS.entries())
    verify(
      [write.refused, write.untouched, ALIKE],
      write.title,
      { needs: ['otherKey', 'foreignConversation', 'chatbot'] },
      async (ctx) => {
        const { api, stranger, mark } = ctx
        const id = String(untriedConversation(ctx, place)['id'])
        const text = mark()
        const before = (await stranger.conversation(id)).control()

        const answer = await write.send(ctx, id, text, before)

        ctx.expect(answer).toRefuse([404])
        const after = await expectUnchanged(ctx, write, answer, before)
        await putChangesBack(stranger, before, after)
        // A service may decode several texts to one row: only ids under which nothing is found are written to.
        await expectAlikeWrite(ctx, write, {
          id,
          answer,
          list: 'GET /conversations',
          isAbsent: async (one) => (await api.conversation(one)).isRefusal,
        })
      },
    )

  verify(
    [TO_CHATBOT.refused, TO_CHATBOT.untouched, ALIKE],
    TO_CHATBOT.title,
    { needs: ['otherKey', 'foreignChatbot', 'chatbot'] },
    async (ctx) => {
      const [id, text] = [ctx.world.foreignChatbot, ctx.mark()]

      const answer = await TO_CHATBOT.send(ctx, id, text)

      ctx.expect(answer).toRefuse([404])
      // The oracle of misplaced texts judges what is left, here and below.
      await ctx.stranger.fullPage('GET /leads')
      await expectAlikeWrite(ctx, TO_CHATBOT, {
        id,
        answer,
        list: 'GET /chatbots',
        isAbsent: async () => true,
      })
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

/**
 * A conversation of the other workspace, another one for each case, and when a case runs again, as long as there are any: a
 * fault that shows only once for each conversation, such as a flag that is set and stays, shows again. Conversations without a
 * lead come first, the oldest of them before the others.
 * @param place - that of the case among those that need one
 */
function untriedConversation(
  { world, answersTo }: Pick<Ctx, 'world' | 'answersTo'>,
  place: number,
): JsonObject {
  const { main, other } = world.discovery
  const tried = new Set(WRITE_OPERATIONS.flatMap(answersTo).map(conversationOf))
  const all = foreignItems(other, main, 'GET /conversations')
  const withLead = new Set(fieldValues(other?.lists['GET /leads'].items ?? [], 'conversation_id'))
  const quiet = all.filter(({ id, is_lead: isLead }) => isLead === false && !withLead.has(String(id)))
  const untried = [...new Set([...quiet.toReversed(), ...all.toReversed()])].filter(
    ({ id }) => !tried.has(id),
  )
  return untried[place % untried.length] ?? all.at(-1) ?? {}
}

/** The conversation that a write names. */
function conversationOf(write: Answer): unknown {
  return askedId(write.exchange) ?? sentConversation(write)
}

/**
 * Expects a refused write to have changed nothing that the owner of the conversation sees of it, alone and in the lists.
 * @returns the conversation as its owner sees it
 */
async function expectUnchanged(
  ctx: Ctx,
  { untouched }: Write,
  answer: Answer,
  before: Answer,
): Promise<Answer> {
  const { stranger } = ctx
  const id = String(before.data['id'])
  const [after] = await Promise.all([
    stranger.conversation(id),
    stranger.fullPage('GET /conversations'),
    stranger.fullPage('GET /leads'),
  ])
  after.control()
  if (answer.isRefusal) expectUntouched(ctx, [answer], [before, after], untouched.id)
  return after
}

/** A write that was sent with a foreign id, and where absent ids for it come from. */
interface SentWrite {
  readonly id: string
  readonly answer: Answer
  readonly list: ListKey
  /** Whether nothing is found under an id. */
  readonly isAbsent: (id: string) => Promise<boolean>
}

/** ISOLATION-26: expects a write with a foreign id to get the answer of one with an absent id. After an accepted write, no further one is sent. */
async function expectAlikeWrite(
  ctx: Ctx,
  { send }: Write,
  { id: foreign, answer, list, isAbsent }: SentWrite,
): Promise<void> {
  const { main, other } = ctx.world.discovery
  let wasAccepted = answer.isAccepted
  const text = ctx.mark()
  await expectAlike(ctx, 'ISOLATION-26', {
    foreign,
    answer,
    absent: absentIds(main.lists, list, other?.lists).filter(isId),
    ask: async (id) => {
      if (wasAccepted || (id !== foreign && !(await isAbsent(id)))) return undefined
      const one = await send(ctx, id, text)
      wasAccepted ||= one.isAccepted
      return one
    },
  })
}
