/** ISOLATION-25: a rollup that counts other workspaces. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endsHere, idsOf } from '../../lib/engine/case/items.ts'
import type { SeenWorkspace } from '../../lib/engine/case/discovery.ts'
import { integer, isObject, objects } from '../../lib/engine/util/values.ts'
import { EFFORT } from '../support/effort.ts'

/**
 * ISOLATION-25: expects no figure to count both workspaces. Equal figures prove nothing, since workspaces may be made from one
 * template. A figure that is the same for both, and at least what the chatbots of both have together although these differ,
 * counts more than its own workspace.
 */
export async function expectOwnFigures(ctx: Context<'otherKey'>): Promise<void> {
  const { api, stranger, world, expect, inconclusive } = ctx
  const { main, other } = world.discovery
  const [own, theirs] = (await Promise.all([api.analytics(), stranger.analytics()])).map((one) =>
    one.control(),
  )
  if (own === undefined || theirs === undefined || other === undefined) return
  const figures = figuresOf(own)
  if (![...figures.values()].some((n) => n > 0)) inconclusive('needs activity in the last 30 days')
  const equal = [...figures].filter(([name, n]) => n > 0 && figuresOf(theirs).get(name) === n)
  if (equal.length === 0) return

  const [here, there] = [await ofChatbots(ctx, api, main), await ofChatbots(ctx, stranger, other)]
  for (const [name, n] of equal) {
    const [a, b] = [sumOf(here, name), sumOf(there, name)]
    expect(own).toSatisfy(
      a === b || a === 0 || b === 0 || n < a + b,
      `${name} of this workspace, whose chatbots have ${a} together`,
      `${n} for both workspaces, although the chatbots of the other one have ${b}`,
      {
        also: [theirs, ...here, ...there],
        pointer: `/data/${name.split('.')[0]}`,
      },
    )
  }
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
  return Promise.all(chatbots.map(async (chatbot_id) => (await actor.analytics({ chatbot_id })).control()))
}

function sumOf(rollups: readonly Answer[], name: string): number {
  return rollups.reduce((sum, one) => sum + (figuresOf(one).get(name) ?? 0), 0)
}

/** The figures of a rollup by name: each total, and the sum over the days of each. */
function figuresOf({ data: { totals, by_day: days } }: Answer): ReadonlyMap<string, number> {
  const figures = new Map<string, number>()
  const parts = [
    ['totals', isObject(totals) ? totals : {}] as const,
    ...objects(days).map((day) => ['by_day', day] as const),
  ]
  for (const [part, counts] of parts)
    for (const [name, value] of Object.entries(counts))
      figures.set(`${part}.${name}`, (figures.get(`${part}.${name}`) ?? 0) + (integer(value) ?? 0))
  return figures
}
