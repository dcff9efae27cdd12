/** Writes of each kind, of which a service may know what else they reach: the items, and how they are sent. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import { chosenNoteTarget, chosenUpdateTarget, linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { idsOf, isId } from '../../lib/engine/case/items.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { fullLead, plainLead, type PlainLead } from '../support/leads.ts'
import { writtenConversations } from '../support/written-conversations.ts'
import { mustBeAccepted } from './accepted.ts'
import { TEXTS_OF_FIELDS } from './fragments.ts'

/** A write, and what it concerns: its conversation or, for a lead without one, the person. */
export interface SentWrite {
  readonly kind: 'update' | 'note' | 'lead'
  readonly concerns: JsonObject
  readonly answer: Answer
}

interface PreparedWrites {
  /** The lead of the person who gets another one. */
  readonly person: PlainLead
  /** Sends them side by side, given the conversations just before. */
  readonly send: (conversations: Answer) => Promise<readonly SentWrite[]>
}

/**
 * Prepares the updates of two conversations, one with a lead and one of an unknown visitor; a note to a third
 * one, also with a lead; and a lead of a person who has one already, for a paused chatbot.
 */
export async function preparedWrites(ctx: Context<'updateTarget' | 'chatbot'>): Promise<PreparedWrites> {
  const { api, mark } = ctx
  const [updated, annotated] = chosenConversations(ctx)
  if (updated.length === 0) ctx.inconclusive('needs a conversation that this run has not written to')
  const person = await plainLead(ctx)
  const update = async (concerns: JsonObject, { items }: Answer): Promise<SentWrite> => {
    // Its present value: a service that also updates other conversations may have changed it.
    const { is_resolved: flag } = items.find(({ id }) => id === concerns['id']) ?? concerns
    const body = { tags: [mark()], is_resolved: flag !== true }
    return { kind: 'update', concerns, answer: await api.patchConversation(String(concerns['id']), body) }
  }
  const annotate = async (concerns: JsonObject): Promise<SentWrite> => {
    const answer = await api.addNote(String(concerns['id']), { content: mark() })
    return { kind: 'note', concerns, answer }
  }
  const create = async (): Promise<SentWrite> => {
    const { email, phone } = person.body
    const [chatbot = person.body['chatbot_id']] = pausedChatbots(ctx)
    const status = TEXTS_OF_FIELDS.status.at(-2)
    const concerns = { ...fullLead(String(chatbot), mark()), email, phone, status }
    return { kind: 'lead', concerns, answer: await api.createLead(concerns) }
  }
  const send: PreparedWrites['send'] = async (conversations) => {
    const ofConversations = [...updated.map((one) => update(one, conversations)), ...annotated.map(annotate)]
    const [created, ...others] = await Promise.all([create(), ...ofConversations])
    mustBeAccepted(ctx, created.answer, 'CREATE-LEAD-01')
    return [...others, created]
  }
  return { person, send }
}

function pausedChatbots({ world }: Pick<Context<never>, 'world'>): readonly string[] {
  const chatbots = world.discovery.main.lists['GET /chatbots'].items
  return idsOf(chatbots.filter((item) => item['is_active'] === false))
}

/**
 * Two conversations for updates, and one for a note: that one has a lead, and another visitor and chatbot than
 * the first one, so that their effects can be told apart.
 */
function chosenConversations(
  ctx: Context<'updateTarget' | 'chatbot'>,
): readonly [updated: readonly JsonObject[], annotated: readonly JsonObject[]] {
  const { discovery } = ctx.world
  const all = discovery.main.lists['GET /conversations'].items
  const free = freeConversations(ctx)
  const leads = new Map(linkedLeads(discovery).map((lead) => [lead['conversation_id'], lead]))
  const withLead = free.find(({ id }) => leads.has(id))
  const ofNobody = free.find((item) => item !== withLead && !given(item['visitor_id']))
  const targets = [withLead, ofNobody].filter((item) => item !== undefined)
  const updated = targets.length > 0 ? targets : free.slice(0, 1)
  const paused = pausedChatbots(ctx)
  // The first of these traits count most.
  const traitsOf = (item: JsonObject): readonly boolean[] => [
    leads.has(item['id']),
    !paused.includes(String(item['chatbot_id'])),
    !updated.some((one) => one['chatbot_id'] === item['chatbot_id']),
    leads.get(item['id'])?.['status'] === 'new',
    all.some((one) => one !== item && one['is_resolved'] === true && isOfVisitor(one, item)),
  ]
  const fitness = (item: JsonObject): number =>
    traitsOf(item).reduce((sum, holds) => 2 * sum + Number(holds), 0)
  const others = free.filter((item) => !updated.some((one) => one === item || isOfVisitor(one, item)))
  return [updated, others.toSorted((one, other) => fitness(other) - fitness(one)).slice(0, 1)]
}

/** Conversations that no other case writes to, and whose values can be restored. */
function freeConversations(ctx: Context<'updateTarget' | 'chatbot'>): readonly JsonObject[] {
  const { discovery } = ctx.world
  const written = writtenConversations(ctx)
  const ofOthers = [chosenUpdateTarget(discovery)?.['id'], chosenNoteTarget(discovery)]
  return discovery.main.lists['GET /conversations'].items.filter(
    (item) =>
      isId(item['id']) &&
      !ofOthers.includes(item['id']) &&
      !written.has(item['id']) &&
      CONTRACT.validate('ConversationPatch', { tags: item['tags'] ?? null }).length === 0,
  )
}

const isOfVisitor = (one: JsonObject, other: JsonObject): boolean =>
  given(one['visitor_id']) && one['visitor_id'] === other['visitor_id']
