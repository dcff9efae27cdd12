import { remainingOf } from '../../../lib/api/allowance.ts'
import { absentId } from '../../../lib/api/absent.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Ask } from './counting.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { OPERATIONS } from '../../../lib/api/operations.ts'
import { plainRequest } from '../../../lib/api/plain-request.ts'
import { recordLead } from '../leads/created-leads.ts'
import { linkedLeads } from '../../../lib/api/linked-leads.ts'
import { addNote } from '../conversations/notes.ts'
import { updateTarget } from '../conversations/updates.ts'

interface Found {
  readonly world: { readonly discovery: Discovery }
}

/** One request to each reading endpoint but that of the key itself, and a further page, with the bystander's key. */
export function readRequests({ bystander, world }: Pick<Context, 'bystander'> & Found): Ask[] {
  const { lists } = world.discovery.other ?? world.discovery.main
  const reading = OPERATIONS.filter((key) => key.startsWith('GET ') && key !== 'GET /me')
  const requests = reading.flatMap((key) => plainRequest(key, (list) => idsOf(lists[list].items)[0]) ?? [])
  return [
    ...requests.map((ask) => () => ask(bystander)),
    () => bystander.conversations({ limit: 1, offset: 1 }),
  ]
}

/** One request to each writing endpoint that changes no more than it must, with the key under test. */
export async function writeRequests(ctx: Context<'updateTarget' | 'noteTarget'>): Promise<Ask[]> {
  const { id, api, before } = await updateTarget(ctx)
  const [known] = linkedLeads(ctx.world.discovery, 1)
  const { chatbot_id, conversation_id } = known ?? {}
  return [
    () => api.patchConversation(id, { is_resolved: before.data['is_resolved'] === true }),
    () => addNote(ctx, ctx.world.noteTarget, { content: ctx.mark() }),
    // The conversation has its lead: nothing is created.
    ...(known === undefined
      ? []
      : [async () => recordLead(ctx, await api.createLead({ chatbot_id, conversation_id }))]),
  ]
}

/**
 * How far Remaining goes down while somebody without a key makes five requests, and how far while a stranger makes the same; and what the
 * stranger's own Remaining lost meanwhile to the key under test. Up to three rounds, of different lengths: somebody else on a key would
 * show too, but hardly in proportion.
 */
export async function remainingDrops(
  ctx: Pick<Context, 'api' | 'anonymous' | 'stranger' | 'inconclusive'>,
): Promise<RemainingDrops> {
  const first = await drops(ctx, 1)
  if (isOwn(first)) return first
  // Twice as much from the others is twice as much too many, if it is they.
  for (const times of [2, 1]) {
    // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
    const again = await drops(ctx, times)
    if (isOwn(again)) return again
    if (excess(again) !== times * excess(first) || again.strangers !== first.strangers)
      return ctx.inconclusive('somebody else spends the key under test at the same time')
  }
  return first
}

const excess = ({ own, withStranger }: RemainingDrops): number => withStranger - own
const isOwn = ({ own, withStranger, strangers }: RemainingDrops): boolean =>
  withStranger <= Math.max(1, own) && strangers <= 1

async function drops(
  ctx: Pick<Context, 'api' | 'anonymous' | 'stranger' | 'inconclusive'>,
  times: number,
): Promise<RemainingDrops> {
  const sent = (actor: Actor): Promise<Answer[]> =>
    Promise.all(Array.from({ length: times }, () => fiveCheapRequests(actor)).flat())
  const aside = await ctx.stranger.me()
  const one = await ctx.api.me()
  await sent(ctx.anonymous)
  const two = await ctx.api.me()
  const theirs = await sent(ctx.stranger)
  const last = await ctx.api.me()
  const [a, b, c, d] = [one, two, last, aside].map((answer) => remainingOf(answer.exchange))
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    return ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  if (a === b) return ctx.inconclusive('X-RateLimit-Remaining does not move')
  // The first of the stranger's requests that was counted says most.
  const left = Math.max(...theirs.map((answer) => remainingOf(answer.exchange) ?? d))
  return { own: a - b, withStranger: b - c, strangers: d - left, answers: [one, two], last, aside }
}

interface RemainingDrops {
  readonly own: number
  readonly withStranger: number
  /** What the stranger's Remaining lost from one request of the stranger to the next, two of the key under test between them. */
  readonly strangers: number
  readonly answers: readonly Answer[]
  readonly last: Answer
  readonly aside: Answer
}

/** Five requests of different kinds that change nothing: what one kind spends may be booked on a wrong key. */
function fiveCheapRequests(actor: Actor): Promise<Answer>[] {
  const nothing = absentId('Uk4x9Qw2Lz')
  return [
    actor.me(),
    actor.leads({ limit: 1 }),
    actor.patchConversation(nothing, {}),
    actor.addNote(nothing, {}),
    actor.createLead({}),
  ]
}
