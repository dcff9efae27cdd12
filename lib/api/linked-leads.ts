import { given, type JsonObject } from '../util/values.ts'
import { distinct, type Discovery, idsOf } from './discovery.ts'

/** As many leads with a conversation as a run sends further leads for. */
export const MOST_LINKED = 4

const CONTACT = ['email', 'phone', 'name']

/** The first of some leads that lacks a detail which none of the chosen ones lacks; else the first. */
function newKind(leads: readonly JsonObject[], chosen: readonly JsonObject[]): JsonObject[] {
  const lacking = (lead: JsonObject): readonly string[] => CONTACT.filter((field) => !given(lead[field]))
  const known = new Set(chosen.flatMap(lacking))
  return [leads.find((lead) => lacking(lead).some((field) => !known.has(field))) ?? leads[0]].filter(
    (lead) => lead !== undefined,
  )
}

/**
 * Some leads with a conversation, of different statuses, and with and without contact details: what holds for one kind must hold for all.
 */
export function linkedLeads(discovery: Discovery, most = MOST_LINKED): JsonObject[] {
  const chatbots = idsOf(discovery.main.lists['GET /chatbots'].items)
  // A lead may outlive its conversation, or belong to another chatbot: what the rule says of those is open.
  const chatbotOf = new Map(
    discovery.main.lists['GET /conversations'].items.map((item) => [item['id'], item['chatbot_id']]),
  )
  const linked = discovery.main.lists['GET /leads'].items.filter(
    (lead) =>
      typeof lead['conversation_id'] === 'string' &&
      chatbotOf.get(lead['conversation_id']) === lead['chatbot_id'] &&
      chatbots.includes(String(lead['chatbot_id'])),
  )
  const byStatus: JsonObject[] = []
  for (const status of distinct(linked, 'status')) {
    const some = linked.filter((lead) => lead['status'] === status)
    // One of the oldest: what is forgotten after a while would be missed there.
    byStatus.push(...newKind(byStatus.length === 0 ? some.toReversed() : some, byStatus))
  }
  const rest = linked.toReversed().filter((lead) => !byStatus.includes(lead))
  return [...byStatus, ...rest].slice(0, most)
}
