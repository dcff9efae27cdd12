/** Leads that have a conversation: found in the workspace, or made by requests at once for a conversation without one. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { NEEDS } from '../../lib/engine/case/needs.ts'
import { once } from '../../lib/engine/case/run-store.ts'
import { contradict, type JsonObject } from '../../lib/engine/util/values.ts'
import { fullLead, type LeadBody, sentConversation } from './leads.ts'

/**
 * Conversations of a workspace without a lead, of chatbots that are listed, to which this run has sent none yet.
 * @param workspace - the one under test or the second one
 */
export function conversationsWithoutLead(
  { world: { discovery }, answersTo }: Pick<Context<never>, 'world' | 'answersTo'>,
  workspace: 'main' | 'other' = 'main',
): readonly JsonObject[] {
  const home = discovery[workspace]
  if (home === undefined) return []
  const chatbots = new Set(idsOf(home.lists['GET /chatbots'].items))
  const used = new Set(answersTo('POST /leads').map(sentConversation))
  return (NEEDS.bareConversations.find({ ...discovery, main: home }) ?? []).filter(
    ({ id, chatbot_id: chatbot }) => chatbots.has(String(chatbot)) && !used.has(id),
  )
}

/** Three leads sent at once for a conversation without one. */
interface Race {
  readonly conversation: JsonObject
  /** The answer to an earlier lead of the same person, without a conversation. */
  readonly earlier: Answer
  readonly answers: readonly [Answer, Answer, Answer]
  /** The body of the first. */
  readonly body: LeadBody
}

/** Sends three leads at once for a conversation without one; all cases share the answers. */
export const simultaneousLeads = once(async (ctx: Context<never>): Promise<Race> => {
  const { api, mark } = ctx
  const [conversation = ctx.inconclusive(NONE_WITHOUT_LEAD)] = conversationsWithoutLead(ctx)
  const conversation_id = String(conversation['id'])
  const { phone: _later, ...person } = fullLead(String(conversation['chatbot_id']), mark())
  const body = (): LeadBody => ({ ...person, status: mark(), conversation_id })
  const bodies = [body(), body(), body()] as const
  const earlier = await api.createLead(person)
  const [first, second, third] = bodies
  const answers = await Promise.all([api.createLead(first), api.createLead(second), api.createLead(third)])
  const isRefused = answers.some(({ status }) => status === 404)
  // It may have been deleted in the meantime.
  const isGone = isRefused && (await api.conversation(conversation_id)).status === 404
  if (isGone || showEarlierLead(bodies, answers)) ctx.inconclusive(NONE_WITHOUT_LEAD)
  return { conversation, earlier, answers, body: first }
})

const NONE_WITHOUT_LEAD = 'needs a conversation without a lead, of a chatbot that is listed'

/** Whether all answers show a lead of the conversation that none of the bodies describes: it had one that no page showed. */
function showEarlierLead(bodies: readonly LeadBody[], answers: readonly Answer[]): boolean {
  return answers.every(
    ({ body, data }) =>
      body['existing'] === true &&
      !contradict(data['conversation_id'], bodies[0]?.['conversation_id']) &&
      !bodies.some(({ name, status }) => data['name'] === name || data['status'] === status),
  )
}

/**
 * A lead that has a conversation: one that the workspace has or, where no list shows one, a new one. It is from the
 * middle of the list: deduplication looks at the first and the last one as they were found.
 */
export const leadWithConversation = once(async (ctx: Context<never>): Promise<JsonObject> => {
  const leads = linkedLeads(ctx.world.discovery)
  const linked = leads[Math.floor(leads.length / 2)]
  if (linked !== undefined) return linked
  const { answers, body } = await simultaneousLeads(ctx)
  const { chatbot_id, conversation_id } = body
  return { ...answers[0].control().data, chatbot_id, conversation_id }
})
