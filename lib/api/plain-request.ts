import { type Actor, segment } from './actor.ts'
import type { Answer } from './answer.ts'
import { LISTS, type ListKey } from './catalogue/index.ts'
import { type OperationKey, operationOf } from './operations.ts'

/** A request by a given caller. */
export type PlainRequest = (actor: Actor) => Promise<Answer>

/**
 * The simplest request to an operation: required parameters only, and an empty object as body, which writes nothing.
 * @param known an id from a list, for the path and for a required `chatbot_id`
 * @returns undefined if a required id is unknown
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
