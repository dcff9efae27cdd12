/** How Remaining counts: a look, requests, another look; what it fell by is what they took. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { remainingOf } from '../../lib/engine/http/rate-headers.ts'

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
 * RATE-04, RATE-12: expects each of these requests to take one from Remaining, and not more, and its answer to show what is
 * left. All are sent at once. Only where that does not add up, each is looked at alone.
 */
export async function expectOneEach(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  const before = await look()
  const answers = await Promise.all(asks.map(async (ask) => (await ask()).arrived()))
  // Whether a refused request counts is open.
  const served = answers.filter(({ isAccepted }) => isAccepted).length
  let looks = 0
  const after = await ctx.eventually(
    async () => {
      looks += 1
      return look()
    },
    (last) => fall(ctx, before, last) >= served + looks,
  )
  const taken = fall(ctx, before, after) - looks
  if (taken < served || !answers.every((answer) => showsFall(before, answer)))
    await expectCounted(ctx, look, asks)
  if (taken > asks.length) await expectNoSurcharge(ctx, look, asks)
}

/** Whether an answer leaves no more than an earlier one did. */
function showsFall(before: Answer, { exchange }: Answer): boolean {
  return (remainingOf(exchange) ?? 0) <= (remainingOf(before.exchange) ?? 0)
}

/**
 * RATE-04: expects each request to take something from Remaining, and its answer to show that. A cache may have answered it,
 * and a counter may be late, so request and look are sent again until they do.
 */
async function expectCounted(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    const before = await look()
    let looks = 0
    const isCounted = ({ answer, after }: Pair): boolean =>
      !answer.isAccepted || fall(ctx, before, after) > looks
    const pair = await ctx.eventually(
      async (): Promise<Pair> => {
        looks += 1
        return { answer: await ask(), after: await look() }
      },
      (seen) => isCounted(seen) && showsFall(before, seen.answer),
    )
    const { answer, after } = pair
    const shown = { requirement: 'RATE-04', also: [before, after] }
    ctx
      .expect(answer)
      .toSatisfy(
        showsFall(before, answer),
        `X-RateLimit-Remaining of at most ${remainingOf(before.exchange)}, as in the answer before`,
        String(remainingOf(answer.exchange)),
        shown,
      )
    ctx
      .expect(answer)
      .toSatisfy(
        isCounted(pair),
        'X-RateLimit-Remaining lower by one after each request',
        `lower by ${fall(ctx, before, after)} after ${looks} of these and ${looks} GET /leads`,
        shown,
      )
    // One is enough: each of the others would be waited for.
    if (!isCounted(pair)) return
  }
}

/** A request, and a look after it. */
interface Pair {
  readonly answer: Answer
  readonly after: Answer
}

/**
 * RATE-12: expects no request to take more than one. Others may use the key: nothing is concluded unless each look that
 * follows a look takes exactly one.
 */
async function expectNoSurcharge(ctx: Tools, look: Ask, asks: readonly Ask[]): Promise<void> {
  const rounds: (Pair & { readonly idle: Answer; readonly before: Answer })[] = []
  for (const ask of asks)
    rounds.push({ idle: await look(), before: await look(), answer: await ask(), after: await look() })

  if (rounds.some(({ idle, before }) => fall(ctx, idle, before) !== 1)) ctx.inconclusive(IN_USE)
  for (const { answer, before, after } of rounds)
    ctx
      .expect(answer)
      .toSatisfy(
        fall(ctx, before, after) <= 2,
        'X-RateLimit-Remaining lower by two after this request and the next',
        `lower by ${fall(ctx, before, after)}`,
        { requirement: 'RATE-12', also: [before, after] },
      )
}
