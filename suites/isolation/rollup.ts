/** ISOLATION-25: a rollup that counts other workspaces. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endsHere, fieldValues, idsOf } from '../../lib/engine/case/items.ts'
import type { SeenWorkspace } from '../../lib/engine/case/discovery.ts'
import { integer, isObject } from '../../lib/engine/util/values.ts'
import { EFFORT } from '../support/effort.ts'

/**
 * ISOLATION-25: expects no figure to count both workspaces. Equal figures prove nothing, since workspaces may be made from one
 * template. A figure that is the same for both, and at least what the chatbots of both have together although these differ,
 * counts more than its own workspace.
 */
export async function expectOwnFigures(ctx: Context<'otherKey'>): Promise<void> {
  const { api, stranger, world, expect, inconclusive } = ctx
  const { main, other = main } = world.discovery
  const [own, theirs] = [(await api.analytics()).mustBeUsable(), (await stranger.analytics()).mustBeUsable()]
  const counted = TOTALS.filter((name) => totalIn(own, name) > 0)
  if (counted.length === 0) inconclusive('needs activity in the last 30 days')
  const equal = counted.filter((name) => totalIn(own, name) === totalIn(theirs, name))
  if (equal.length === 0) return

  const [here, there] = [await ofChatbots(ctx, api, main), await ofChatbots(ctx, stranger, other)]
  for (const name of equal) {
    const [n, a, b] = [totalIn(own, name), totalIn(here, name), totalIn(there, name)]
    expect(own).toSatisfy(
      a === b || a === 0 || b === 0 || n < a + b,
      `${name} of this workspace, whose chatbots have ${a} together`,
      `${n} for both workspaces, although the chatbots of the other one have ${b}`,
      { also: [theirs, ...here, ...there], pointer: `/data/totals/${name}` },
    )
  }
}

const TOTALS = ['conversations', 'leads', 'messages', 'tokens'] as const

/** A total of a rollup, or of several together. */
function totalIn(rollups: Answer | readonly Answer[], name: string): number {
  return [rollups]
    .flat()
    .reduce((sum, { data: { totals } }) => sum + (isObject(totals) ? (integer(totals[name]) ?? 0) : 0), 0)
}

/** The rollup of each chatbot of a workspace. */
async function ofChatbots(
  { inconclusive }: Pick<Context, 'inconclusive'>,
  actor: Actor,
  { lists }: SeenWorkspace,
): Promise<readonly Answer[]> {
  const chatbots = idsOf(lists['GET /chatbots'].items)
  if (!endsHere(lists['GET /chatbots']) || chatbots.length > EFFORT.chatbots)
    inconclusive(`needs workspaces of at most ${EFFORT.chatbots} chatbots where figures are equal`)
  // A rollup may still count what deleted chatbots did.
  const named = Object.values(lists).flatMap(({ items }) => fieldValues(items, 'chatbot_id'))
  if (named.some((id) => !chatbots.includes(id)))
    inconclusive('needs workspaces without rows of deleted chatbots where figures are equal')
  return Promise.all(
    chatbots.map(async (chatbot_id) => (await actor.analytics({ chatbot_id })).mustBeUsable()),
  )
}
