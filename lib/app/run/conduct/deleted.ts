/** Chatbots that somebody deleted while the run went on: then a request that names one is right to be refused. */
import { Actor } from '../../../engine/case/actor.ts'
import { endsHere, idsOf } from '../../../engine/case/items.ts'
import type { Session } from '../../../engine/case/session.ts'
import type { Exchange } from '../../../engine/http/exchange.ts'
import { fateOf } from '../../../engine/http/fate.ts'
import { sentBody } from '../../../engine/judge/reading.ts'

/**
 * Finds the requests that were right to be refused, because they name a chatbot of the workspace under test
 * that is no longer listed.
 * @param blamed - the answers that findings blame: if none is such a refusal, nothing is asked
 */
export async function rightlyRefused(
  { client, discovery }: Pick<Session, 'client' | 'discovery'>,
  blamed: readonly Exchange[],
): Promise<(exchange: Exchange) => boolean> {
  const named = new Set(blamed.filter(isRefusal).map(namedChatbot))
  const suspects = idsOf(discovery.main.lists['GET /chatbots'].items).filter((id) => named.has(id))
  if (suspects.length === 0) return () => false
  const list = await new Actor((spec) => client.send(spec), { key: 'main' }).fullPage('GET /chatbots')
  const listed = new Set(idsOf(list.items))
  // Where nobody can be asked any more, nobody knows.
  const isDeleted = (id: string): boolean => !list.usable || (endsHere(list) && !listed.has(id))
  const deleted = new Set<unknown>(suspects.filter(isDeleted))
  return (exchange) => isRefusal(exchange) && deleted.has(namedChatbot(exchange))
}

const isRefusal = (exchange: Exchange): boolean => exchange.key === 'main' && fateOf(exchange) === 'refused'

/** The chatbot that a request names in its query or its body. */
function namedChatbot(exchange: Exchange): unknown {
  const [, asked] = exchange.request.query.find(([name]) => name === 'chatbot_id') ?? []
  return asked ?? sentBody(exchange)['chatbot_id']
}
