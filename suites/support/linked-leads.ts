/**
 * Leads with a conversation: found in the workspace, or created by simultaneous requests for a conversation
 * without one.
 */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { bareAllowance, bareConversations, linkedLeads, whyNoneBare } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf } from '../../lib/engine/case/items.ts'
import { oncePerRun } from '../../lib/engine/case/run-store.ts'
import { contradict, given, type JsonObject } from '../../lib/engine/util/values.ts'
import { createdLeads, fullLead, type LeadBody, sentConversation } from './leads.ts'
import { TEXTS_OF_FIELDS } from '../writes/fragments.ts'
import { rowsOfEveryKind } from './rows.ts'

/** Conversations without a lead, of listed chatbots, for which this run has sent no lead yet. */
export function conversationsWithoutLead({
  world: { discovery },
  answersTo,
}: Pick<Context<never>, 'world' | 'answersTo'>): readonly JsonObject[] {
  const chatbots = new Set(idsOf(discovery.main.lists['GET /chatbots'].items))
  const used = new Set(answersTo('POST /leads').map(sentConversation))
  return (bareConversations(discovery) ?? []).filter(
    ({ id, chatbot_id: chatbot }) => chatbots.has(String(chatbot)) && !used.has(id),
  )
}

/** The conversations without a lead that this run may use up. */
function conversationsToUse(
  ctx: Pick<Context<never>, 'world' | 'answersTo' | 'settings'>,
): readonly JsonObject[] {
  const { discovery } = ctx.world
  const bare = new Set(idsOf(bareConversations(discovery) ?? []))
  const taken = new Set(
    createdLeads(ctx)
      .map(sentConversation)
      .filter((id) => bare.has(String(id))),
  )
  const most = bareAllowance(discovery, ctx.settings.inputs, taken.size)
  // A visitor who has a lead in another conversation has none in this one.
  const left = conversationsWithoutLead(ctx).toSorted(
    (one, other) => Number(isKnown(ctx, other)) - Number(isKnown(ctx, one)),
  )
  const [first, ...others] = left
  const various = rowsOfEveryKind(ctx, others, most - 1).map(({ item }) => item)
  return [...new Set([...(first ? [first] : []), ...various, ...left])].slice(0, Math.max(0, most))
}

/** Whether a lead names another conversation of the same visitor. */
function isKnown({ world }: Pick<Context<never>, 'world'>, { visitor_id: visitor }: JsonObject): boolean {
  const { lists } = world.discovery.main
  const withLead = new Set(linkedLeads(world.discovery).map((lead) => lead['conversation_id']))
  return (
    given(visitor) &&
    lists['GET /conversations'].items.some(
      (item) => item['visitor_id'] === visitor && withLead.has(item['id']),
    )
  )
}

/** Leads that were sent at the same time for a conversation without one. */
export interface Race {
  readonly conversation: JsonObject
  readonly bodies: readonly LeadBody[]
  /** The answers, in the order of the bodies. */
  readonly answers: readonly Answer[]
}

/** How many leads are sent at once: an effect in one of ten tries is seen in every second run. */
export const AT_ONCE = 8

/**
 * Sends eight leads of one person at the same time, for each of some conversations without a lead; all cases
 * share the answers. Names and notes are different for each conversation.
 */
export const simultaneousLeads = oncePerRun(
  async (ctx: Context<never>): Promise<readonly [Race, ...Race[]]> => {
    const { api, mark } = ctx
    const none = (): never => ctx.inconclusive(`needs ${whyNoneBare(ctx.world.discovery)}`)
    const conversations = conversationsToUse(ctx)
    // Generated leads use the first ones.
    const texts = { name: TEXTS_OF_FIELDS.name.slice(3), notes: TEXTS_OF_FIELDS.notes.slice(2) }
    const [first = none()] = conversations
    const person = fullLead(String(first['chatbot_id']), mark())
    const race = async (conversation: JsonObject, index: number): Promise<readonly Race[]> => {
      const { id, chatbot_id } = conversation
      const bodies = Array.from({ length: AT_ONCE }, (_, place): LeadBody => ({
        ...person,
        name: texts.name[index % texts.name.length] ?? '',
        notes: texts.notes[index % texts.notes.length] ?? '',
        phone: place === AT_ONCE - 1 ? '+15550103' : person.phone,
        chatbot_id: String(chatbot_id),
        status: mark(),
        conversation_id: String(id),
      }))
      const answers = await Promise.all(bodies.map((one) => api.createLead(one)))
      const raced = { conversation, bodies, answers }
      // If a request was sent again because its answer was lost, it meets the lead that it created.
      const isRepeated = answers.some(({ exchange }) => exchange.repeats !== undefined)
      return isRepeated || (await isGone(ctx, raced)) || hadLead(raced) ? [] : [raced]
    }
    // One conversation after the other: each gets a lead of a person who has one already.
    const races: Race[] = []
    // oxlint-disable-next-line no-await-in-loop -- as above
    for (const [index, conversation] of conversations.entries())
      races.push(...(await race(conversation, index)))
    const [usable = none(), ...further] = races
    return [usable, ...further]
  },
)

async function isGone({ api }: Pick<Context, 'api'>, { conversation, answers }: Race): Promise<boolean> {
  const isRefused = answers.some(({ status }) => status === 404)
  return isRefused && (await api.conversation(String(conversation['id']))).status === 404
}

/**
 * Whether the conversation had a lead that no list showed: all answers show that lead, and its status is in
 * none of the bodies.
 */
function hadLead({ conversation, bodies, answers }: Race): boolean {
  return answers.every(
    ({ body, data }) =>
      body['existing'] === true &&
      !contradict(data['conversation_id'], conversation['id']) &&
      !bodies.some(({ status }) => data['status'] === status),
  )
}

/**
 * A lead with a conversation: one of the workspace or, if no list shows one, a new one. It is from the middle
 * of the list: the cases of deduplication need the first and the last one unchanged.
 */
export const leadWithConversation = oncePerRun(async (ctx: Context<never>): Promise<JsonObject> => {
  const leads = linkedLeads(ctx.world.discovery)
  const linked = leads[Math.floor(leads.length / 2)]
  if (linked !== undefined) return linked
  const [{ conversation, answers }] = await simultaneousLeads(ctx)
  const [created] = answers.filter(({ fate }) => fate === 'accepted')
  const { id, chatbot_id } = conversation
  return { ...(created ?? answers[0])?.mustBeUsable().data, chatbot_id, conversation_id: id }
})
