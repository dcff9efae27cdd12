/** A key is spent: 429 comes after 1,000 requests, and not before. */
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import { KEY_VARIABLES } from '../../lib/http/keys.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { OPERATIONS } from '../../lib/spec/operations.ts'
import { IN_USE, looker } from './counting.ts'

export type SpenderContext = Context<'exhaustibleKey'>

/** Requests under way at once: so many answers may overtake an earlier one. */
const IN_FLIGHT = 32

/** How a key was spent. */
export interface Exhaustion {
  readonly first: Answer
  /** The last answer before the 429. */
  readonly last: Answer
  /** A 429 of the spent key; undefined if it was never refused. */
  readonly refused: Answer | undefined
  /** Answers of the API other than 429 and server errors. */
  readonly served: number
  /** The lowest Remaining before the 429. */
  readonly least: number
  /** Pages that the key was shown, for requests with ids. */
  readonly pages: readonly Answer[]
}

/**
 * Sends requests until all that are under way get 429, or past the limit. A single 429 may come from something of the
 * moment.
 */
export async function exhaust({ spender, inconclusive }: SpenderContext): Promise<Exhaustion> {
  const first = await spender.me()
  if (first.status === 401 || first.status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${first.status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  let least = remainingOf(first.arrived().exchange) ?? inconclusive('X-RateLimit-Remaining cannot be read')
  let [last, refused] = [first, first]
  let [served, failed, refusals] = [1, 0, 0]
  let hasRisen = false
  const note = (answer: Answer): void => {
    const { status = 500, exchange } = answer
    if (status === 429) {
      refused = answer
      refusals += 1
    } else if (status >= 500) failed += 1
    else {
      const left = remainingOf(exchange) ?? least
      hasRisen ||= left > least + IN_FLIGHT + refilled(last.exchange, exchange)
      least = Math.min(least, left)
      last = answer
      served += 1
      refusals = 0
    }
  }
  const pages = await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  pages.forEach(note)
  const look = looker(spender)
  const goesOn = (): boolean =>
    refusals < IN_FLIGHT && served <= mostBetween(first, last) && failed <= served && !hasRisen
  const spend = async (): Promise<void> => {
    while (goesOn()) note(await look())
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, spend))
  if (hasRisen) inconclusive('X-RateLimit-Remaining rose while the key was spent: its hour may have ended')
  if (failed > served)
    inconclusive(
      'the limit could not be used up: requests fail or get no response; a lower --concurrency may help',
    )
  return { first, last, refused: refusals < IN_FLIGHT ? undefined : refused, served, least, pages }
}

/** 1,000 requests of the hour, and what an allowance that refills evenly gained meanwhile: 1,000 in an hour. Part 8. */
function mostBetween(first: Answer, last: Answer): number {
  return RATE_LIMIT + refilled(first.exchange, last.exchange)
}

/** What an allowance that refills evenly gains between two exchanges, in whole requests. */
function refilled(first: Exchange, last: Exchange): number {
  const ms = last.startedAt + last.durationMs - first.startedAt
  return Math.floor((ms / 3_600_000) * RATE_LIMIT)
}

/** RATE-06, RATE-07: expects the 429 to come at the limit. */
export function expectTimelyRefusal(ctx: SpenderContext, spent: Exhaustion): void {
  const { first, last, refused, served, least } = spent
  // What got a server error, no answer or a passing 429 may have been counted; it is sent again.
  const unclear = OPERATIONS.flatMap(ctx.answersTo)
    .filter(({ exchange }) => exchange.key === 'exhaustible')
    .filter(
      ({ status = 500, exchange }) => status >= 500 || (status === 429 && exchange.id < last.exchange.id),
    ).length
  const start = remainingOf(first.exchange) ?? 0
  const promised = isFresh(ctx, start) ? RATE_LIMIT : Math.min(start, RATE_LIMIT)
  ctx
    .expect(last)
    .toSatisfy(
      refused !== undefined && served <= mostBetween(first, last),
      '429 after 1,000 requests in an hour',
      refused === undefined
        ? `status ${last.status} after ${served} requests, and no 429`
        : `${served} requests served before the 429`,
      { status: refused === undefined ? last.status : undefined, also: [first], evenLimited: true },
    )
  const isEarly = refused !== undefined && served + unclear < promised
  // Its own requests are the first and those after it, which alone took from what the first one left.
  if (isEarly && start - least >= served + unclear) ctx.inconclusive(IN_USE)
  ctx
    .expect(refused ?? last)
    .toSatisfy(
      !isEarly,
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
