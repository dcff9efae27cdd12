/** A key is spent: 429 comes after 1,000 requests, and not before. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endOf } from '../../lib/engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../lib/engine/http/keys.ts'
import { isAnswered } from '../../lib/engine/http/retries.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { IN_USE, looker } from './counting.ts'

export type SpenderContext = Context<'exhaustibleKey'>

/** Requests under way at once. */
const IN_FLIGHT = 32

/** The answers to a key until it was spent. */
interface Account {
  /** Answers of the API other than 429, in the order of their arrival. */
  readonly served: readonly [Answer, ...Answer[]]
  /** A 429 after which nothing was served any more; undefined if the key was never refused. */
  readonly refused: Answer | undefined
}

/** What an allowance that refills evenly gains from one answer to another, in whole requests: 1,000 in an hour. Part 8. */
function refilled({ exchange: first }: Answer, { exchange: last }: Answer): number {
  return Math.floor(((endOf(last) - first.startedAt) / 3_600_000) * RATE_LIMIT)
}

/** All answers that the key got, in the order of sending: another case may have used it, too. */
function answersOf({ answersTo }: SpenderContext): readonly Answer[] {
  return OPERATIONS.flatMap(answersTo)
    .filter(({ exchange }) => exchange.key === 'exhaustible')
    .toSorted((one, other) => one.exchange.id - other.exchange.id)
}

const isServed = ({ status, exchange }: Answer): boolean => status !== 429 && isAnswered(exchange)

/**
 * Sends requests until nothing is served any more, or past the limit: so far that a window that opened while the first of
 * them were under way is spent, too.
 */
export async function exhaust(ctx: SpenderContext): Promise<Account> {
  const { spender, inconclusive } = ctx
  const { status } = await spender.me()
  if (status === 401 || status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  // Items for the requests that have to be refused.
  await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  const answers = answersOf(ctx).filter(isServed)
  const left = answers.map(({ exchange }) => remainingOf(exchange))
  // A cache that answered from memory says the same Remaining again.
  const counted = answers.filter((_, n) => left.indexOf(left[n]) === n)
  const [first = inconclusive('no request with the key was answered'), ...others] = counted
  const served: [Answer, ...Answer[]] = [first, ...others]
  /** What followed the last of them. As many as are under way: a single 429 may come from something of the moment. */
  let unserved: Answer[] = []
  /** Requests that failed, although they were sent again: more of them would only disturb other cases. */
  let failed = 0
  const look = looker(spender)
  const goesOn = (): boolean =>
    unserved.length < IN_FLIGHT &&
    failed < IN_FLIGHT &&
    served.length <= RATE_LIMIT + 2 * IN_FLIGHT + refilled(first, served.at(-1) ?? first)
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      while (goesOn()) {
        const answer = await look()
        if (isServed(answer)) {
          served.push(answer)
          unserved = []
        } else unserved.push(answer)
        if (answer.status !== 429 && !isAnswered(answer.exchange)) failed += 1
      }
    }),
  )
  if (failed >= IN_FLIGHT || unserved.some((answer) => answer.status !== 429))
    inconclusive(
      'the limit could not be used up: requests fail or get no response; a lower --concurrency may help',
    )
  return { served, refused: unserved.length < IN_FLIGHT ? undefined : unserved[0] }
}

/** RATE-06, RATE-07: expects the 429 to come at the limit. */
export function expectTimelyRefusal(ctx: SpenderContext, { served, refused }: Account): void {
  const [first] = served
  const last = served.at(-1) ?? first
  const start = remainingOf(first.exchange) ?? ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  const later = served.slice(1).map(({ exchange }) => remainingOf(exchange) ?? 0)
  const isLate = served.length > RATE_LIMIT + refilled(first, last)
  const risen = refused === undefined ? later.slice(IN_FLIGHT) : later
  if (isLate && risen.some((left) => left >= start))
    ctx.inconclusive('X-RateLimit-Remaining rose while the key was spent: its hour may have ended')
  ctx
    .expect(last)
    .toSatisfy(
      !isLate,
      '429 after 1,000 requests in an hour',
      refused === undefined
        ? `status ${last.status} after ${served.length} requests, and no 429`
        : `${served.length} requests served before the 429`,
      { status: refused === undefined ? last.status : undefined, also: [first] },
    )
  if (refused === undefined) return
  // What got a server error, no answer, a passing 429 or an answer of a cache may have been counted.
  const counted = new Set(served.map(({ exchange }) => exchange.id))
  const unclear = answersOf(ctx).filter(
    ({ status, exchange: { id } }) => !counted.has(id) && (status !== 429 || id < last.exchange.id),
  ).length
  const most = served.length + unclear
  const promised = isUnused(ctx, start) ? RATE_LIMIT : Math.min(start, RATE_LIMIT)
  // Without others, each request after the first takes one from what the first one left.
  if (most < promised && start - Math.min(...later) >= most) ctx.inconclusive(IN_USE)
  ctx
    .expect(refused)
    .toSatisfy(
      most >= promised,
      `no 429 before ${promised} requests`,
      `429 after ${served.length} requests, although ${start} were left at first`,
      { requirement: 'RATE-07', also: [first], evenLimited: true },
    )
}

/**
 * Whether the key was unused: its first answer leaves 1,000, or 999 as the first answer to each other key does. A service
 * that counts the present request leaves 999 to all of them.
 */
function isUnused({ world }: SpenderContext, start: number): boolean {
  const { main, other } = world.discovery
  const others = [main.me, other?.me].map((answer) => answer && remainingOf(answer.exchange))
  return start === RATE_LIMIT || (start === RATE_LIMIT - 1 && others.every((left) => left === start))
}
