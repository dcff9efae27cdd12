import { KEY_VARIABLES } from '../../lib/http/keys.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { type Ask, pages, refilled } from './counting.ts'
import type { Discovery } from '../../lib/harness/discovery.ts'

/** Requests that are sent side by side before anybody looks at their answers. */
export const SPENT_AT_ONCE = 100

type Spender = Pick<Context, 'spender' | 'inconclusive' | 'settle'> & {
  readonly world: { readonly discovery: Discovery }
}

export interface ExhaustionRun {
  /** Answers other than 429 within one window. */
  readonly served: number
  /** Requests of all windows. */
  readonly asked?: number
  readonly first: Answer
  readonly last: Answer
  readonly refused?: Answer
  /** The most that may be served: 1,000, and what an evenly refilling allowance gains meanwhile. */
  readonly most: number
  /** Evidence that the 429 came too early. Unset if the window was renewed meanwhile. */
  readonly early?: string
  /** Remaining in a 429, if it is higher than before it. */
  readonly risen?: number
  /** Remaining in the last answers of 1,000, if more than one request off. */
  readonly stuck?: number
  /** Whether the key was unused before. */
  readonly fresh: boolean
  /** A page of each list, read before the key was spent. */
  readonly lists: readonly Answer[]
}

/**
 * Sends requests until a 429, or slightly past the limit.
 * The key must get as many as the first Remaining announced, give or take the present request; all 1,000 if it was
 * fresh.
 */
export async function exhaust(ctx: Spender): Promise<ExhaustionRun> {
  const first = await ctx.spender.me()
  // A refused key is never charged.
  if (first.status === 401 || first.status === 403)
    return ctx.inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${first.status}): set it to a key that works and whose allowance may be spent, or leave it out`,
    )
  const start = remainingOf(first.exchange)
  // With nothing remaining, a 429 on the first request says that the key was spent before the run: `arrived` ends the case.
  const refusedAtOnce = first.status === 429 && start !== undefined && start > 0
  if (!refusedAtOnce) first.arrived()
  if (start === undefined) return ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  const none = { served: 0, left: start, last: first, anew: false }
  const begun = refusedAtOnce ? undefined : await begin(ctx, counted(none, [first]) ?? none)
  const burst: Burst =
    begun === undefined ? { ...none, refused: first } : await sendUntilRefused(ctx, begun.burst)
  const fresh = isFresh(start, ctx.world.discovery)
  const least = fresh ? RATE_LIMIT : Math.min(start, RATE_LIMIT)
  const early =
    burst.refused !== undefined && burst.served < least && !burst.anew
      ? `429 after ${burst.served} requests, when ${start} were left at first`
      : undefined
  const gained = refilled(first.exchange, burst.last.exchange)
  return {
    ...burst,
    first,
    fresh,
    lists: begun?.lists ?? [],
    most: RATE_LIMIT + Math.floor(gained),
    ...(early === undefined ? {} : { early }),
    ...(await wrongRemaining(ctx, burst, { fresh, gained })),
  }
}

/** Whether Remaining is wrong when the allowance is spent: higher than before, or far from zero after 1,000 requests. */
async function wrongRemaining(
  { spender, settle }: Pick<Spender, 'spender' | 'settle'>,
  burst: Burst,
  { fresh, gained }: { readonly fresh: boolean; readonly gained: number },
): Promise<Pick<ExhaustionRun, 'risen' | 'stuck'>> {
  if (burst.refused === undefined || burst.anew) return {}
  const said = remainingOf(burst.refused.exchange)
  const isHigher = (left?: number): boolean => left !== undefined && left > burst.left + 1 + gained
  const isLeft = (left?: number): boolean => left !== undefined && left > 1 + gained
  const mayBeRisen = isHigher(said)
  const mayBeStuck = fresh && burst.served >= RATE_LIMIT && isLeft(burst.left)
  if (!mayBeRisen && !mayBeStuck) return {}
  // Counters may refresh once a second: what they say afterwards counts.
  await settle()
  const later = remainingOf((await freshMe(spender)).exchange)
  return {
    ...(mayBeRisen && isHigher(later) && said !== undefined ? { risen: said } : {}),
    ...(mayBeStuck && isLeft(later) ? { stuck: burst.left } : {}),
  }
}

/**
 * Sends many kinds of requests first, large pages and updates among them: each must cost one. An update sets the
 * value that the conversation has.
 */
async function begin(
  { spender, world }: Spender,
  burst: Burst,
): Promise<{ readonly burst: Burst; readonly lists: readonly Answer[] }> {
  const lists = await Promise.all(pages(spender).map((ask) => ask()))
  const update = world.discovery.capabilities.writes ? updateWithSameValue(spender, lists) : undefined
  const further = [
    ...pages(spender),
    ...Array.from({ length: UPDATES }, () => update ?? (() => freshMe(spender))),
  ]
  const answers = await Promise.all(further.map((ask) => ask()))
  return { burst: counted(burst, [...lists, ...answers]) ?? burst, lists }
}

const UPDATES = 5

/** An update that sets the present value of the first conversation; undefined if none is listed. */
export function updateWithSameValue(spender: Actor, lists: readonly Answer[]): Ask | undefined {
  const items = lists.find(({ exchange }) => exchange.operation === 'GET /conversations')?.items ?? []
  const { id, is_resolved } = items.find((item) => typeof item['is_resolved'] === 'boolean') ?? {}
  return typeof id === 'string' ? () => spender.patchConversation(id, { is_resolved }) : undefined
}

export interface Burst {
  /** Answers other than 429 within one window. */
  readonly served: number
  /** Requests of all windows. */
  readonly asked?: number
  /** Remaining in the last answers before the 429. */
  readonly left: number
  readonly last: Answer
  readonly refused?: Answer
  /** Whether the window was renewed meanwhile, so that some answers fell into the previous one. */
  readonly anew: boolean
}

/** A service that leaves more requests than this unanswered hangs, and would leave the next ones unanswered too. */
const MOST_LOST = 10

/** Sends requests until a 429, or slightly past the limit. */
export async function sendUntilRefused(
  { spender, inconclusive }: Pick<Context, 'spender' | 'inconclusive'>,
  begun: Burst,
): Promise<Burst> {
  const most = RATE_LIMIT + SPENT_AT_ONCE
  let burst = begun
  let asked = begun.served
  // The window may be renewed meanwhile, but only once.
  for (
    let sent = 0;
    burst.refused === undefined && burst.served < most && sent < 2 * most;
    sent += SPENT_AT_ONCE
  ) {
    const size = Math.min(SPENT_AT_ONCE, most - burst.served)
    // oxlint-disable-next-line no-await-in-loop -- the next ones depend on whether these were refused
    const answers = await Promise.all(Array.from({ length: size }, () => freshMe(spender)))
    asked += size
    const lost = answers.filter(({ exchange }) => exchange.response === undefined).length
    const next = lost > MOST_LOST ? undefined : counted(burst, answers)
    burst =
      next ??
      inconclusive(
        `the key could not be spent: ${lost} of ${size} requests were not answered; --concurrency sends fewer at once`,
      )
  }
  return { ...burst, asked }
}

/** Sends a new `GET /me`, past the cache of answers. */
export function freshMe(actor: Actor): Promise<Answer> {
  return actor.request({ method: 'GET', path: '/me' })
}

/** A burst with further answers counted in; undefined where there are none. */
function counted(burst: Burst, answers: readonly Answer[]): Burst | undefined {
  const refused = answers.find((answer) => answer.status === 429)
  const arrived = answers.filter((answer) => answer.exchange.response !== undefined && answer.status !== 429)
  const last = arrived.findLast(({ exchange }) => exchange.operation === 'GET /me') ?? burst.last
  const refusal = refused === undefined ? {} : { refused }
  if (arrived.length === 0) return refused === undefined ? undefined : { ...burst, refused }
  const values = arrived.map((answer) => remainingOf(answer.exchange) ?? burst.left)
  const gained = 1 + refilled(burst.last.exchange, last.exchange)
  const risen = values.filter((left) => left > burst.left + gained)
  if (!isRenewed(burst, Math.max(...risen)))
    return { ...burst, served: burst.served + arrived.length, left: Math.min(...values), last, ...refusal }
  if (refused !== undefined) return { ...burst, last, refused, anew: true }
  return { served: risen.length, left: Math.min(...risen), last, anew: true }
}

/**
 * Whether a Remaining that rose to this shows that the window was renewed, which happens once at most while a key is
 * spent: nearly the whole allowance is there again. Processes that each count on their own only alternate.
 */
function isRenewed({ anew, left }: Burst, risenTo: number): boolean {
  return !anew && (risenTo >= RATE_LIMIT - SPENT_AT_ONCE || risenTo - left > RATE_LIMIT / 2)
}

/** Whether the key is fresh: the first answer leaves 1,000, or 999 as the first answers of the other keys do. */
function isFresh(start: number, discovery: Discovery): boolean {
  if (start === RATE_LIMIT) return true
  const others = [discovery.main.me, discovery.other?.me].map(
    (answer) => answer && remainingOf(answer.exchange),
  )
  return start === RATE_LIMIT - 1 && others.every((value) => value === start)
}

/** Expects the 429 to come at the limit, not before and not after, with a Remaining that agrees. */
export function expectTimelyRefusal(
  { expect, inconclusive }: Pick<Context, 'expect' | 'inconclusive'>,
  drained: ExhaustionRun,
): void {
  const { served, asked = served, most, refused, first, last, early, risen, stuck, fresh } = drained

  expect(last).toSatisfy(
    refused !== undefined && served <= most,
    '429 past 1,000 requests in the hour',
    refused === undefined
      ? `status ${last.status} after ${asked} requests, and no 429`
      : `${served} requests answered before the 429`,
    {
      ...(refused === undefined ? { status: last.status } : {}),
      also: [first],
      evenLimited: true,
    },
  )
  expect(refused ?? last).toSatisfy(
    early === undefined,
    fresh ? '1,000 requests before a 429' : 'no 429 while something remains',
    early ?? '',
    { requirement: 'RATE-07', also: [first], evenLimited: true },
  )
  expect(refused ?? last).toSatisfy(
    risen === undefined,
    'X-RateLimit-Remaining no higher than before the 429',
    `${risen} with the 429`,
    { requirement: 'RATE-04', also: [last], evenLimited: true },
  )
  expect(last).toSatisfy(
    stuck === undefined,
    'X-RateLimit-Remaining down to nothing by the end of the allowance',
    `${stuck} after ${served} requests`,
    { requirement: 'RATE-04', also: [first] },
  )
  // Nothing shows how a key is refused that never was.
  if (refused === undefined) inconclusive('needs a 429 past the allowance')
}
