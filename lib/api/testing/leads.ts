import type { Row } from '../../util/values.ts'
import { row } from './tables.ts'

/** Leads of two chatbots and of one that is gone, newest first, as a list has them. */
export const LEADS: readonly Row[] = [
  row('L5', 500, { status: 'new', chatbot_id: 'Bot1' }),
  row('L4', 400, { status: 'won', chatbot_id: 'Bot1' }),
  row('L3', 300, { status: 'new', chatbot_id: 'Bot2' }),
  row('L2', 200, { status: 'new', chatbot_id: 'Gone' }),
  row('L1', 100, { status: 'lost', chatbot_id: 'Bot1' }),
]

/** The chatbots that are listed; one has no lead. */
export const CHATBOTS: readonly Row[] = ['Bot1', 'Bot2', 'Idle'].map((id) => row(id, 1))
