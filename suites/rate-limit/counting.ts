/** How Remaining counts: a look, requests, another look; what it fell by is what they took. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'

/** Sends one request with the key whose Remaining is watched. */
export type Ask = () => Promise<Answer>

/** Why falls of Remaining cannot be told apart. */
export const IN_USE = 'other clients use this key: give the run a key that nobody else uses'

/** A request with this key that returns 200 and that no cache has kept: it is never the same. */
export function looker(actor: Actor): Ask {
  let offset = Date.now() % 50_000
  return () => actor.leads({ limit: 1, offset: offset++ })
}

/**
 * What Remaining fell by from one answer to a later one.
 * @throws Inconclusive where one of them got no answer, or 429, or where the header cannot be read
 */
export function fall({ inconclusive }: Pick<Context, 'inconclusive'>, one: Answer, other: Answer): number {
  const [before, after] = [one, other].map((answer) => remainingOf(answer.arrived().exchange))
  return before === undefined || after === undefined
    ? inconclusive('X-RateLimit-Remaining cannot be read')
    : before - after
}

/** What an allowance that refills evenly gains between two exchanges, in whole requests: 1,000 in an hour. Part 8. */
export function refilled(first: Exchange, last: Exchange): number {
  const ms = last.startedAt + last.durationMs - first.startedAt
  return Math.floor((ms / 3_600_000) * RATE_LIMIT)
}

type Tools = Pick<Context, 'expect' | 'eventually' | 'inconclusive'>

/**
 * RATE-04, RATE-12: expects each of these requests to take one from Remaining, and not more, and its answer to show the
 * Remaining of the key. A counter may be late, so a fall is waited for.
 */
export async function expectOneEach(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  const before = await look()
  const answers = await Promise.all(asks.map(async (ask) => (await ask()).arrived()))
  // Whether a refused request counts is open.
  const served = answers.filter(({ isAccepted }) => isAccepted).length
  let looks = 0
  const counts = (after: Answer): boolean =>
    fall(ctx, before, after) >= served + looks - refilled(before.exchange, after.exchange)
  const after = await ctx.eventually(async () => {
    looks += 1
    return look()
  }, counts)
  const most = remainingOf(before.exchange) ?? 0
  const isOwn = ({ exchange }: Answer): boolean =>
    (remainingOf(exchange) ?? 0) <= most + refilled(before.exchange, exchange)
  for (const [n, first] of answers.entries()) {
    // A cache may have kept an earlier answer.
    const answer = isOwn(first) ? first : await ctx.eventually(asks[n] ?? look, isOwn)
    ctx
      .expect(answer)
      .toSatisfy(
        isOwn(answer),
        `X-RateLimit-Remaining of at most ${most}, as in the answer before`,
        String(remainingOf(answer.exchange)),
        { requirement: 'RATE-04', also: [before] },
      )
  }
  if (fall(ctx, before, after) > answers.length + looks) await expectNoSurcharge(ctx, look, asks)
  const [free, ...looksBeside] = counts(after) ? [] : await freeRequest(ctx, look, asks)
  const [left, leftAfter] = looksBeside.map(({ exchange }) => remainingOf(exchange))
  ctx
    .expect(free ?? after)
    .toSatisfy(
      free === undefined,
      'X-RateLimit-Remaining lower by two after this request and the next',
      `${left} before them, ${leftAfter} after them`,
      { requirement: 'RATE-04', also: looksBeside },
    )
}

/**
 * A request that takes nothing, between a look before and one after it; empty if each takes one.
 * A cache may have answered it, and a counter may be late: it is sent again until it counts, or until what was sent
 * before shows.
 * @returns the answer to the request, and the two looks
 */
async function freeRequest(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<readonly Answer[]> {
  for (const ask of asks) {
    const start = await look()
    let sent = 0
    const counts = ({ one, other }: Bracket): boolean =>
      fall(ctx, one, other) > 1 || (sent > 3 && fall(ctx, start, one) >= sent - 2)
    const last = await ctx.eventually(async () => {
      sent += 3
      return { one: await look(), answer: await ask(), other: await look() }
    }, counts)
    if (last.answer.isAccepted && !counts(last)) return [last.answer, last.one, last.other]
  }
  return []
}

/** A request between two looks. */
interface Bracket {
  readonly one: Answer
  readonly answer: Answer
  readonly other: Answer
}

/**
 * RATE-12: expects requests not to take more than one each, where Remaining fell by more than was sent.
 * Others may use the key: as many looks before and after them have to take exactly one each.
 */
async function expectNoSurcharge(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  const surplus = async (series: readonly Ask[]): Promise<{ by: number; before: Answer; after: Answer }> => {
    const before = await look()
    for (const ask of series) (await ask()).arrived()
    const after = await look()
    return { by: fall(ctx, before, after) - series.length - 1, before, after }
  }
  const plain = asks.map(() => look)
  const [first, second, third] = [await surplus(plain), await surplus(asks), await surplus(plain)]
  if (first.by !== 0 || third.by !== 0) ctx.inconclusive(IN_USE)
  ctx
    .expect(second.after)
    .toSatisfy(
      second.by <= 0,
      'X-RateLimit-Remaining lower by one after each request',
      `lower by ${asks.length + 1 + second.by} after ${asks.length + 1} requests`,
      { requirement: 'RATE-12', also: [second.before] },
    )
}
