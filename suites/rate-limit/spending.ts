/** A key is spent: the 429 comes when 1,000 requests were served, and not before. */
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { describeAnswer, isFromCache } from '../../lib/engine/http/exchange.ts'
import { KEY_VARIABLES } from '../../lib/engine/http/keys.ts'
import { HOURLY_LIMIT, remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { OPERATIONS } from '../../lib/engine/spec/operations.ts'
import { count } from '../../lib/engine/util/text.ts'
import { type Ask, looker, refilled, unexplained } from './counting.ts'

export type SpenderContext = Context<'exhaustibleKey'>

/** Requests under way at once. */
const IN_FLIGHT = 32

/** Counters that refill in steps, or that several nodes keep in step, are a handful late, and nobody outside can tell. */
const LATE_BY = 10

/** What a key was served, and what it got then. */
interface Spending {
  /** Answers that the limit counts, in the order of their arrival. */
  readonly served: readonly [Answer, ...Answer[]]
  /** What came in the place of further ones; undefined if the key was served on and on. */
  readonly end: Answer | undefined
}

/** Sends requests until none of those under way is served any more, or until more were served than the limit explains. */
export async function spend(ctx: SpenderContext): Promise<Spending> {
  const { spender, inconclusive } = ctx
  const { status } = await spender.me()
  if (status === 401 || status === 403)
    inconclusive(
      `the target rejects the key in ${KEY_VARIABLES.exhaustible} (${status}): set it to a valid key whose limit may be used up, or unset it`,
    )
  // Items for the requests that have to be refused.
  await Promise.all([spender.chatbots(), spender.conversations(), spender.leads()])
  const [first = inconclusive('no request with the key was served'), ...others] =
    sentSoFar(ctx).filter(isServed)
  const served: [Answer, ...Answer[]] = [first, ...others]
  const look = looker(spender)
  let lost = 0
  while (!isTooMany(served)) {
    const round = await Promise.all(Array.from({ length: IN_FLIGHT }, look))
    served.push(...round.filter(isServed))
    lost += round.filter(({ status: answered }) => answered === undefined).length
    if (lost >= IN_FLIGHT)
      inconclusive(`the limit could not be used up: ${count(lost, 'request')} got no response`)
    const end = round.findLast((answer) => !isServed(answer))
    if (end === undefined || round.some(isServed)) continue
    if (isSpent(served) || !(await isServedAgain(ctx, look))) return { served, end }
    inconclusive(
      `after ${count(served.length, 'request')} the key was refused for a moment (${describeAnswer(end.exchange)}): with --rate below that limit of bursts its hour can be spent`,
    )
  }
  return { served, end: undefined }
}

/** Whether the key is served again within ten seconds, five moments: then a limiter of bursts refused it. */
async function isServedAgain({ settle }: SpenderContext, look: Ask): Promise<boolean> {
  for (let moments = 0; moments < 5; moments++) {
    await settle()
    if (isServed(await look())) return true
  }
  return false
}

/** What the limit counts: an answer that a cache kept was no request. */
const isServed = ({ isAccepted, exchange }: Answer): boolean => isAccepted && !isFromCache(exchange)

/** All answers to the key, in the order of sending: another case may have used it, too. */
function sentSoFar({ answersTo }: SpenderContext): readonly Answer[] {
  return OPERATIONS.flatMap(answersTo)
    .filter(({ exchange }) => exchange.key === 'exhaustible')
    .toSorted((one, other) => one.exchange.id - other.exchange.id)
}

/** Whether more were served than a late counter, and a window that refills evenly, explain. */
function isTooMany(served: Spending['served']): boolean {
  const last = served.at(-1) ?? served[0]
  return served.length > HOURLY_LIMIT + LATE_BY + refilled(served[0].exchange, last.exchange)
}

/** What the answers leave, as far as they say so. */
function leftBy(served: readonly Answer[]): readonly number[] {
  return served.flatMap(({ exchange }) => remainingOf(exchange) ?? [])
}

/** Whether the hour is spent: 1,000 were served or, of a key that was in use before, all that it had left. */
function isSpent(served: Spending['served']): boolean {
  const [start = HOURLY_LIMIT, ...later] = leftBy(served)
  return served.length >= HOURLY_LIMIT || (start < HOURLY_LIMIT - 1 && Math.min(...later) <= 1)
}

/**
 * RATE-06: expects a 429 when the hour is spent.
 * @returns the 429
 * @throws Inconclusive where the key was never refused by its limit
 */
export async function expectRefusal(ctx: SpenderContext, { served, end }: Spending): Promise<Answer> {
  const { expect, inconclusive } = ctx
  const [first] = served
  const last = served.at(-1) ?? first
  if (isTooMany(served)) {
    const [start = HOURLY_LIMIT, ...later] = leftBy(served)
    const back = later.slice(IN_FLIGHT).find((left) => left >= start)
    if (back !== undefined)
      inconclusive(
        `X-RateLimit-Remaining was ${back} again after it had begun with ${start}: an hour has ended`,
      )
    expect(last).toSatisfy(
      false,
      '429 after 1,000 requests in an hour',
      `${count(served.length, 'request')} served${end === undefined ? ', and no 429' : ' before the 429'}`,
      { status: end === undefined ? last.status : undefined, also: [first] },
    )
  }
  if (end === undefined) return inconclusive('needs a 429 after 1,000 requests')
  if (end.status === 429) return end
  const what = `${describeAnswer(end.exchange)} after ${count(served.length, 'request')}`
  // A service that answers nobody is overloaded, and not over the limit of one key.
  const another = await looker(ctx.api)()
  if (!isSpent(served) || !another.isAccepted) return inconclusive(`the limit could not be used up: ${what}`)
  expect(end).toSatisfy(false, 'status 429 over the limit', `${what}, while another key is served`, {
    status: end.status,
    also: [last, another],
  })
  return inconclusive('needs a 429 after 1,000 requests')
}

/** RATE-07: expects a fresh key not to be refused before it has sent 1,000 requests. */
export function expectNoEarlyRefusal(ctx: SpenderContext, { served }: Spending, refused: Answer): void {
  const start = remainingOf(served[0].exchange) ?? ctx.inconclusive('X-RateLimit-Remaining cannot be read')
  if (!isFresh(ctx, start)) return
  // What got an error may have been counted.
  const sent = sentSoFar(ctx).filter(
    ({ status, exchange: { id } }) => status !== 429 && id < refused.exchange.id,
  )
  const most = Math.max(served.length, sent.length)
  const least = Math.min(...leftBy(served))
  if (most < HOURLY_LIMIT && start - least > most) ctx.inconclusive(unexplained(start, least))
  ctx
    .expect(refused)
    .toSatisfy(
      most >= HOURLY_LIMIT,
      'no 429 before 1,000 requests in an hour',
      `429 after ${count(served.length, 'request')}, and nothing served in the ten seconds after`,
      { requirement: 'RATE-07', also: [served[0]], evenLimited: true },
    )
}

/** Whether the key was unused: its first answer leaves 1,000, or 999 like the first answer to each other key, which counts itself. */
function isFresh({ world }: SpenderContext, start: number): boolean {
  const { main, other } = world.discovery
  const others = [main.me, other?.me].map((answer) => answer && remainingOf(answer.exchange))
  return start === HOURLY_LIMIT || (start === HOURLY_LIMIT - 1 && others.every((left) => left === start))
}
