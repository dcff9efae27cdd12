/** How Remaining counts: a look, requests, another look; what it fell by is what they took. */
import type { Actor } from '../../lib/engine/case/actor.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { endOf, type Exchange } from '../../lib/engine/http/exchange.ts'
import { HOURLY_LIMIT, remainingOf } from '../../lib/engine/http/rate-headers.ts'
import { place } from '../../lib/engine/judge/judgements.ts'
import { OPERATIONS } from '../../lib/engine/spec/operations.ts'

/** Sends one request with the key whose Remaining is watched. */
export type Ask = () => Promise<Answer>

/** A request with this key that returns 200 and that no cache has kept: it is never the same. */
export function looker(actor: Actor): Ask {
  let offset = Date.now() % 50_000
  return () => actor.leads({ limit: 1, offset: offset++ })
}

/** What an allowance that refills evenly gains from one answer to a later one, in whole requests: 1,000 in an hour. Part 8. */
export function refilled(one: Exchange, later: Exchange): number {
  return Math.floor(((endOf(later) - one.startedAt) / 3_600_000) * HOURLY_LIMIT)
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

/** How Remaining went, where the requests of the run do not explain it. */
export function unexplained(before: number, after: number): string {
  const went = after > before ? 'rose' : 'fell'
  return `X-RateLimit-Remaining ${went} from ${before} to ${after}: other clients, or counters of several processes`
}

/** How many answers the key of a look has got since, whichever case asked. */
export function answeredSince({ answersTo }: Pick<Context, 'answersTo'>, { exchange: look }: Answer): number {
  return OPERATIONS.flatMap(answersTo).filter(({ exchange: { key, id } }) => key === look.key && id > look.id)
    .length
}

type Tools = Pick<Context, 'answersTo' | 'expect' | 'eventually' | 'inconclusive'>

/**
 * RATE-04: expects Remaining to fall by each of these requests, and their answers to show what is left for the key. All are
 * sent at once. Only where that does not add up, each is looked at alone.
 * @returns the last look, which may be the first one of the next group
 */
export async function expectCounted(
  ctx: Tools,
  look: Ask,
  asks: readonly Ask[],
  first?: Answer,
): Promise<Answer> {
  const before = first ?? (await look())
  const answers = await Promise.all(asks.map(async (ask) => (await ask()).arrived()))
  // Whether a refused request counts is open, and a cache counts nothing.
  const counted = answers.filter(
    ({ isAccepted, exchange }) => isAccepted && remainingOf(exchange) !== undefined,
  ).length
  // Whatever else was asked with the key meanwhile counts, too.
  const isCounted = (last: Answer): boolean =>
    fall(ctx, before, last) >= answeredSince(ctx, before) - answers.length + counted
  const after = await ctx.eventually(look, isCounted)
  const isRight = isCounted(after) && answers.every((answer) => riseIn(before, answer, after) === undefined)
  // One that is wrong is enough: each of the others would be waited for.
  if (!isRight) for (const ask of asks) if (!(await expectOneCounted(ctx, look, ask))) break
  return after
}

/** Where Remaining rose in answers to one key, one after the other, by more than refills meanwhile; an answer of a cache counts nothing. */
function riseIn(...answers: readonly Answer[]): readonly [from: number, to: number] | undefined {
  const shown = answers.flatMap(({ exchange }) => {
    const left = remainingOf(exchange)
    return left === undefined ? [] : [{ exchange, left }]
  })
  for (const [at, later] of shown.slice(1).entries()) {
    const earlier = shown[at]
    if (earlier !== undefined && later.left > earlier.left + refilled(earlier.exchange, later.exchange))
      return [earlier.left, later.left]
  }
  return undefined
}

/**
 * RATE-04: expects a request to take something from Remaining, and its answer to show that. A cache may have answered it,
 * and counters of several processes may be late, so request and look are sent again until they do.
 * @returns whether they do
 */
async function expectOneCounted(ctx: Tools, look: Ask, ask: Ask): Promise<boolean> {
  const before = await look()
  let tries = 0
  const isCounted = ({ answer, after }: Pair): boolean =>
    !answer.isAccepted || remainingOf(answer.exchange) === undefined || fall(ctx, before, after) > tries
  const pair = await ctx.eventually(
    async (): Promise<Pair> => {
      tries += 1
      return { answer: await ask(), after: await look() }
    },
    (seen) => isCounted(seen) && riseIn(before, seen.answer, seen.after) === undefined,
  )
  const { answer, after } = pair
  const shown = { requirement: 'RATE-04', also: [before, after] }
  const rise = riseIn(before, answer, after)
  ctx
    .expect(answer)
    .toSatisfy(
      rise === undefined,
      'X-RateLimit-Remaining that falls',
      () => `it rose from ${rise?.join(' to ')}`,
      shown,
    )
  ctx
    .expect(answer)
    .toSatisfy(
      isCounted(pair),
      `X-RateLimit-Remaining lower by ${2 * tries}, after ${tries} ${place(answer.exchange)} and ${tries} GET /leads`,
      `lower by ${fall(ctx, before, after)}`,
      shown,
    )
  return rise === undefined && isCounted(pair)
}

/** A request, and a look after it. */
interface Pair {
  readonly answer: Answer
  readonly after: Answer
}
