import { type Actor, plainRequest } from '../../lib/harness/actor.ts'
import { remainingOf } from '../../lib/judge/rate-headers.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { linkedLeads, UNKNOWN_ID } from '../../lib/harness/chosen-items.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { updateTarget } from '../support/conversations.ts'
import type { Ask } from './counting.ts'

interface Found {
  readonly world: { readonly discovery: Discovery }
}

/** One request to each reading endpoint except `GET /me`, and a second page, with the bystander's key. */
export function readRequests({ bystander, world }: Pick<Context, 'bystander'> & Found): Ask[] {
  const { lists } = world.discovery.other ?? world.discovery.main
  const reading = OPERATIONS.filter((key) => key.startsWith('GET ') && key !== 'GET /me')
  const requests = reading.flatMap((key) => plainRequest(key, (list) => idsOf(lists[list].items)[0]) ?? [])
  return [
    ...requests.map((ask) => () => ask(bystander)),
    () => bystander.conversations({ limit: 1, offset: 1 }),
  ]
}

/** One request to each writing endpoint with the key under test, with as little effect as possible. */
export async function writeRequests(ctx: Context<'updateTarget' | 'noteTarget'>): Promise<Ask[]> {
  const { id, api, before } = await updateTarget(ctx)
  const [known] = linkedLeads(ctx.world.discovery, 1)
  const { chatbot_id, conversation_id } = known ?? {}
  return [
    () => api.patchConversation(id, { is_resolved: before.data['is_resolved'] === true }),
    () => ctx.api.addNote(ctx.world.noteTarget, { content: ctx.mark() }),
    // This conversation has its lead, so nothing is created.
    ...(known === undefined ? [] : [async () => await api.createLead({ chatbot_id, conversation_id })]),
  ]
}

/**
 * Measures how far Remaining falls while requests without a key, and requests of the other key, are sent, and what
 * the other key lost to the key under test.
 * Up to three rounds of different lengths: other users of a key show too, but hardly in proportion.
 */
export async function remainingDrops(
  ctx: Pick<Context, 'api' | 'anonymous' | 'stranger' | 'inconclusive'>,
): Promise<RemainingDrops> {
  const first = await drops(ctx, 1)
  if (isOwn(first)) return first
  // If the others cause the loss, twice as many of their requests double it.
  for (const times of [2, 1]) {
    // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
    const again = await drops(ctx, times)
    if (isOwn(again)) return again
    if (excess(again) !== times * excess(first) || !isAlike(again.strangers, first.strangers, times))
      return ctx.inconclusive(
        'Remaining falls unevenly: somebody else uses the key, or several processes count',
      )
  }
  return first
}

/**
 * Whether the other key lost as much as in the first round, or as much more as there were further requests without a
 * key: a service may count those by the address, together with both keys.
 */
function isAlike(strangers: number, first: number, times: number): boolean {
  return strangers === first || strangers === first + (times - 1) * CHEAP_REQUESTS
}

const excess = ({ own, withStranger }: RemainingDrops): number => withStranger - own
const isOwn = ({ own, withStranger, strangers }: RemainingDrops): boolean =>
  withStranger <= Math.max(1, own) && strangers <= 1

async function drops(
  ctx: Pick<Context, 'api' | 'anonymous' | 'stranger' | 'inconclusive'>,
  times: number,
): Promise<RemainingDrops> {
  const cheap = (actor: Actor): Ask[] => Array.from({ length: times }, () => fiveCheapRequests(actor)).flat()
  const [first, ...others] = cheap(ctx.stranger)
  if (first === undefined) throw new Error('no request to send')
  const aside = await ctx.stranger.me()
  const one = await ctx.api.me()
  await Promise.all(cheap(ctx.anonymous).map((ask) => ask()))
  const two = await ctx.api.me()
  // Alone: what a service shows beside other requests of the key may count them, too.
  const next = await first()
  await Promise.all(others.map((ask) => ask()))
  const last = await ctx.api.me()
  const [a, b, c, d, e] = [one, two, last, aside, next].map((answer) =>
    remainingOf(answer.arrived().exchange),
  )
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined)
    return ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  if (a === b) return ctx.inconclusive('X-RateLimit-Remaining does not move')
  return { own: a - b, withStranger: b - c, strangers: d - e, answers: [one, two, next], last, aside }
}

interface RemainingDrops {
  readonly own: number
  readonly withStranger: number
  /** What the other key lost between two of its requests, with two of the key under test and five without a key in between. */
  readonly strangers: number
  readonly answers: readonly Answer[]
  readonly last: Answer
  readonly aside: Answer
}

const CHEAP_REQUESTS = 5

/** Five requests of different kinds without effect: each kind might be charged to the wrong key. */
function fiveCheapRequests(actor: Actor): Ask[] {
  return [
    () => actor.me(),
    () => actor.leads({ limit: 1 }),
    () => actor.patchConversation(UNKNOWN_ID, {}),
    () => actor.addNote(UNKNOWN_ID, {}),
    () => actor.createLead({}),
  ]
}
