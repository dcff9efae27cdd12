/**
 * How Remaining counts: a look, some requests, another look. Remaining must fall by the number of requests.
 */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { whereOf } from '../../lib/engine/judge/judgements.ts'

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

interface Looked {
  readonly before: Answer
  readonly answer: Answer
  readonly after: Answer
}

/** Whether an answer shows more requests left than an earlier answer to the same key, so that Remaining rose. */
function rises(earlier: Answer, answer: Answer): boolean {
  return (remainingOf(answer.exchange) ?? 0) > (remainingOf(earlier.exchange) ?? Infinity)
}

/**
 * Whether an answer to the key shows another count than the looks before and after it. Many requests at once
 * may be answered in any order, so a success may show less than a later look.
 */
function isOdd({ before, answer, after }: Looked): boolean {
  return rises(before, answer) || (answer.fate === 'refused' && rises(answer, after))
}

/**
 * RATE-04: expects each of these requests to take one from Remaining, and to show it. Whether a refused one
 * takes one is open, but what it shows must lie between the looks. All are sent at once. Only if that does
 * not add up, those that show an odd value, or else each one, are sent alone, until one does not count.
 */
export async function expectCounted(
  ctx: Pick<Context, 'expect' | 'inconclusive' | 'now' | 'wait'>,
  actor: Actor,
  requests: readonly Ask[],
): Promise<void> {
  const look = looker(actor)
  const before = await look()
  const answers = await Promise.all(requests.map(async (ask) => (await ask()).mustArrive()))
  const after = await look()
  const odd = requests.filter((_, index) => {
    const answer = answers[index]
    return answer !== undefined && isOdd({ before, answer, after })
  })
  const counted = answers.filter(({ fate }) => fate === 'accepted').length
  if (fall(ctx, before, after) > counted && odd.length === 0) return
  for (const ask of odd.length > 0 ? odd : requests) if (!(await expectOneCounted(ctx, look, ask))) return
}

/** Pauses between the looks, ten seconds in all. */
const PAUSES_MS = [250, 500, 1000, 2000, 3000, 3250] as const

/**
 * Repeats a request and a look after it, until Remaining has fallen by more than the looks alone take, and
 * the request shows it: nodes may count late, and an allowance may refill meanwhile.
 * @returns whether the request counts
 */
async function expectOneCounted(
  ctx: Pick<Context, 'expect' | 'inconclusive' | 'now' | 'wait'>,
  look: Ask,
  ask: Ask,
): Promise<boolean> {
  const before = await look()
  const askAndLook = async (): Promise<Looked> => ({ before, answer: await ask(), after: await look() })
  let tries = 1
  let seen = await askAndLook()
  for (const ms of PAUSES_MS) {
    if (miscountIn(ctx, seen, tries) === undefined) break
    await ctx.wait(ctx.now() + ms, 'X-RateLimit-Remaining, which has to fall')
    tries += 1
    seen = await askAndLook()
  }
  const miscount = miscountIn(ctx, seen, tries)
  const { expected, received } = miscount ?? { expected: '', received: '' }
  ctx.expect(seen.answer).toSatisfy(miscount === undefined, `X-RateLimit-Remaining ${expected}`, received, {
    requirement: 'RATE-04',
    header: 'X-RateLimit-Remaining',
    also: [before, seen.after],
  })
  return miscount === undefined
}

/**
 * What Remaining should be, and what it is, in words; undefined if it counts a request.
 * @param tries - how often the request, and a look after it, were sent since the look before
 */
function miscountIn(
  ctx: Pick<Context, 'inconclusive'>,
  { before, answer, after }: Looked,
  tries: number,
): { readonly expected: string; readonly received: string } | undefined {
  const asked = whereOf(answer.exchange)
  if (isOdd({ before, answer, after })) {
    const [was, is, left] = [before, answer, after].map(({ exchange }) => remainingOf(exchange))
    return {
      expected: `of at most ${was} and at least ${left} on ${asked}, as before and after it`,
      received: `${is}, after it was ${was}`,
    }
  }
  // Whether a refused request counts is open.
  const fallen = answer.fate === 'accepted' ? fall(ctx, before, after) : Infinity
  if (fallen > tries) return undefined
  return {
    expected: `lower by ${2 * tries}, after ${tries} ${asked} and ${tries} GET /leads`,
    received: `lower by ${fallen}`,
  }
}
