/** How Remaining counts: a look, requests, another look; what it fell by is what they took. */
import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { remainingOf } from '../../lib/judge/rate-headers.ts'

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

type Tools = Pick<Context, 'expect' | 'eventually' | 'inconclusive'>

/**
 * RATE-04, RATE-12: expects each of these requests to take one from Remaining, and not more, and its answer to show the
 * Remaining of the key. All are sent at once. Only where Remaining fell by another number, each is looked at alone.
 */
export async function expectOneEach(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  const before = await look()
  const answers = await Promise.all(asks.map(async (ask) => (await ask()).arrived()))
  // Whether a refused request counts is open.
  const served = asks.filter((_, n) => answers[n]?.isAccepted)
  let looks = 0
  const after = await ctx.eventually(
    async () => {
      looks += 1
      return look()
    },
    (last) => fall(ctx, before, last) >= served.length + looks,
  )
  const fallen = fall(ctx, before, after)

  await expectOwnRemaining(ctx, before, asks, answers)
  if (fallen < served.length + looks) await expectAllCounted(ctx, look, served)
  if (fallen > asks.length + looks) await expectNoSurcharge(ctx, look, asks)
}

/** RATE-04: expects no answer to show more than an earlier one did. */
async function expectOwnRemaining(
  { expect, eventually }: Tools,
  before: Answer,
  asks: readonly Ask[],
  answers: readonly Answer[],
): Promise<void> {
  const most = remainingOf(before.exchange) ?? 0
  const isOwn = ({ exchange }: Answer): boolean => (remainingOf(exchange) ?? 0) <= most
  const ask = asks.find((_, n) => answers[n] !== undefined && !isOwn(answers[n]))
  // A cache may have kept an earlier answer.
  const answer = ask === undefined ? before : await eventually(ask, isOwn)
  expect(answer).toSatisfy(
    isOwn(answer),
    `X-RateLimit-Remaining of at most ${most}, as in the answer before`,
    String(remainingOf(answer.exchange)),
    { requirement: 'RATE-04', also: [before] },
  )
}

/**
 * RATE-04: expects Remaining to fall by more than the looks alone take. A cache may have answered a request, and a counter
 * may be late, so both are sent again until it does.
 */
async function expectAllCounted(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    const before = await look()
    let looks = 0
    const { answer, after } = await ctx.eventually(
      async () => {
        looks += 1
        return { answer: await ask(), after: await look() }
      },
      (seen) => fall(ctx, before, seen.after) > looks,
    )
    const fallen = fall(ctx, before, after)
    ctx
      .expect(answer)
      .toSatisfy(
        fallen > looks,
        'X-RateLimit-Remaining lower by one after each request',
        `lower by ${fallen} after ${looks} of these and ${looks} GET /leads`,
        { requirement: 'RATE-04', also: [before, after] },
      )
    if (fallen <= looks) return
  }
}

/**
 * RATE-12: expects no request to take more than one. Others may use the key: nothing is concluded unless each look that
 * follows a look takes exactly one.
 */
async function expectNoSurcharge(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  const brackets: { readonly answer: Answer; readonly before: Answer; readonly after: Answer }[] = []
  let previous = await look()
  let isQuiet = true
  for (const ask of asks) {
    const before = await look()
    isQuiet &&= fall(ctx, previous, before) === 1
    const answer = (await ask()).arrived()
    const after = await look()
    brackets.push({ answer, before, after })
    previous = after
  }
  if (!isQuiet) ctx.inconclusive(IN_USE)
  for (const { answer, before, after } of brackets)
    ctx
      .expect(answer)
      .toSatisfy(
        fall(ctx, before, after) <= 2,
        'X-RateLimit-Remaining lower by two after this request and the next',
        `lower by ${fall(ctx, before, after)}`,
        { requirement: 'RATE-12', also: [before, after] },
      )
}
