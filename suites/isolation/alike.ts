/** Ids of another workspace, asked for by every operation that names one. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import { foreignItems } from '../../lib/harness/chosen.ts'
import { idLike } from '../../lib/harness/absent-ids.ts'
import type { Context } from '../../lib/harness/context.ts'
import { idsOf } from '../../lib/harness/items.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { expectAlike, SEVERAL } from './unknown-alike.ts'

/** A request that names an id, and the list with suitable ones. */
type Naming = readonly [list: ListKey, ask: (actor: Actor, id: string) => Promise<Answer>]

/** Reads that name an id. */
export const READS: readonly Naming[] = [
  ['GET /conversations', (actor, id) => actor.conversation(id)],
  ['GET /leads', (actor, id) => actor.lead(id)],
  ['GET /chatbots', (actor, id) => actor.reservations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.sources({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.conversations({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.leads({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.bookings({ chatbot_id: id })],
  ['GET /chatbots', (actor, id) => actor.analytics({ chatbot_id: id })],
]

/** Refused for their bodies, whatever the id is: they say nothing of it. */
export const INVALID_WRITES: readonly Naming[] = [
  ['GET /conversations', (actor, id) => actor.patchConversation(id, { is_resolved: 'no' })],
  ['GET /conversations', (actor, id) => actor.addNote(id, {})],
]

/**
 * Expects each of these requests to answer an id of the workspace under test like an unknown one. The second key asks:
 * isolation works both ways, and the key under test is spared.
 */
export async function expectAllAlike(
  ctx: Context<'otherKey'>,
  requirement: string,
  requests: readonly Naming[],
): Promise<void> {
  const { main, other } = ctx.world.discovery
  const probes = requests.flatMap(([list, ask]) =>
    idsOf(foreignItems(main, other, list))
      .slice(0, 1)
      .map((foreign) => ({ foreign, list, ask: (id: string) => ask(ctx.stranger, id) })),
  )
  if (probes.length === 0) ctx.inconclusive('needs data in the workspace under test')
  await ctx.each(probes, async ({ foreign, list, ask }) => {
    const unknown = unknownIds(ctx, foreign, list)
    await expectAlike(ctx, requirement, { foreign, answer: await ask(foreign), unknown, ask })
  })
}

/**
 * Ids under which the second workspace has nothing in a list: several made of the foreign one and, as ids may have a
 * checksum, which made ones lack, a real one of another kind.
 */
function unknownIds({ world }: Context<'otherKey'>, foreign: string, list: ListKey): readonly string[] {
  const ids = (some: ListKey): readonly string[] => idsOf(world.discovery.other?.lists[some].items ?? [])
  const [first = '', ...others] = SEVERAL.map((turn) => idLike(foreign, turn))
  const ofAnotherKind = ids(list === 'GET /chatbots' ? 'GET /conversations' : 'GET /chatbots').slice(0, 1)
  return [first, ...ofAnotherKind, ...others].filter((id) => id !== foreign && !ids(list).includes(id))
}
