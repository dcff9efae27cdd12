import { RATE_LIMIT, remainingOf } from '../oracles/rate-headers.ts'
import { absentId } from './absent.ts'
import type { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import type { Context } from './case.ts'
import { type Discovery, idsOf } from './discovery.ts'

interface Found {
  readonly world: { readonly discovery: Discovery }
}

/** Requests in a row, each judged against the one before: where Remaining does not go down, the pair is tried again. */
export async function chain(
  ctx: Pick<Context, 'bystander' | 'inconclusive'> & Found,
): Promise<{ answer: Answer; problem?: string; also: Answer[] }> {
  let before = await ctx.bystander.me()
  let [rises, falls, judged] = [0, 0, 0]
  for (const ask of readers(ctx)) {
    let pair = [before, await ask()] as const
    for (let tries = 0; stuck(pair) && tries < 2; tries++) pair = [await ctx.bystander.me(), await ask()]
    const [previous, answer] = pair
    if (answer.status === 429) return ctx.inconclusive('the key was answered 429: its allowance is spent')
    const apart = await countsApart(ctx, pair)
    if (apart !== undefined) return { answer, problem: apart, also: [previous] }
    if (stuck(pair)) {
      return {
        answer,
        problem: `${remainingOf(previous.exchange)}, then ${remainingOf(answer.exchange)}`,
        also: [previous],
      }
    }
    const [left, now] = [remainingOf(previous.exchange), remainingOf(answer.exchange)]
    if (previous.status === 200 && answer.status === 200 && left !== undefined && now !== undefined)
      judged += 1
    if (left !== undefined && now !== undefined && now > left) rises += 1
    if (left !== undefined && now !== undefined && now < left) falls += 1
    before = answer
  }
  if (rises > 2 && falls === 0)
    return {
      answer: before,
      problem: `a Remaining that rises, up to ${remainingOf(before.exchange)}`,
      also: [],
    }
  if (judged === 0) ctx.inconclusive('no two answers 200 in a row with a readable X-RateLimit-Remaining')
  return { answer: before, also: [] }
}

/**
 * Where Remaining rises, the window may have opened, or the allowance refilled. But if the first endpoint then goes on from where it
 * was, the other one has an account of its own.
 */
async function countsApart(
  ctx: Pick<Context, 'bystander'>,
  [previous, answer]: readonly [Answer, Answer],
): Promise<string | undefined> {
  const [before, after] = [remainingOf(previous.exchange), remainingOf(answer.exchange)]
  if (before === undefined || after === undefined || after < before + 3) return undefined
  const again = remainingOf((await ctx.bystander.me()).exchange)
  return again !== undefined && again < before
    ? `${before}, then ${after}, then ${again} where it was ${before}: endpoints that count apart`
    : undefined
}

/** Whether a 200 left Remaining as it was. A rise is the window opening, or an allowance that refills; it tells nothing. */
function stuck([previous, answer]: readonly [Answer, Answer]): boolean {
  const [left, now] = [remainingOf(previous.exchange), remainingOf(answer.exchange)]
  return previous.status === 200 && answer.status === 200 && left !== undefined && left === now && left > 0
}

function readers({ bystander: api, world }: Pick<Context, 'bystander'> & Found): (() => Promise<Answer>)[] {
  const { lists } = world.discovery.other ?? world.discovery.main
  const id = (list: keyof typeof lists): string | undefined => idsOf(lists[list].rows)[0]
  const [chatbot, conversation, lead] = [id('GET /chatbots'), id('GET /conversations'), id('GET /leads')]
  return [
    () => api.me(),
    () => api.chatbots(),
    () => api.conversations(),
    () => api.leads(),
    () => api.bookings(),
    () => api.reservations(),
    () => api.analytics(),
    ...(chatbot === undefined ? [] : [() => api.sources({ chatbot_id: chatbot })]),
    ...(conversation === undefined ? [] : [() => api.conversation(conversation)]),
    ...(lead === undefined ? [] : [() => api.lead(lead)]),
  ]
}

/**
 * How far Remaining goes down while somebody without a key makes five requests, and how far while a stranger makes the same. Up to three
 * rounds: somebody else on the key would show in either, but hardly three times alike in one alone.
 */
export async function dropsBetween(
  ctx: Pick<Context, 'api' | 'anonymous' | 'stranger' | 'inconclusive'>,
): Promise<Drops> {
  const rounds: Drops[] = []
  for (let round = 0; round < 3; round++) {
    const one = await ctx.api.me()
    await Promise.all(errands(ctx.anonymous))
    const two = await ctx.api.me()
    await Promise.all(errands(ctx.stranger))
    const last = await ctx.api.me()
    const [a, b, c] = [one, two, last].map((answer) => remainingOf(answer.exchange))
    if (a === undefined || b === undefined || c === undefined)
      return ctx.inconclusive('X-RateLimit-Remaining cannot be read')
    if (a === b) return ctx.inconclusive('X-RateLimit-Remaining does not move')
    const found = { own: a - b, withStranger: b - c, answers: [one, two], last }
    if (found.withStranger <= Math.max(1, found.own)) return found
    rounds.push(found)
  }
  const [first, ...others] = rounds
  const alike = others.every((round) => round.own === first?.own && round.withStranger === first.withStranger)
  if (first === undefined || !alike)
    return ctx.inconclusive('somebody else spends the key under test at the same time')
  return first
}

interface Drops {
  readonly own: number
  readonly withStranger: number
  readonly answers: readonly Answer[]
  readonly last: Answer
}

/** Five requests of different kinds that change nothing: what one kind spends may be booked on a wrong key. */
function errands(actor: Actor): Promise<Answer>[] {
  const nothing = absentId('Uk4x9Qw2Lz')
  return [
    actor.me(),
    actor.leads({ limit: 1 }),
    actor.patchConversation(nothing, {}),
    actor.addNote(nothing, {}),
    actor.createLead({}),
  ]
}

export interface Drain {
  /** Answers other than 429 in one window. */
  readonly served: number
  readonly first: Answer
  readonly last: Answer
  readonly refused?: Answer
  /** The most that may be served: 1,000, and what an allowance that refills evenly gains meanwhile. */
  readonly most: number
  /** What shows that the 429 came too early. */
  readonly early?: string
  /** Whether the key had spent nothing before. */
  readonly fresh: boolean
}

const BATCH = 100

/**
 * Spends a key until it is answered 429, or a little past what the limit allows.
 * How many requests it must get: what Remaining said at first, give or take the present one; all 1,000 where it was fresh.
 */
export async function drain(ctx: Pick<Context, 'spender' | 'inconclusive'> & Found): Promise<Drain> {
  const first = (await ctx.spender.me()).arrived()
  const start = remainingOf(first.exchange)
  if (start === undefined) return ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  const spree = await spend(ctx.spender, first, start)
  const fresh = isFresh(start, ctx.world.discovery)
  const least = fresh ? RATE_LIMIT : start
  const early =
    spree.refused !== undefined && spree.served < least
      ? `429 after ${spree.served} requests, when ${start} were left at first`
      : undefined
  return {
    ...spree,
    first,
    fresh,
    most: RATE_LIMIT + gained(first, spree.last),
    ...(early === undefined ? {} : { early }),
  }
}

async function spend(
  actor: Actor,
  first: Answer,
  start: number,
): Promise<{ served: number; last: Answer; refused?: Answer }> {
  let served = 1
  let last = first
  let left = start
  const most = RATE_LIMIT + BATCH
  while (served < most) {
    const answers = await Promise.all(
      Array.from({ length: Math.min(BATCH, most - served) }, () =>
        actor.request({ method: 'GET', path: '/me' }),
      ),
    )
    const refused = answers.find((answer) => answer.status === 429)
    const arrived = answers.filter(
      (answer) => answer.exchange.response !== undefined && answer.status !== 429,
    )
    if (arrived.length === 0 && refused === undefined) return { served, last }
    served += arrived.length
    last = arrived.at(-1) ?? last
    const now = Math.min(...arrived.map((answer) => remainingOf(answer.exchange) ?? left))
    if (arrived.length > 0 && now > left) served = arrived.length
    left = now
    if (refused !== undefined) return { served, last, refused }
  }
  return { served, last }
}

/** What an even refill of 1,000 an hour gains between two answers. */
function gained(first: Answer, last: Answer): number {
  const elapsed = last.exchange.startedAt + last.exchange.durationMs - first.exchange.startedAt
  return Math.floor((elapsed * RATE_LIMIT) / 3_600_000)
}

/** A key is fresh where its first answer leaves all 1,000; or 999, as the first answers of the other keys do too. */
function isFresh(start: number, discovery: Discovery): boolean {
  if (start === RATE_LIMIT) return true
  const others = [discovery.main.me, discovery.other?.me].map(
    (answer) => answer && remainingOf(answer.exchange),
  )
  return start === RATE_LIMIT - 1 && others.every((value) => value === start)
}
