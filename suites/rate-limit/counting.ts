import type { Actor } from '../../lib/harness/actor.ts'
import type { Answer } from '../../lib/harness/answer.ts'
import type { Context } from '../../lib/harness/context.ts'
import { everyItem } from '../../lib/harness/discovery.ts'
import { RATE_LIMIT, remainingOf } from '../../lib/judge/rate-headers.ts'
import { Slot } from '../../lib/harness/run-store.ts'
import { type Exchange, isFromCache } from '../../lib/http/exchange.ts'

/** Sends one request with the key whose Remaining is watched. */
export type Ask = () => Promise<Answer>

export interface Countdown {
  readonly answer: Answer
  /** Set where Remaining did not count every request: what it showed. */
  readonly problem?: string
  readonly also: readonly Answer[]
  /** Whether Remaining went down by more than the requests that were sent. */
  readonly hasSurplus?: boolean
}

/** What is expected of Remaining, in reports. */
export const COUNTED = 'X-RateLimit-Remaining down by each request'

/** How often a request that seems free is sent. */
const TRIES = 3

type Tools = Pick<Context, 'inconclusive' | 'settle' | 'store'>

/** Whether Remaining was found not to count although the run waited for it: one wait serves all cases. */
const PATIENCE = new Slot<{ wasInVain: boolean }>('pauses for a Remaining that counts late')

/**
 * Expects Remaining to go down with each request, and by no more than one. Returns the answer that shows it.
 * @param look - a request that returns 200, sent before and after the others
 */
export async function expectOneEach(
  ctx: Tools & Pick<Context, 'expect'>,
  look: Ask,
  asks: readonly Ask[],
): Promise<Answer> {
  const { answer, problem, also, hasSurplus } = await watchRemaining(look, asks, ctx)
  ctx.expect(answer).toSatisfy(problem === undefined, COUNTED, problem ?? '', { also })
  const surcharge = hasSurplus ? await surchargeOf(look, asks) : undefined
  ctx
    .expect(surcharge?.answer ?? answer)
    .toSatisfy(
      surcharge === undefined,
      'X-RateLimit-Remaining down by one with each request',
      surcharge?.problem ?? '',
      { requirement: 'RATE-12', also: surcharge?.also ?? [] },
    )
  return answer
}

/**
 * Watches Remaining while requests are sent, in up to three steps:
 * 1. All at once: from a request before to a request after them, Remaining must fall by all of them.
 * 2. The same with pauses, because counters may refresh once a second and caches may hold an answer that long.
 * 3. One by one, each up to three times between requests that are known to count. This names the free request.
 * @param look - a request that returns 200, sent before and after the others
 */
export async function watchRemaining(look: Ask, asks: readonly Ask[], tools: Tools): Promise<Countdown> {
  const atOnce = await around(look, asks)
  judgeable(atOnce)
  const after = atOnce.at(-1) ?? (await look())
  if (tookOneEach(atOnce)) return { answer: after, also: [], hasSurplus: (surplusOf(atOnce) ?? 0) > 0 }

  const patience = tools.store.once(PATIENCE, '', () => ({ wasInVain: false }))
  const late = patience.wasInVain ? [] : await aroundWithPauses(look, asks, tools)
  const surplus = surplusOf(late) ?? -1
  if (surplus >= 0) return { answer: after, also: [], hasSurplus: surplus > 0 }
  if ([...atOnce, ...late].some(({ exchange }) => isFromCache(exchange)))
    return tools.inconclusive('a cache returned answers, and those are not counted')
  if (await isCountedApart(look))
    return tools.inconclusive('Remaining is counted by several processes, each for itself')

  const { free, rising, last } = await oneByOne(look, asks, tools)
  if (rising !== undefined) return rising
  if (hasRisen(late)) return tools.inconclusive('Remaining was renewed while it was watched')
  if (free === undefined) return { answer: last, also: [] }
  patience.wasInVain = true
  const problem = free.map((one) => leftAfter(one)).join(', then ')
  return { answer: free[1] ?? last, problem, also: free }
}

/** Sends requests side by side, with one before and one after them, and pauses in which counters refresh and caches expire. */
async function aroundWithPauses(
  look: Ask,
  asks: readonly Ask[],
  { settle }: Tools,
): Promise<readonly Answer[]> {
  await settle()
  const before = await look()
  const between = await Promise.all(asks.map((ask) => ask()))
  await settle()
  const all = [before, ...between, await look()]
  judgeable(all)
  return all
}

const LOOKS = 8
const MOST_PROCESSES = 3

/** Whether repeated requests meet two or three separate counters, each of which falls by one. */
async function isCountedApart(look: Ask): Promise<boolean> {
  const counters: number[] = []
  for (let looks = 0; looks < LOOKS; looks++) {
    // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
    const left = leftAfter(await look())
    if (left === undefined) return false
    const known = counters.indexOf(left + 1)
    if (known >= 0) counters[known] = left
    else counters.push(left)
  }
  return counters.length > 1 && counters.length <= MOST_PROCESSES
}

/** Requests that cost more than one each. */
export interface Surcharge {
  readonly answer: Answer
  readonly problem: string
  readonly also: readonly Answer[]
}

/**
 * Looks for requests that cost more than one each. Others may use the key and Remaining may lag, so a surplus counts
 * only if it is the same three times and absent when as many plain requests are sent.
 * @param look - a request that returns 200
 */
export async function surchargeOf(look: Ask, asks: readonly Ask[]): Promise<Surcharge | undefined> {
  const plain = asks.map(() => look)
  const surpluses: number[] = []
  let answers: readonly Answer[] = []
  for (const round of [asks, plain, asks, plain, asks]) {
    // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
    const all = await around(look, round)
    judgeable(all)
    const surplus = surplusOf(all)
    if (surplus === undefined || (round === plain ? surplus !== 0 : surplus <= 0)) return undefined
    if (round === plain) continue
    surpluses.push(surplus)
    answers = all
  }
  const [first = 0] = surpluses
  const answer = answers.at(-1)
  if (answer === undefined || surpluses.some((surplus) => surplus !== first)) return undefined
  return {
    answer,
    problem: `down by ${asks.length + 1 + first} for ${asks.length + 1} requests, three times`,
    also: answers.slice(0, -1),
  }
}

/** Sends requests side by side, with one before and one after them. */
async function around(look: Ask, asks: readonly Ask[]): Promise<readonly Answer[]> {
  const before = await look()
  return [before, ...(await Promise.all(asks.map((ask) => ask()))), await look()]
}

/** By how much Remaining fell beyond the number of requests between the first and the last answer. */
function surplusOf(answers: readonly Answer[]): number | undefined {
  const [first, last] = [answers[0], answers.at(-1)].map((answer) => answer && leftAfter(answer))
  return first === undefined || last === undefined ? undefined : first - last - (answers.length - 1)
}

/** Ends the case where the key is spent, so that Remaining cannot fall any further, or where a request got no answer. */
function judgeable(answers: readonly Answer[]): void {
  answers.find(({ status }) => status === undefined || status === 429)?.arrived()
}

/** Whether the last answer shows more than the first, as where the window was renewed between them. */
function hasRisen(answers: readonly Answer[]): boolean {
  const surplus = surplusOf(answers)
  return surplus !== undefined && surplus < 1 - answers.length
}

function tookOneEach(answers: readonly Answer[]): boolean {
  const left = answers.flatMap((answer) => leftAfter(answer) ?? [])
  const [first = 0, last = first] = [left[0], left.at(-1)]
  return (
    left.length === answers.length && new Set(left).size === left.length && first - last >= left.length - 1
  )
}

interface Suspicion {
  /** Answers of a request that costs nothing, each between two that are counted. */
  readonly free?: readonly Answer[]
  /** A Remaining that goes up with each request. */
  readonly rising?: Countdown
  readonly last: Answer
}

async function oneByOne(look: Ask, asks: readonly Ask[], { inconclusive }: Tools): Promise<Suspicion> {
  const start = await look()
  const steps: number[] = []
  let series = [start]
  for (const ask of [look, ...asks]) {
    series = series.slice(-1)
    while (seemsFree(series) && series.length < 1 + 2 * TRIES) {
      // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
      series.push(await ask(), await look())
    }
    judgeable(series)
    steps.push(...series.slice(1).flatMap((answer, index) => step(series[index], answer) ?? []))
    if (series.length > 1 && seemsFree(series) && !mayHaveRefilled(series))
      return { free: series, last: start }
  }
  const last = series.at(-1) ?? start
  if (steps.length === 0)
    return inconclusive('no two successful answers in a row with a readable X-RateLimit-Remaining')
  if (steps.length <= 2 || steps.some((by) => by !== 1)) return { last }
  const problem = `a Remaining that rises with each request, up to ${leftAfter(last)}`
  return { last, rising: { answer: last, problem, also: series } }
}

/**
 * Whether only every other request lowered Remaining, so that those between were counted nowhere or elsewhere.
 * A rise means that the window was renewed, and proves nothing.
 */
function seemsFree(series: readonly Answer[]): boolean {
  const known = series.filter((_, index) => index % 2 === 0).map((answer) => leftAfter(answer))
  const falls = known.slice(1).map((left, index) => (known[index] ?? NaN) - (left ?? NaN))
  const between = series.filter((_, index) => index % 2 === 1)
  return (
    (known[0] ?? 0) > 0 &&
    between.every((answer) => leftAfter(answer) !== undefined) &&
    falls.every((fall) => fall >= 0) &&
    falls.reduce((sum, fall) => sum + fall, 0) <= falls.length
  )
}

/** Whether an evenly refilling allowance may have regained what the requests between cost. */
function mayHaveRefilled(series: readonly Answer[]): boolean {
  const [first, last] = [series[0]?.exchange, series.at(-1)?.exchange]
  return first === undefined || last === undefined || Math.ceil(refilled(first, last)) >= TRIES
}

function step(before: Answer | undefined, after: Answer): number | undefined {
  const [one, other] = [before && leftAfter(before), leftAfter(after)]
  return one === undefined || other === undefined ? undefined : other - one
}

/** Remaining as an answer gives it to a request that was served, with whichever status. */
function leftAfter({ status = 0, exchange }: Answer): number | undefined {
  return status >= 200 && status < 300 ? remainingOf(exchange) : undefined
}

/** Requests before each refusal: one at first, then enough to see them given back. */
const SPENT = [1, 5, 5] as const

interface Reset {
  readonly answer: Answer
  readonly problem: string
  readonly also: readonly Answer[]
}

/**
 * Checks whether a refused request resets the count, or says that nothing of it was spent. A renewed or sliding window
 * raises Remaining too, but hardly three times, right after the refusal, to the same number.
 * @param look - a request that returns 200
 * @param refuse - a request that is refused
 */
export async function resetBy(look: Ask, refuse: Ask): Promise<Reset | undefined> {
  const all: Answer[] = []
  const raisedTo: number[] = []
  let saysFull = true
  for (const times of SPENT) {
    // oxlint-disable no-await-in-loop -- what is under way meanwhile would be counted too
    const spent = await Promise.all(Array.from({ length: times }, () => look()))
    const refusal = await refuse()
    const after = await look()
    // oxlint-enable no-await-in-loop
    const [first = after] = spent
    const left = Math.min(...spent.map((answer) => remainingOf(answer.exchange) ?? Infinity))
    const most = left + refilled(first.exchange, after.exchange)
    const said = remainingOf(after.exchange) ?? 0
    saysFull &&= Math.max(most, said) < RATE_LIMIT && remainingOf(refusal.exchange) === RATE_LIMIT
    if (said > most) raisedTo.push(said)
    else if (!saysFull) return undefined
    all.push(...spent.slice(-1), refusal, after)
  }
  const [answer, ...also] = all.toReversed()
  if (answer === undefined) return undefined
  if (raisedTo.length === SPENT.length && new Set(raisedTo).size === 1)
    return { answer, problem: `back at ${raisedTo[0]} after each refused request`, also }
  return saysFull ? { answer, problem: `at ${RATE_LIMIT} on each refused request alone`, also } : undefined
}

const WINDOW_MS = 3_600_000

/** What an evenly refilling allowance gains between two exchanges, in requests. Part 8. */
export function refilled(first: Exchange, last: Exchange): number {
  return ((last.startedAt + last.durationMs - first.startedAt) * RATE_LIMIT) / WINDOW_MS
}

/** The largest page of each list. */
export function pages(actor: Actor): Ask[] {
  return [
    () => actor.fullPage('GET /chatbots'),
    () => actor.fullPage('GET /conversations'),
    () => actor.fullPage('GET /leads'),
    () => actor.fullPage('GET /bookings'),
    () => actor.fullPage('GET /reservations', everyItem('GET /reservations')),
  ]
}
