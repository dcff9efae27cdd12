import { type Actor, segment } from './actor.ts'
import type { Answer } from './answer.ts'
import { LISTS, type ListKey } from './catalogue/index.ts'
import { type OperationKey, operationOf } from './operations.ts'

/** A request of somebody who calls the API. */
export type PlainRequest = (actor: Actor) => Promise<Answer>

/**
 * The plainest request to an operation: the required parameters alone, and an empty object as its body, which writes nothing.
 * @param known an id out of a list, for the path and for a required `chatbot_id`
 * @returns undefined where an id that it takes is not known
 */
export function plainRequest(
  key: OperationKey,
  known: (list: ListKey) => string | undefined,
): PlainRequest | undefined {
  const { method, path, queryParameters, requestSchema, idsFrom } = operationOf(key)
  const list = LISTS.find((one) => one === idsFrom)
  const id = list === undefined ? '' : known(list)
  const needsChatbot = queryParameters.some(({ name, required }) => required && name === 'chatbot_id')
  const chatbot = needsChatbot ? known('GET /chatbots') : ''
  if (id === undefined || chatbot === undefined) return undefined
  const address = path.replace('{id}', segment(id))
  if (requestSchema !== undefined) return (actor) => actor.request({ method, path: address, body: {} })
  return (actor) => actor.get(address, needsChatbot ? { chatbot_id: chatbot } : {})
}
