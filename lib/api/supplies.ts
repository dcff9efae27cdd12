import type { Exchange } from '../http/exchange.ts'
import { Answer } from './answer.ts'
import { type Discovery, idsOf } from './discovery.ts'
import { KEY_VARIABLES } from '../http/keys.ts'

/** Whether two answers to `GET /me` are of one workspace. */
export function isSameWorkspace(one: Exchange, other: Exchange): boolean {
  const team = (exchange: Exchange): unknown => new Answer(exchange).data['team_id']
  return team(one) !== undefined && team(one) === team(other)
}

const ELSEWHERE: Readonly<Record<string, string>> = {
  chatbot: 'make a chatbot in the dashboard',
  conversation: 'write to the chatbot as a visitor: the API makes no conversations',
  updateTarget: 'write to the chatbot as a visitor: the API makes no conversations',
  noteTarget: 'write to the chatbot as a visitor: the API makes no conversations',
  bareConversations: 'write to the chatbot as a visitor, and leave no contact: a conversation without a lead',
}

/** How the operator can supply what a need lacks: by a request if the API has one, otherwise where. */
export function supply(need: string, baseUrl: string, { main }: Discovery): readonly string[] {
  const elsewhere = ELSEWHERE[need]
  if (elsewhere !== undefined) return [elsewhere]
  const [chatbot] = idsOf(main.lists['GET /chatbots'].items)
  const [conversation] = idsOf(main.lists['GET /conversations'].items)
  const body =
    need === 'lead'
      ? { chatbot_id: chatbot, name: 'Conformance' }
      : need === 'leadWithConversation'
        ? { chatbot_id: chatbot, conversation_id: conversation, name: 'Conformance' }
        : undefined
  if (body === undefined || Object.values(body).includes(undefined)) return ['make it in the dashboard']
  return [
    `curl -X POST ${baseUrl}/leads -H "Authorization: Bearer $${KEY_VARIABLES.main}" -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`,
  ]
}
