/**
 * Writes to another workspace: each gets the same refusal as a write to an absent id, and changes nothing for
 * the owner.
 */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { absentCandidates, isAbsent } from '../../lib/engine/case/absent-ids.ts'
import { foreignItems } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { suite } from '../../lib/engine/case/suite.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { critical, type Endpoint, type Statements, statementsOf } from '../../lib/engine/judge/rows.ts'
import { askedId } from '../../lib/engine/judge/reading.ts'
import { WRITE_OPERATIONS } from '../../lib/engine/contract/operations.ts'
import { sentConversation } from '../support/leads.ts'
import { conversationsWithoutLead } from '../support/linked-leads.ts'
import { expectUntouched, putChangesBack } from '../writes/refused.ts'
import { expectAlike } from './alike.ts'
import { foreignId } from './foreign.ts'

type WritingContext = Context<'otherKey' | 'chatbot' | 'foreignChatbot'>

interface ForeignWrite {
  readonly title: string
  /** The need for the item of another workspace that the write names. */
  readonly need: 'foreignConversation' | 'foreignChatbot'
  /** The rule about its answer, and the rule about its effect. */
  readonly refused: Requirement
  readonly untouched: Requirement
  /** @param mark is part of any text that would be stored */
  readonly send: (ctx: WritingContext, id: string, mark: string, before?: Answer) => Promise<Answer>
}

const part1 = (endpoint: Endpoint): Statements => statementsOf({ part: 1, section: '', endpoint })
const part5 = (endpoint: Endpoint): Statements => statementsOf({ part: 5, section: '', endpoint })

const LEAD_UNTOUCHED = part5('POST /leads').must(
  'ISOLATION-16',
  '4',
  'A refused lead changes nothing in the other workspace.',
  critical('A sales team follows up a lead, or a flag, that a stranger set.'),
)
const ALIKE = part1('*').must(
  'ISOLATION-26',
  '5',
  'A write with an id of another workspace gets the same status, body and headers as one with an unknown id.',
  critical('A difference tells which ids exist: they can be probed.'),
)

const WRITES: readonly ForeignWrite[] = [
  {
    need: 'foreignConversation',
    title: "refuses to update another workspace's conversation",
    refused: part1('PATCH /conversations/{id}').must(
      'ISOLATION-02',
      '5',
      "`PATCH /conversations/{id}` returns 404 for another workspace's conversation.",
      critical("Any customer could tag and resolve another customer's conversations."),
    ),
    untouched: part5('PATCH /conversations/{id}').must(
      'ISOLATION-14',
      '4',
      'A refused update changes nothing in the other workspace.',
      critical('The status says no, and the tags of a stranger stand there all the same.'),
    ),
    send: ({ api }, id, mark, before) =>
      api.patchConversation(id, { tags: [mark], is_resolved: before?.data['is_resolved'] !== true }),
  },
  {
    need: 'foreignConversation',
    title: "refuses a note on another workspace's conversation",
    refused: part1('POST /conversations/{id}/messages').must(
      'ISOLATION-03',
      '5',
      "Adding a note to another workspace's conversation returns 404.",
      critical("Any customer could write into another team's dashboard."),
    ),
    untouched: part5('POST /conversations/{id}/messages').must(
      'ISOLATION-15',
      '4',
      'A refused note changes nothing in the other workspace.',
      critical('A note or a counter that moves reaches a team that did not write it.'),
    ),
    send: ({ api }, id, content) => api.addNote(id, { content }),
  },
  {
    need: 'foreignConversation',
    title: "refuses a lead for another workspace's conversation",
    refused: part1('POST /leads').must(
      'ISOLATION-06',
      '5',
      "Creating a lead for another workspace's conversation returns 404, even if it already has a lead.",
      critical("The existing lead would be handed out: somebody's name, address and phone number."),
    ),
    untouched: LEAD_UNTOUCHED,
    send: ({ api, world }, id, name) =>
      api.createLead({ chatbot_id: world.chatbot, conversation_id: id, name }),
  },
  {
    need: 'foreignChatbot',
    title: "refuses a lead for another workspace's chatbot",
    refused: part1('POST /leads').must(
      'ISOLATION-05',
      '5',
      "Creating a lead for another workspace's chatbot returns 404.",
      critical("Any customer could fill another team's list of leads."),
    ),
    untouched: LEAD_UNTOUCHED,
    send: ({ api }, id, name) => api.createLead({ chatbot_id: id, name }),
  },
]

/**
 * Writes with an invalid body: validation may come before the id is read, so the refusal must not depend on
 * the id.
 */
const INVALID_WRITES: readonly ((actor: Actor, id: string) => Promise<Answer>)[] = [
  (actor, id) => actor.patchConversation(id, { is_resolved: 'no' }),
  (actor, id) => actor.patchConversation(id, {}),
  (actor, id) => actor.addNote(id, {}),
  (actor, id) => actor.createLead({ conversation_id: id }),
]

export const writing = suite('Isolation · writing', { phase: 'refuse' }, (verify) => {
  for (const [place, write] of WRITES.entries())
    verify(
      [write.refused, write.untouched, ALIKE],
      write.title,
      { needs: ['otherKey', 'chatbot', write.need] },
      (ctx) => expectRefusedAlike(ctx, write, place),
    )

  verify(
    'ISOLATION-06',
    "does not return the lead of another workspace's conversation",
    { needs: ['otherKey', 'chatbot', 'foreignLeadWithConversation'] },
    async ({ api, world, expect, mark }) => {
      const { conversation_id } = world.foreignLeadWithConversation
      const answer = await api.createLead({ chatbot_id: world.chatbot, conversation_id, name: mark() })

      expect(answer).toBeRefused([404])
    },
  )

  verify(
    'ISOLATION-05',
    "refuses another workspace's chatbot beside an own conversation",
    { needs: ['otherKey', 'foreignChatbot', 'bareConversations'] },
    async (ctx) => {
      const bare =
        conversationsWithoutLead(ctx).at(-1) ?? ctx.inconclusive('needs a conversation without a lead')
      const { foreignChatbot: chatbot_id } = ctx.world
      const answer = await ctx.api.createLead({ chatbot_id, conversation_id: bare['id'], name: ctx.mark() })

      // A service may notice first that the conversation belongs to another chatbot: which refusal that is, is open.
      ctx.expect(answer).toBeRefused([404, 400])
    },
  )

  verify(
    ALIKE.id,
    "refuses a body for another workspace's id as for an unknown id",
    { needs: ['otherKey'] },
    async (ctx) => {
      const { stranger, world, each, inconclusive } = ctx
      const { main, other = main } = world.discovery
      const list = 'GET /conversations'
      const foreign = foreignId(ctx, list) ?? inconclusive('needs a conversation in the workspace under test')
      const absent = absentCandidates(other.lists, list, main.lists)
      await each(INVALID_WRITES, async (send) => {
        const answer = await send(stranger, foreign)
        await expectAlike(ctx, ALIKE.id, {
          foreign,
          answer,
          absent,
          ask: (id) => send(stranger, id),
          isAbsent: (id) => isAbsent(stranger, list, id),
        })
      })
    },
  )
})

/**
 * Expects a write to another workspace to be refused, to change nothing that its owner sees, and to get the
 * same answer as a write to an absent id.
 * @param place - the position of the write among {@link WRITES}
 */
async function expectRefusedAlike(ctx: WritingContext, write: ForeignWrite, place: number): Promise<void> {
  const { api, world, mark } = ctx
  const { main, other } = world.discovery
  const isToConversation = write.need === 'foreignConversation'
  const list = isToConversation ? 'GET /conversations' : 'GET /chatbots'
  const id = isToConversation ? untriedConversation(ctx, place) : world.foreignChatbot
  const text = mark()
  const answer = await expectRefusedWithoutEffect(ctx, write, id, text)
  // An accepted write is another violation, and has an effect.
  if (answer.fate === 'accepted') return
  await expectAlike(ctx, ALIKE.id, {
    foreign: id,
    answer,
    absent: absentCandidates(main.lists, list, other?.lists),
    ask: (one) => write.send(ctx, one, text),
    isAbsent: (one) => isAbsent(api, list, one),
  })
}

/** Expects a write with a foreign id, and with that id and a blank, to be refused and to change nothing. */
async function expectRefusedWithoutEffect(
  ctx: WritingContext,
  { need, untouched, send }: ForeignWrite,
  id: string,
  text: string,
): Promise<Answer> {
  const { stranger, mark, expect } = ctx
  const look = async (): Promise<Answer | undefined> =>
    need === 'foreignConversation' ? (await stranger.conversation(id)).mustBeUsable() : undefined
  const before = await look()
  const answer = await send(ctx, id, text, before)

  expect(answer).toBeRefused([404])
  // Some databases ignore blanks at the end of a text.
  const padded = await send(ctx, `${id} `, mark())
  expect(padded).toSatisfy(
    padded.mustArrive().fate !== 'accepted',
    'a refusal of the id with a blank behind it',
    `status ${padded.status}`,
    { status: padded.status, proof: true },
  )
  // The oracle of misplaced texts judges the texts left there.
  await Promise.all([stranger.fullPage('GET /conversations'), stranger.fullPage('GET /leads')])
  const after = await look()
  if (before !== undefined && after !== undefined) {
    if (answer.fate === 'refused') expectUntouched(ctx, [answer], [before, after], untouched.id)
    await putChangesBack(stranger, before, after)
  }
  return answer
}

/**
 * A conversation of the other workspace: a different one for each case and, while there are any, for each
 * second run. So a fault that shows only once for each conversation, such as a flag that stays set, shows
 * again. The oldest conversations without a lead come first.
 * @param place - the position of the case among those that need one
 */
function untriedConversation(
  { world, answersTo }: Pick<WritingContext, 'world' | 'answersTo'>,
  place: number,
): string {
  const { main, other } = world.discovery
  const tried = new Set(
    WRITE_OPERATIONS.flatMap(answersTo).map((write) => askedId(write.exchange) ?? sentConversation(write)),
  )
  const all = foreignItems(other, main, 'GET /conversations').toReversed()
  const ids = idsOf([...all.filter((one) => one['is_lead'] === false), ...all])
  const untried = ids.filter((id) => !tried.has(id))
  return untried[place % untried.length] ?? ids[0] ?? ''
}
