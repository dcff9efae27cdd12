/** A key is spent: 429 comes after 1,000 requests, and neither before nor for some operations alone. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { everyItem, idsOf } from '../../lib/harness/discovery.ts'
import { KEY_VARIABLES } from '../../lib/http/keys.ts'
import { retryAfter } from '../../lib/http/rate-headers.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { sentBody } from '../../lib/judge/oracle.ts'
import { type Ask, looker, refilled } from './counting.ts'
import { PLENTY } from './headers.ts'

type SpenderContext = Context<'exhaustibleKey'>

/** Requests that are sent side by side before anybody looks at their answers: three rounds of the usual concurrency. */
const AT_ONCE = 96

/** How many of them go beyond the limit. */
const FURTHER = 4

/** A limiter of bursts asks for no longer wait. */
const SHORT_WAIT_MS = 10_000

/** How a key was spent. */
export interface Exhaustion {
  readonly first: Answer
  /** The last answer before the 429. */
  readonly last: Answer
  readonly refused: Answer | undefined
  /** Answers of the API other than 429 in one window. */
  readonly served: number
  /** The least that Remaining said before the 429. */
  readonly least: number
  /** Whether the window was renewed meanwhile, as Remaining says: some answers belong to the one before. */
  readonly isRenewed: boolean
  /** Pages that the key was shown, for requests with ids. */
  readonly pages: readonly Answer[]
}

/** Sends requests until a 429, or past the limit. */
export async function exhaust(ctx: SpenderContext): Promise<Exhaustion> {
  const { spender, inconclusive } = ctx
  const first = await spender.me()
  if (first.status === 401 || first.status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${first.status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  first.arrived()
  const pages = await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  const look = looker(spender)
  let state = counted(
    {
      first,
      last: first,
      refused: undefined,
      served: 1,
      least: remainingOf(first.exchange) ?? inconclusive('X-RateLimit-Remaining cannot be read'),
      isRenewed: false,
      pages,
    },
    pages,
  )
  while (state.refused === undefined && state.served <= mostOf(state)) {
    const length = Math.min(AT_ONCE, Math.ceil(mostOf(state)) + FURTHER - state.served)
    const answers = await Promise.all(Array.from({ length }, look))
    if (answers.every(({ status = 500 }) => status >= 500))
      inconclusive(
        'the limit could not be used up: requests fail or get no response; a lower --concurrency may help',
      )
    state = counted(state, answers)
  }
  const left = limiterLeft(state.refused)
  if (left !== undefined)
    inconclusive(
      `a limiter of bursts: 429 with ${left} requests left, and with a Retry-After of seconds; a lower --concurrency or --rate may help`,
    )
  return state
}

/** How many requests are left by a 429 that asks for a short wait only: it is that of a limiter, not of the hour. */
function limiterLeft(refused: Answer | undefined): number | undefined {
  if (refused === undefined || (retryAfter(refused.exchange) ?? Infinity) > SHORT_WAIT_MS) return undefined
  const left = remainingOf(refused.exchange)
  return left !== undefined && left >= PLENTY ? left : undefined
}

/** 1,000 requests of the hour, and what a window that refills evenly gained meanwhile. */
function mostOf({ first, last }: Exhaustion): number {
  return RATE_LIMIT + refilled(first.exchange, last.exchange)
}

/** The state with further answers counted in. */
function counted(state: Exhaustion, answers: readonly Answer[]): Exhaustion {
  const refused = answers.find(({ status }) => status === 429) ?? state.refused
  const served = answers.filter(({ status = 500 }) => status < 500 && status !== 429)
  const [last = state.last] = served.toReversed()
  const said = served.flatMap(({ exchange }) => remainingOf(exchange) ?? [])
  const highest = state.least + 1 + refilled(state.last.exchange, last.exchange)
  const next = { ...state, refused, last, least: Math.min(state.least, ...said) }
  // A higher Remaining than before: the window was renewed. Which answers still belong to the old one is unknown.
  if (!state.isRenewed && said.some((left) => left > highest))
    return { ...next, served: 0, least: Math.max(...said), isRenewed: true }
  return { ...next, served: state.served + served.length }
}

/** RATE-06, RATE-07: expects the 429 to come at the limit. */
export function expectTimelyRefusal(ctx: SpenderContext, spent: Exhaustion): void {
  const { first, last, refused, served, isRenewed } = spent
  // What got a server error or no answer may have been counted; it is sent again.
  const unclear = ctx
    .answersTo('GET /leads')
    .filter(({ exchange, status = 500 }) => exchange.key === 'exhaustible' && status >= 500).length
  const start = remainingOf(first.exchange) ?? 0
  const promised = isFresh(ctx, start) ? RATE_LIMIT : Math.min(start, RATE_LIMIT)
  ctx
    .expect(last)
    .toSatisfy(
      refused !== undefined && served <= mostOf(spent),
      '429 after 1,000 requests in an hour',
      refused === undefined
        ? `status ${last.status} after ${served} requests, and no 429`
        : `${served} requests served before the 429`,
      { status: refused === undefined ? last.status : undefined, also: [first], evenLimited: true },
    )
  ctx
    .expect(refused ?? last)
    .toSatisfy(
      refused === undefined || isRenewed || served + unclear >= promised,
      `no 429 before ${promised} requests`,
      `429 after ${served} requests, although ${start} were left at first`,
      { requirement: 'RATE-07', also: [first], evenLimited: true },
    )
}

/**
 * Whether the key was unused: its first answer leaves 1,000, or 999, as the first answer to each other key does that
 * has its own count. A service that counts the present request says 999 to all of them.
 */
function isFresh({ world }: SpenderContext, start: number): boolean {
  const { main, other } = world.discovery
  const others = [main.me, other?.me].map((answer) => answer && remainingOf(answer.exchange))
  return start === RATE_LIMIT || (start === RATE_LIMIT - 1 && others.every((left) => left === start))
}

/** RATE-04: expects the 429 not to say that more remains than before it. A counter may be late. */
export async function expectNothingBack(ctx: SpenderContext, spent: Exhaustion): Promise<void> {
  const { refused, least, last, isRenewed } = spent
  if (refused === undefined || isRenewed) return
  const isHigher = ({ exchange }: Answer): boolean =>
    (remainingOf(exchange) ?? 0) > least + 1 + refilled(last.exchange, exchange)
  if (!isHigher(refused)) return
  const later = await ctx.eventually(looker(ctx.spender), (answer) => !isHigher(answer))
  ctx
    .expect(refused)
    .toSatisfy(
      !isHigher(later),
      'X-RateLimit-Remaining no higher than before the 429',
      `${remainingOf(refused.exchange)} with the 429`,
      { requirement: 'RATE-04', also: [last], evenLimited: true },
    )
}

/** One valid request of each kind. Writes change nothing, except for a note and a lead with this text. */
function kinds({ spender, world }: SpenderContext, pages: readonly Answer[], text: string): readonly Ask[] {
  const items = (list: string): Answer['items'] =>
    pages.find(({ exchange }) => exchange.operation === list)?.items ?? []
  const [chatbot] = idsOf(items('GET /chatbots'))
  const [conversation] = items('GET /conversations')
  const [id] = idsOf(conversation === undefined ? [] : [conversation])
  const [lead] = idsOf(items('GET /leads'))
  const asking = <T>(of: T | undefined, ask: (of: T) => Promise<Answer>): Ask[] =>
    of === undefined ? [] : [() => ask(of)]
  const reads = [
    () => spender.me(),
    () => spender.chatbots(),
    () => spender.conversations(),
    () => spender.leads(),
    () => spender.bookings(),
    () => spender.reservations(everyItem('GET /reservations')),
    () => spender.analytics(),
    ...asking(chatbot, (chatbot_id) => spender.sources({ chatbot_id })),
    ...asking(id, spender.conversation),
    ...asking(lead, spender.lead),
    // The limit belongs to the key, not to the client or its address.
    () => spender.sending('User-Agent', 'another-client/1.0').me(),
    () => spender.sending('X-Forwarded-For', '203.0.113.7').me(),
  ]
  if (!world.discovery.capabilities.writes) return reads
  return [
    ...reads,
    ...asking(id, (one) => spender.patchConversation(one, { is_resolved: conversation?.['is_resolved'] })),
    ...asking(id, (one) => spender.addNote(one, { content: text })),
    ...asking(chatbot, (chatbot_id) => spender.createLead({ chatbot_id, name: text })),
  ]
}

/**
 * RATE-06: expects every operation to be refused to the spent key, also after requests without a valid key: nothing but
 * time brings an allowance back. A window may open meanwhile, so a request counts that is served between two refusals.
 * @param text - marks what would be written
 */
export async function expectAllRefused(ctx: SpenderContext, spent: Exhaustion, text: string): Promise<void> {
  const { anonymous, spender, expect } = ctx
  const look = looker(spender)
  await anonymous.me()
  const asks = kinds(ctx, spent.pages, text)
  const answers = await Promise.all(asks.map((ask) => ask()))
  for (const [index, ask] of asks.entries()) {
    const first = answers[index]
    if (first?.isAccepted !== true) continue
    const before = await look()
    // A cache may keep the answer to a read for some seconds.
    const answer =
      first.exchange.request.method === 'GET'
        ? await ctx.eventually(ask, ({ isAccepted }) => !isAccepted)
        : await ask()
    const after = await look()
    if (before.status !== 429 || after.status !== 429 || !answer.isAccepted) continue
    expect(answer).toSatisfy(false, '429', `status ${answer.status} between two 429s`, {
      status: answer.status,
      also: [before, after],
      evenLimited: true,
    })
  }
}

/**
 * RATE-06: expects a lead that got 429 not to be recorded; one whose request was served between two refusals may be.
 * Which workspace the key belongs to is not known.
 */
export async function expectNotRecorded(
  { expect, answersTo }: SpenderContext,
  actors: readonly Actor[],
  refused: Answer,
  text: string,
): Promise<void> {
  const wasServed = answersTo('POST /leads').some(
    ({ exchange, status }) => status !== 429 && sentBody(exchange)['name'] === text,
  )
  if (wasServed) return
  const lists = await Promise.all(actors.map((actor) => actor.fullPage('GET /leads')))
  for (const list of lists)
    expect(list).toSatisfy(
      list.exchange.response?.text.includes(text) !== true,
      'no lead from a request that got a 429',
      `${text} among the leads`,
      { also: [refused], evenLimited: true },
    )
}
