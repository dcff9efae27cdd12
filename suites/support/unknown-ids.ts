import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/items.ts'
import { askedId, sentBody } from '../../lib/judge/reading.ts'
import type { OperationKey } from '../../lib/spec/operations.ts'

/**
 * The answer to an earlier write on an unknown id that was accepted. It changed something of somebody's, and the next
 * one would, too: a case judges this answer then, and sends no further write of its kind.
 * @param name - where the id stands: in the path (`id`), or in a member of the body
 */
export function acceptedOnUnknown(
  { answersTo, world }: Pick<Context<never>, 'answersTo' | 'world'>,
  operation: OperationKey,
  name: 'id' | 'chatbot_id' | 'conversation_id',
): Answer | undefined {
  const list = name === 'chatbot_id' ? 'GET /chatbots' : 'GET /conversations'
  const { main, other } = world.discovery
  const known = new Set([main, other].flatMap((one) => idsOf(one?.lists[list].items ?? [])))
  return answersTo(operation).find(({ exchange, isAccepted }) => {
    const id = name === 'id' ? askedId(exchange) : sentBody(exchange)[name]
    const isUnknown = typeof id === 'string' && !known.has(id)
    // What the workspace of the key to be spent holds is not known.
    return isUnknown && isAccepted && exchange.key !== 'exhaustible'
  })
}
