/** ISOLATION-25: a rollup that counts other workspaces. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endsHere, fieldValues, idsOf } from '../../lib/engine/case/items.ts'
import type { SeenWorkspace } from '../../lib/engine/case/discovery.ts'
import { integer, isObject, quote } from '../../lib/engine/util/values.ts'
import { EFFORT } from '../support/effort.ts'

/** The figures under `totals` that are compared. */
const TOTALS = ['conversations', 'leads', 'messages', 'tokens'] as const

/**
 * ISOLATION-25: expects no figure of another workspace. Equal figures prove nothing, since workspaces may be
 * copies of one template, and rollups may be of different ages. Proof is: a figure that is equal for both
 * keys and at least the sum over the chatbots of both workspaces; or two figures that equal the sums over the
 * other workspace's chatbots, but not over the own ones.
 */
export async function expectOwnFigures(ctx: Context<'otherKey'>): Promise<void> {
  const { api, stranger, world, inconclusive } = ctx
  const { main, other = main } = world.discovery
  const own = (await api.analytics()).mustBeUsable()
  const theirs = (await stranger.analytics()).mustBeUsable()
  const counted = TOTALS.filter((name) => totalIn(own, name) > 0)
  if (counted.length === 0) inconclusive('needs activity in the last 30 days')
  const equal = counted.filter((name) => totalIn(own, name) === totalIn(theirs, name))
  if (equal.length === 0) return

  const here: Rollups = { whole: own, ofChatbots: await ofChatbots(ctx, api, main) }
  const there: Rollups = { whole: theirs, ofChatbots: await ofChatbots(ctx, stranger, other) }
  expectNotSummed(ctx, equal, here, there)
  expectNotTheOther(ctx, equal, here, there)
  expectNotTheOther(ctx, equal, there, here)
}

/** The rollup of a workspace, and the rollups of its chatbots. */
interface Rollups {
  readonly whole: Answer
  readonly ofChatbots: readonly Answer[]
}

function expectNotSummed(
  { expect }: Pick<Context, 'expect'>,
  names: readonly string[],
  here: Rollups,
  there: Rollups,
): void {
  for (const name of names) {
    const shown = totalIn(here.whole, name)
    const own = totalIn(here.ofChatbots, name)
    const foreign = totalIn(there.ofChatbots, name)
    // Workspaces with equal figures may be copies of one template.
    const proveNothing = own === foreign || own === 0 || foreign === 0
    expect(here.whole).toSatisfy(
      proveNothing || shown < own + foreign,
      `${name} of this workspace, whose chatbots have ${own} together`,
      `${shown} for both workspaces, although the chatbots of the other one have ${foreign}`,
      { also: [there.whole, ...here.ofChatbots, ...there.ofChatbots], pointer: `/data/totals/${name}` },
    )
  }
}

function expectNotTheOther(
  { expect }: Pick<Context, 'expect'>,
  names: readonly string[],
  here: Rollups,
  there: Rollups,
): void {
  const foreign = names.filter((name) => {
    const shown = totalIn(here.whole, name)
    return shown === totalIn(there.ofChatbots, name) && shown !== totalIn(here.ofChatbots, name)
  })
  const figures = (rollups: Answer | readonly Answer[]): string =>
    foreign.map((name) => `${name} ${totalIn(rollups, name)}`).join(', ')
  expect(here.whole).toSatisfy(
    foreign.length < 2,
    `the rollup of this workspace, whose chatbots have ${figures(here.ofChatbots)} together`,
    `${figures(here.whole)}, as the chatbots of the other workspace have`,
    { also: [there.whole, ...here.ofChatbots, ...there.ofChatbots], pointer: '/data/totals' },
  )
}

/** How many leads are created one after the other: another rollup may rise once by chance. */
const STEPS = 2

/**
 * ISOLATION-25: expects writes in one workspace not to raise the rollup of another. It is wrong if it rises
 * by one with each lead of this run, while its own list of leads keeps its length.
 */
export async function expectUnmoved(ctx: Context<'otherKey' | 'chatbot'>): Promise<void> {
  const { api, stranger, world, expect, mark } = ctx
  const looks: { readonly rollup: Answer; readonly list: Answer }[] = []
  const look = async (): Promise<void> => {
    const rollup = (await stranger.analytics()).mustBeUsable()
    looks.push({ rollup, list: (await stranger.list('GET /leads', { limit: 1 })).mustBeUsable() })
  }
  await look()
  const created: Answer[] = []
  for (let step = 0; step < STEPS; step++) {
    // oxlint-disable-next-line no-await-in-loop -- each lead has its own step
    created.push(await api.createLead({ chatbot_id: world.chatbot, name: mark(), status: mark() }))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await look()
  }
  if (created.some(({ fate }) => fate !== 'accepted')) return
  const figures = looks.map(({ rollup }) => totalIn(rollup, 'leads'))
  const hasRisen = figures.every((figure, at) => at === 0 || figure === (figures[at - 1] ?? 0) + 1)
  const isOwnListTheSame = looks.every(({ list }) => list.total === looks[0]?.list.total)
  const last = looks.at(-1)?.rollup
  expect(last ?? created[0]!).toSatisfy(
    !(hasRisen && isOwnListTheSame),
    `leads ${figures[0]}, as before leads were created in the other workspace`,
    `${quote(figures)} after each of them, although the list of leads has ${looks[0]?.list.total} as before`,
    { also: [...looks.map(({ list }) => list), ...created], pointer: '/data/totals/leads' },
  )
}

/** A figure of a rollup, or its sum over several. */
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
  // A rollup may still count the data of deleted chatbots.
  const named = Object.values(lists).flatMap(({ items }) => fieldValues(items, 'chatbot_id'))
  if (named.some((id) => !chatbots.includes(id)))
    inconclusive('needs workspaces without rows of deleted chatbots where figures are equal')
  return Promise.all(
    chatbots.map(async (chatbot_id) => (await actor.analytics({ chatbot_id })).mustBeUsable()),
  )
}
