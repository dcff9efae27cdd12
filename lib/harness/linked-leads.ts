import type { Row } from '../oracles/values.ts'
import { distinct, type Discovery, idsOf } from './discovery.ts'

/** As many leads with a conversation as a run sends further leads for. */
export const MOST_LINKED = 4

/** Some leads with a conversation, of different statuses: what holds for one kind must hold for all. */
export function linkedLeads(discovery: Discovery, most = MOST_LINKED): Row[] {
  const chatbots = idsOf(discovery.main.lists['GET /chatbots'].rows)
  // A lead may outlive its conversation: then the rule does not speak of it.
  const conversations = new Set(idsOf(discovery.main.lists['GET /conversations'].rows))
  const linked = discovery.main.lists['GET /leads'].rows.filter(
    (lead) =>
      typeof lead['conversation_id'] === 'string' &&
      conversations.has(lead['conversation_id']) &&
      chatbots.includes(String(lead['chatbot_id'])),
  )
  const byStatus = distinct(linked, 'status').flatMap((status) =>
    linked.filter((lead) => lead['status'] === status).slice(0, 1),
  )
  const rest = [...linked].reverse().filter((lead) => !byStatus.includes(lead))
  return [...byStatus, ...rest].slice(0, most)
}
