/**
 * How Remaining counts: a look, some requests, another look. Remaining must fall by the number of requests.
 */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { place } from '../../lib/engine/judge/judgements.ts'

/** Sends one request. */
export type Ask = () => Promise<Answer>

/** A request with this key that returns 200; a different one each time, so that no cache answers it. */
export function looker(actor: Actor): Ask {
  let offset = Date.now() % 50_000
  return () => actor.leads({ limit: 1, offset: offset++ })
}

/**
 * By how much Remaining fell from one answer to a later one.
 * @throws Inconclusive if one of them got no answer, or 429, or if the header cannot be read
 */
export function fall({ inconclusive }: Pick<Context, 'inconclusive'>, one: Answer, other: Answer): number {
  const [before, after] = [one, other].map((answer) => remainingOf(answer.mustArrive().exchange))
  return before === undefined || after === undefined
    ? inconclusive('X-RateLimit-Remaining cannot be read')
    : before - after
}

/** A sentence on how Remaining changed, if the requests of the run do not explain it. */
export function unexplained(before: number, after: number): string {
  const went = after > before ? 'rose' : 'fell'
  return `X-RateLimit-Remaining ${went} from ${before} to ${after}, which the requests of this run do not explain`
}

/**
 * Whether a request must be counted: an answer from a cache is no request, and whether a refused request
 * counts is open.
 */
function mustCount({ fate, exchange }: Answer): boolean {
  return fate === 'accepted' && remainingOf(exchange) !== undefined
}

/** Whether Remaining is higher in an answer than in an earlier one to the same key. */
function leavesMore(answer: Answer, earlier: Answer): boolean {
  return (remainingOf(answer.exchange) ?? 0) > (remainingOf(earlier.exchange) ?? Infinity)
}

/**
 * Whether an answer shows how many requests the key has left: a 401 belongs to no key, and a request that did
 * not reach the API shows nothing.
 */
function isTold({ fate, status }: Answer): boolean {
  return fate === 'refused' && status !== 401
}

/** A request, and its special property: ` with …`. */
export interface Counted {
  readonly ask: Ask
  readonly words?: string
}

interface Blamed {
  readonly requirement: string
  /** Ends the case if nothing can be blamed. */
  readonly premise?: () => Promise<void>
}

type CountingContext = Pick<Context, 'expect' | 'eventually' | 'inconclusive'>

/**
 * Expects each of these requests to take one from Remaining, and to show it. Whether a refused request takes
 * one is open, but its value must lie between those shown before and after it. All are sent at once. Only if
 * that does not add up, each request with an odd value, or otherwise each one, is examined alone, until one
 * is found that does not count.
 * @param look - asks with the key whose allowance the requests use
 * @returns the answers to the requests
 */
export async function expectCounted(
  ctx: CountingContext,
  look: Ask,
  requests: readonly Counted[],
  blame: Blamed,
): Promise<readonly Answer[]> {
  const before = await look()
  const sent = await Promise.all(
    requests.map(async (request) => ({ request, answer: (await request.ask()).mustArrive() })),
  )
  const after = await look()
  const answers = sent.map(({ answer }) => answer)
  const counted = answers.filter(mustCount)
  const isOdd = (answer: Answer): boolean =>
    (mustCount(answer) || isTold(answer)) &&
    (leavesMore(answer, before) || (isTold(answer) && leavesMore(after, answer)))
  const odd = sent.filter(({ answer }) => isOdd(answer)).map(({ request }) => request)
  if (fall(ctx, before, after) > counted.length && odd.length === 0) return answers
  await blame.premise?.()
  for (const request of odd.length > 0 ? odd : requests)
    if (!(await expectOneCounted(ctx, look, request, blame))) break
  return answers
}

/**
 * Repeats a request and a look after it, until Remaining has fallen by more than the looks alone take, and
 * the request shows it: nodes may count late, and an allowance may refill meanwhile.
 * @returns whether the request counts
 */
async function expectOneCounted(
  ctx: CountingContext,
  look: Ask,
  { ask, words = '' }: Counted,
  { requirement }: Blamed,
): Promise<boolean> {
  const before = await look()
  let tries = 0
  const isCounted = (answer: Answer, after: Answer): boolean =>
    mustCount(answer)
      ? !leavesMore(answer, before) && fall(ctx, before, after) > tries
      : !isTold(answer) || (!leavesMore(answer, before) && !leavesMore(after, answer))
  const [answer, after] = await ctx.eventually(
    async () => {
      tries += 1
      return [await ask(), await look()] as const
    },
    (pair) => isCounted(...pair),
    'X-RateLimit-Remaining, which has to fall',
  )
  const [was, is, left] = [before, answer, after].map(({ exchange }) => remainingOf(exchange))
  const asked = `${place(answer.exchange)}${words}`
  ctx
    .expect(answer)
    .toSatisfy(
      isCounted(answer, after),
      mustCount(answer)
        ? `X-RateLimit-Remaining lower by ${2 * tries}, after ${tries} ${asked} and ${tries} GET /leads`
        : `X-RateLimit-Remaining of at most ${was} and at least ${left} on ${asked}, as before and after it`,
      () =>
        mustCount(answer) && !leavesMore(answer, before)
          ? `lower by ${fall(ctx, before, after)}`
          : `${is}, after it was ${was}`,
      { requirement, header: 'X-RateLimit-Remaining', also: [before, after] },
    )
  return isCounted(answer, after)
}
