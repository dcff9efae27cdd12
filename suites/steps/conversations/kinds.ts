import type { Row } from '../../../lib/util/values.ts'
import { varied } from '../isolation/comparing.ts'
import type { Discovery } from '../../../lib/api/discovery.ts'
import { foreignRows } from '../../../lib/api/foreign-rows.ts'

const TRAITS = [
  'status',
  'is_resolved',
  'is_lead',
  'chatbot_is_active',
  'tags',
  'language_code',
  'visitor_id',
  'message_count',
  'updated_at',
]

/**
 * Conversations of the second workspace that differ most: the oldest and the longest, each status and flag, paused chatbots, and each
 * optional field given and not. What a service does for one of them it has to do for all.
 */
export function conversationsOfEveryKind({ main, other }: Discovery, most: number): readonly Row[] {
  const isActive = new Map(other?.lists['GET /chatbots'].rows.map((row) => [row['id'], row['is_active']]))
  const rows = foreignRows(other, main, 'GET /conversations')
    .filter((row) => typeof row['is_resolved'] === 'boolean')
    .map((row) => ({ ...row, chatbot_is_active: isActive.get(row['chatbot_id']) }))
  return varied(rows, TRAITS, most)
}
