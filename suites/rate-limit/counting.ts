/** How Remaining counts: a look, some requests, another look. Remaining has to fall by the number of requests. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { place } from '../../lib/engine/judge/judgements.ts'

/** Sends one request. */
export type Ask = () => Promise<Answer>

/** A request with this key that returns 200, and each time another one, so that no cache answers it. */
export function looker(actor: Actor): Ask {
  let offset = Date.now() % 50_000
  return () => actor.leads({ limit: 1, offset: offset++ })
}

/**
 * By how much Remaining fell from one answer to a later one.
 * @throws Inconclusive where one of them got no answer, or 429, or where the header cannot be read
 */
export function fall({ inconclusive }: Pick<Context, 'inconclusive'>, one: Answer, other: Answer): number {
  const [before, after] = [one, other].map((answer) => remainingOf(answer.mustArrive().exchange))
  return before === undefined || after === undefined
    ? inconclusive('X-RateLimit-Remaining cannot be read')
    : before - after
}

/** Says how Remaining changed, where the requests of the run do not explain it. */
export function unexplained(before: number, after: number): string {
  const went = after > before ? 'rose' : 'fell'
  return `X-RateLimit-Remaining ${went} from ${before} to ${after}, which the requests of this run do not explain`
}

/** Whether a request has to be counted: an answer from a cache is none, and whether a refused request counts is open. */
function mustCount({ fate, exchange }: Answer): boolean {
  return fate === 'accepted' && remainingOf(exchange) !== undefined
}

/** Whether Remaining is higher in an answer than in an earlier one to the same key. */
function leavesMore(answer: Answer, earlier: Answer): boolean {
  return (remainingOf(answer.exchange) ?? 0) > (remainingOf(earlier.exchange) ?? Infinity)
}

interface Blamed {
  readonly requirement: string
  /** What is special about the requests. */
  readonly words?: string
  /** Ends the case where nothing can be blamed. */
  readonly premise?: () => Promise<void>
}

type Tools = Pick<Context, 'expect' | 'eventually' | 'inconclusive'>

/**
 * Expects each of these requests to take something from Remaining, and to show it. All are sent at once; only where that
 * does not add up, each is looked at alone, until one is found that does not count.
 * @param look - asks with the key whose allowance they take
 * @returns the answers to the requests
 */
export async function expectCounted(
  ctx: Tools,
  look: Ask,
  asks: readonly Ask[],
  blame: Blamed,
): Promise<readonly Answer[]> {
  const before = await look()
  const answers = await Promise.all(asks.map(async (ask) => (await ask()).mustArrive()))
  const fallen = fall(ctx, before, await look())
  const counted = answers.filter(mustCount)
  if (fallen > counted.length && !counted.some((answer) => leavesMore(answer, before))) return answers
  await blame.premise?.()
  for (const ask of asks) if (!(await expectOneCounted(ctx, look, ask, blame))) break
  return answers
}

/**
 * Sends a request and a look after it, again and again, until Remaining has fallen by more than the looks alone take:
 * nodes may count late, and an allowance may refill meanwhile.
 * @returns whether the request counts
 */
async function expectOneCounted(
  ctx: Tools,
  look: Ask,
  ask: Ask,
  { requirement, words = '' }: Blamed,
): Promise<boolean> {
  const before = await look()
  let tries = 0
  const isCounted = (answer: Answer, after: Answer): boolean =>
    !mustCount(answer) || (!leavesMore(answer, before) && fall(ctx, before, after) > tries)
  const [answer, after] = await ctx.eventually(
    async () => {
      tries += 1
      return [await ask(), await look()] as const
    },
    (pair) => isCounted(...pair),
    'X-RateLimit-Remaining, which has to fall',
  )
  ctx
    .expect(answer)
    .toSatisfy(
      isCounted(answer, after),
      `X-RateLimit-Remaining lower by ${2 * tries}, after ${tries} ${place(answer.exchange)}${words} and ${tries} GET /leads`,
      () =>
        leavesMore(answer, before)
          ? `${remainingOf(answer.exchange)}, after it was ${remainingOf(before.exchange)}`
          : `lower by ${fall(ctx, before, after)}`,
      { requirement, also: [before, after] },
    )
  return isCounted(answer, after)
}
