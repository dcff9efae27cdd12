import { KEY_VARIABLES } from '../../../lib/http/keys.ts'
import { quote, type JsonObject } from '../../../lib/util/values.ts'
import { SPENT_AT_ONCE } from '../../../lib/harness/session.ts'
import { RATE_LIMIT, remainingOf } from '../../../lib/api/rate-headers.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import { type Ask, pages, refilled } from './counting.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { recordLead } from '../leads/created-leads.ts'
import { addNote } from '../conversations/notes.ts'
import { leftByRefusal } from '../leads/refused-leads.ts'
import { marksIn } from '../marks.ts'

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
  const least = fresh ? RATE_LIMIT : start
  const early =
    burst.refused !== undefined && burst.served < least && !burst.anew
      ? `429 after ${burst.served} requests, when ${start} were left at first`
      : undefined
  const gained = refilled(first.exchange, burst.last.exchange)
  const said = burst.refused === undefined ? undefined : remainingOf(burst.refused.exchange)
  const isHigher = (left?: number): boolean => left !== undefined && left > burst.left + 1 + gained
  const isLeft = (left?: number): boolean => left !== undefined && left > 1 + gained
  const mayBeRisen = isHigher(said) && !burst.anew
  const mayBeStuck =
    burst.refused !== undefined && fresh && !burst.anew && burst.served >= RATE_LIMIT && isLeft(burst.left)
  // Counters may refresh once a second: what they say afterwards counts.
  if (mayBeRisen || mayBeStuck) await ctx.settle()
  const later = mayBeRisen || mayBeStuck ? remainingOf((await freshMe(ctx.spender)).exchange) : undefined
  const risen = mayBeRisen && isHigher(later) ? said : undefined
  const stuck = mayBeStuck && isLeft(later) ? burst.left : undefined
  return {
    ...burst,
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

type WritingSpender = Pick<Context, 'spender' | 'inconclusive' | 'keep' | 'mark'> & {
  readonly world: { readonly discovery: Discovery }
}

/** An answer that a refused key still got, and what was expected. */
interface Leak {
  readonly answer: Answer
  readonly problem: string
}

/**
 * Checks that a spent key stays refused. Only requests that otherwise return 200 are sent, so that no other refusal
 * takes precedence.
 */
export async function leakPast(ctx: WritingSpender, drained: ExhaustionRun): Promise<Leak | undefined> {
  const { refused } = drained
  if (refused === undefined) return undefined
  return (await leakByKind(ctx, drained)) ?? (await leakByCount(ctx, refused))
}

/** A kind of request that is served while `GET /me` is refused before and after it. */
async function leakByKind(ctx: WritingSpender, drained: ExhaustionRun): Promise<Leak | undefined> {
  const asks = kinds(ctx, drained)
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const [index, ask] of asks.entries()) {
    if (!isServed(answers[index])) continue
    // oxlint-disable-next-line no-await-in-loop -- asked again, alone between two refusals
    const answer = await betweenRefusals(ctx.spender, ask)
    if (answer !== undefined) return { answer, problem: `status ${answer.status} while GET /me returns 429` }
  }
  return undefined
}

/** One request of each kind that otherwise returns 200. Writes change nothing, except that one lead is new. */
function kinds(ctx: WritingSpender, { lists }: ExhaustionRun): Ask[] {
  const { spender, world, keep, mark } = ctx
  const items = (operation: string): Answer['items'] =>
    lists.find(({ exchange }) => exchange.operation === operation)?.items ?? []
  const [chatbot] = idsOf(items('GET /chatbots'))
  const [conversation] = idsOf(items('GET /conversations'))
  const [lead] = idsOf(items('GET /leads'))
  const asking = <T>(of: T | undefined, ask: (of: T) => Promise<Answer>): Ask[] =>
    of === undefined ? [] : [() => ask(of)]
  const reads = [
    ...pages(spender),
    // The limit belongs to the key, not to the client or its address.
    () => spender.sending('User-Agent', 'another-client/1.0').me(),
    () => spender.sending('X-Forwarded-For', '203.0.113.7').me(),
    () => spender.analytics(),
    ...asking(chatbot, (chatbot_id) => spender.sources({ chatbot_id })),
    ...asking(conversation, (id) => spender.conversation(id)),
    ...asking(lead, (id) => spender.lead(id)),
  ]
  if (!world.discovery.capabilities.writes) return reads
  return [
    ...reads,
    ...asking(updateWithSameValue(spender, lists), (update) => update()),
    ...asking(conversation, (id) => addNote({ api: spender, keep }, id, { content: mark() })),
    ...asking(chatbot, async (chatbot_id) =>
      recordLead({ keep }, await spender.createLead({ chatbot_id, name: mark() })),
    ),
  ]
}

/** A lead that a spent key sent, that got 429 and is listed nevertheless, with that list. */
export async function storedPastLimit(
  ctx: Pick<Context, 'api' | 'bystander' | 'answersTo' | 'mark'>,
): Promise<{ readonly list: Answer; readonly item?: JsonObject; readonly sent?: Answer } | undefined> {
  const marks = marksIn(ctx)
  const sent = ctx
    .answersTo('POST /leads')
    .filter(({ exchange, status }) => exchange.key === 'exhaustible' && status === 429)
  if (sent.length === 0) return undefined
  // Which workspace the spent key belongs to is unknown: most likely one of these two.
  const lists = await Promise.all(
    [...new Set([ctx.api, ctx.bystander])].map((actor) => actor.fullPage('GET /leads')),
  )
  const byMark = new Map(
    sent.flatMap((one) => marks(one.exchange.request.body).map((mark) => [mark, one] as const)),
  )
  for (const list of lists) {
    const left = leftByRefusal(ctx, list.items, byMark)
    if (left !== undefined) return { list, item: left.item, sent: left.refusal }
  }
  return lists[0] && { list: lists[0] }
}

async function betweenRefusals(spender: Actor, ask: Ask): Promise<Answer | undefined> {
  if (!isRefused(await freshMe(spender))) return undefined
  const answer = await ask()
  return isServed(answer) && isRefused(await freshMe(spender)) ? answer : undefined
}

const isServed = (answer: Answer | undefined): boolean => (answer?.status ?? 500) < 300
const isRefused = ({ status }: Answer): boolean => status === 429

/** This many served requests show that a key is accepted again. */
const SEVERAL = 8

/** A renewed window explains a second thousand. A third one in a row means that there is no limit. */
async function leakByCount(ctx: WritingSpender, refused: Answer): Promise<Leak | undefined> {
  if ((await servedAgain(ctx.spender, refused)) === undefined) return undefined
  const burst = await sendUntilRefused(ctx, { served: 0, left: RATE_LIMIT, last: refused, anew: false })
  if (burst.refused === undefined || burst.served < RATE_LIMIT - SPENT_AT_ONCE) return undefined
  const answer = await servedAgain(ctx.spender, burst.refused)
  return answer && { answer, problem: 'served anew after a 429, and once more after another one' }
}

/** An answer that a refused key got, if more were served than an evenly refilling allowance gained. */
async function servedAgain(spender: Actor, refused: Answer): Promise<Answer | undefined> {
  const answers = await Promise.all(Array.from({ length: SEVERAL }, () => freshMe(spender)))
  const [first, ...others] = answers.filter(isServed)
  return first !== undefined && others.length > refilled(refused.exchange, first.exchange) ? first : undefined
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
    { requirement: 'RATE-04', also: [first], explainedBy: ['RATE-05', 'RATE-06'] },
  )
  // Nothing shows how a key is refused that never was.
  if (refused === undefined) inconclusive('needs a 429 past the allowance')
}

/** Whether so little was left at the start that the run itself may have used it up. */
const hadLittle = (first: Answer): boolean => (remainingOf(first.exchange) ?? 0) < 600

/**
 * Expects a spent key to stay refused, its refused requests to have no effect, and the key under test to be
 * unaffected.
 */
export async function expectNothingPastLimit(
  ctx: Context<'exhaustibleKey'>,
  drained: ExhaustionRun,
): Promise<void> {
  const { expect } = ctx
  const { refused, last } = drained
  const leak = await leakPast(ctx, drained)
  expect(leak?.answer ?? last).toSatisfy(leak === undefined, '429', leak?.problem ?? '', {
    status: leak?.answer.status,
    also: refused === undefined ? [] : [refused],
    evenLimited: true,
  })
  if (refused !== undefined) {
    const own = await ctx.api.afresh().me()
    expect(own).toSatisfy(
      own.status !== 429 || hadLittle(ctx.world.discovery.main.me),
      'the key under test untouched by the spent one',
      '429',
      { requirement: 'RATE-05', also: [refused], evenLimited: true },
    )
  }
  const stored = await storedPastLimit(ctx)
  if (stored !== undefined)
    expect(stored.list).toSatisfy(
      stored.item === undefined,
      'no lead of a request that got a 429',
      () => quote(stored.item),
      {
        requirement: 'RATE-06',
        also: stored.sent === undefined ? [] : [stored.sent],
        evenLimited: true,
      },
    )
}
