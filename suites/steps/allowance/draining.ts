import { RATE_LIMIT, remainingOf } from '../../../lib/api/oracles/rate-headers.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import type { Ask } from './counting.ts'
import { type Discovery, widest } from '../../../lib/api/discovery.ts'
import { refilled } from './refill.ts'

type Spender = Pick<Context, 'spender' | 'inconclusive'> & {
  readonly world: { readonly discovery: Discovery }
}

export interface Drain {
  /** Answers other than 429 in one window. */
  readonly served: number
  readonly first: Answer
  readonly last: Answer
  readonly refused?: Answer
  /** The most that may be served: 1,000, and what an allowance that refills evenly gains meanwhile. */
  readonly most: number
  /** What shows that the 429 came too early. Unknown where the hour began anew on the way. */
  readonly early?: string
  /** What a 429 said that remained, where more remained than before it. */
  readonly risen?: number
  /** What remained by the last answers of 1,000, where that is more than one request can explain. */
  readonly stuck?: number
  /** Whether the key had spent nothing before. */
  readonly fresh: boolean
  /** A page of each list, as the key was answered before it was spent. */
  readonly lists: readonly Answer[]
}

/** Requests under way at once on the key that may be spent. */
export const SPENT_AT_ONCE = 200

/**
 * Spends a key until it is answered 429, or a little past what the limit allows.
 * How many requests it must get: what Remaining said at first, give or take the present one; all 1,000 where it was fresh.
 */
export async function drain(ctx: Spender): Promise<Drain> {
  const first = await ctx.spender.me()
  const start = remainingOf(first.exchange)
  // A 429 that says that nothing is left is a key which was spent before.
  const refusedAtOnce = first.status === 429 && start !== undefined && start > 0
  if (!refusedAtOnce) first.arrived()
  if (start === undefined) return ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  const none = { served: 0, left: start, last: first, anew: false }
  const begun = refusedAtOnce ? undefined : await begin(ctx, counted(none, [first]) ?? none)
  const spree: Spree = begun === undefined ? { ...none, refused: first } : await spend(ctx, begun.spree)
  const fresh = isFresh(start, ctx.world.discovery)
  const least = fresh ? RATE_LIMIT : start
  const early =
    spree.refused !== undefined && spree.served < least && !spree.anew
      ? `429 after ${spree.served} requests, when ${start} were left at first`
      : undefined
  const gained = refilled(first.exchange, spree.last.exchange)
  const said = spree.refused === undefined ? undefined : remainingOf(spree.refused.exchange)
  const risen = said !== undefined && said > spree.left + 1 + gained && !spree.anew ? said : undefined
  const stuck =
    spree.refused !== undefined &&
    fresh &&
    !spree.anew &&
    spree.served >= RATE_LIMIT &&
    spree.left > 1 + gained
      ? spree.left
      : undefined
  return {
    ...spree,
    first,
    fresh,
    lists: begun?.lists ?? [],
    most: RATE_LIMIT + Math.floor(gained),
    ...(early === undefined ? {} : { early }),
    ...(risen === undefined ? {} : { risen }),
    ...(stuck === undefined ? {} : { stuck }),
  }
}

/**
 * Requests of many kinds, large pages and updates among them: each costs one, so that 1,000 are served whatever is asked. An update gives a
 * conversation the value that it has.
 */
async function begin(
  { spender, world }: Spender,
  spree: Spree,
): Promise<{ readonly spree: Spree; readonly lists: readonly Answer[] }> {
  const lists = await Promise.all(pages(spender).map((ask) => ask()))
  const update = world.discovery.capabilities.writes ? sameUpdate(spender, lists) : undefined
  const further = [
    ...pages(spender),
    ...Array.from({ length: UPDATES }, () => update ?? (() => frank(spender))),
  ]
  const answers = await Promise.all(further.map((ask) => ask()))
  return { spree: counted(spree, [...lists, ...answers]) ?? spree, lists }
}

const UPDATES = 5

/** An update that gives the first conversation the value that it has; none where no conversation is listed. */
export function sameUpdate(spender: Actor, lists: readonly Answer[]): Ask | undefined {
  const rows = lists.find(({ exchange }) => exchange.operation === 'GET /conversations')?.rows ?? []
  const { id, is_resolved } = rows.find((row) => typeof row['is_resolved'] === 'boolean') ?? {}
  return typeof id === 'string' ? () => spender.patchConversation(id, { is_resolved }) : undefined
}

export interface Spree {
  /** Answers other than 429 in one window. */
  readonly served: number
  /** What remained by the last answers before the 429. */
  readonly left: number
  readonly last: Answer
  readonly refused?: Answer
  /** The hour began anew on the way: of the window that is counted, some answers may not be. */
  readonly anew: boolean
}

/** Goes on until a 429, or a little past what the limit allows. */
export async function spend(
  { spender, inconclusive }: Pick<Context, 'spender' | 'inconclusive'>,
  begun: Spree,
): Promise<Spree> {
  const most = RATE_LIMIT + SPENT_AT_ONCE
  let spree = begun
  // The hour may begin anew on the way, though just once.
  for (
    let sent = 0;
    spree.refused === undefined && spree.served < most && sent < 2 * most;
    sent += SPENT_AT_ONCE
  ) {
    const size = Math.min(SPENT_AT_ONCE, most - spree.served)
    // oxlint-disable-next-line no-await-in-loop -- the next ones depend on whether these were refused
    const answers = await Promise.all(Array.from({ length: size }, () => frank(spender)))
    const next = counted(spree, answers)
    spree = next ?? inconclusive('the key could not be spent: its requests were not answered')
  }
  return spree
}

/** Asks for the key itself, anew each time. */
export function frank(actor: Actor): Promise<Answer> {
  return actor.request({ method: 'GET', path: '/me' })
}

/** What became of the spree by some more answers; undefined where none came. */
function counted(spree: Spree, answers: readonly Answer[]): Spree | undefined {
  const refused = answers.find((answer) => answer.status === 429)
  const arrived = answers.filter((answer) => answer.exchange.response !== undefined && answer.status !== 429)
  const last = arrived.findLast(({ exchange }) => exchange.operation === 'GET /me') ?? spree.last
  const refusal = refused === undefined ? {} : { refused }
  if (arrived.length === 0) return refused === undefined ? undefined : { ...spree, refused }
  const values = arrived.map((answer) => remainingOf(answer.exchange) ?? spree.left)
  const gained = 1 + refilled(spree.last.exchange, last.exchange)
  const risen = values.filter((left) => left > spree.left + gained)
  if (risen.length === 0)
    return { ...spree, served: spree.served + arrived.length, left: Math.min(...values), last, ...refusal }
  if (refused !== undefined) return { ...spree, last, refused, anew: true }
  return { served: risen.length, left: Math.min(...risen), last, anew: true }
}

/** The largest page of each list. */
export function pages(actor: Actor): Ask[] {
  return [
    () => actor.chatbots({ limit: 100 }),
    () => actor.conversations({ limit: 100 }),
    () => actor.leads({ limit: 100 }),
    () => actor.bookings({ limit: 100 }),
    () => actor.reservations(widest('GET /reservations')),
  ]
}

/** A key is fresh where its first answer leaves all 1,000; or 999, as the first answers of the other keys do too. */
function isFresh(start: number, discovery: Discovery): boolean {
  if (start === RATE_LIMIT) return true
  const others = [discovery.main.me, discovery.other?.me].map(
    (answer) => answer && remainingOf(answer.exchange),
  )
  return start === RATE_LIMIT - 1 && others.every((value) => value === start)
}
