/** Ids that should not exist: reads and writes of them. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/discovery.ts'
import { askedId, sentBody } from '../../lib/judge/oracle.ts'
import type { OperationKey } from '../../lib/spec/operations.ts'
import { quote } from '../../lib/util/values.ts'

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
  return answersTo(operation).find(({ exchange, isAccepted, data }) => {
    const id = name === 'id' ? askedId(exchange) : sentBody(exchange)[name]
    const isUnknown = typeof id === 'string' && !known.has(id) && id !== data['id']
    return isUnknown && isAccepted
  })
}

/** An id cut short or extended, and one with a blank behind it: each is another id. */
function alteredIds(id: string): readonly string[] {
  const cut = id.length > 3 ? [id.slice(0, -1)] : []
  return [...cut, `${id}x`, `${id} `]
}

/** Expects an altered id to be another one: 404, or the item with that very id. */
export async function expectAlteredIds(
  { expect, each, world, inconclusive }: Pick<Context<never>, 'expect' | 'each' | 'world' | 'inconclusive'>,
  list: 'GET /conversations' | 'GET /leads',
  read: (id: string) => Promise<Answer>,
): Promise<void> {
  const { main, other } = world.discovery
  const [id = inconclusive(`needs an item in ${list}`)] = [
    ...idsOf(other?.lists[list].items ?? []),
    ...(other === undefined ? idsOf(main.lists[list].items) : []),
  ]
  await each(alteredIds(id), async (altered) => {
    const answer = (await read(altered)).arrived()
    const { id: shown } = answer.data
    expect(answer).toSatisfy(
      answer.status !== 200 || shown === altered,
      `status 404, or the item with the id ${quote(altered)}`,
      () => `status 200 with the item ${quote(shown)}`,
      { pointer: '/data/id' },
    )
  })
}
