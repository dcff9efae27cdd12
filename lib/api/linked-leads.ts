import { given, type JsonObject } from '../util/values.ts'
import { distinct, type Discovery, idsOf } from './discovery.ts'

/** The number of leads with a conversation for which a run posts further leads. */
export const MOST_LINKED = 4

const CONTACT = ['email', 'phone', 'name']

/** The first lead without a detail that all chosen ones have; otherwise the first. */
function newKind(leads: readonly JsonObject[], chosen: readonly JsonObject[]): JsonObject[] {
  const lacking = (lead: JsonObject): readonly string[] => CONTACT.filter((field) => !given(lead[field]))
  const known = new Set(chosen.flatMap(lacking))
  return [leads.find((lead) => lacking(lead).some((field) => !known.has(field))) ?? leads[0]].filter(
    (lead) => lead !== undefined,
  )
}

/**
 * Leads with a conversation, of different statuses, with and without contact details: a rule must hold for every
 * kind.
 */
export function linkedLeads(discovery: Discovery, most = MOST_LINKED): JsonObject[] {
  const chatbots = idsOf(discovery.main.lists['GET /chatbots'].items)
  // Left out are leads of deleted conversations or of another chatbot: what the rule means for them is open.
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
    // One of the oldest, to find a service that forgets after a while.
    byStatus.push(...newKind(byStatus.length === 0 ? some.toReversed() : some, byStatus))
  }
  const rest = linked.toReversed().filter((lead) => !byStatus.includes(lead))
  return [...byStatus, ...rest].slice(0, most)
}
