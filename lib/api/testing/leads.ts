import type { JsonObject } from '../../util/values.ts'
import { item } from './tables.ts'

/** Leads of two chatbots and of a deleted one, newest first. */
export const LEADS: readonly JsonObject[] = [
  item('L5', 500, { status: 'new', chatbot_id: 'Bot1' }),
  item('L4', 400, { status: 'won', chatbot_id: 'Bot1' }),
  item('L3', 300, { status: 'new', chatbot_id: 'Bot2' }),
  item('L2', 200, { status: 'new', chatbot_id: 'Gone' }),
  item('L1', 100, { status: 'lost', chatbot_id: 'Bot1' }),
]

/** The listed chatbots; one has no lead. */
export const CHATBOTS: readonly JsonObject[] = ['Bot1', 'Bot2', 'Idle'].map((id) => item(id, 1))
