import { RATE_LIMIT, remainingOf } from '../../../lib/api/allowance.ts'
import type { Answer } from '../../../lib/api/answer.ts'
import type { Context } from '../../../lib/api/case.ts'
import type { Exchange } from '../../../lib/http/exchange.ts'

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

/** How often a request that seems free is sent again. */
const TRIES = 3
/** The most requests that seem free and are checked again, with pauses. */
const MOST_SUSPECTS = 3

type Tools = Pick<Context, 'inconclusive' | 'settle'>

/**
 * Watches Remaining while requests are sent.
 * First all at once: from a request before to a request after them, Remaining must fall by all of them. If it does
 * not, each is sent up to three times between requests that are known to count. What still seems free is sent again
 * with pauses, because counters may refresh once a second and caches may hold an answer that long.
 * @param look - a request that returns 200, sent before and after the others
 */
export async function watchRemaining(look: Ask, asks: readonly Ask[], tools: Tools): Promise<Countdown> {
  const all = await around(look, asks)
  const after = all.at(-1) ?? (await look())
  judgeable(all)
  if (tookOneEach(all)) return { answer: after, also: [], hasSurplus: (surplusOf(all) ?? 0) > 0 }
  const { suspects, rising, last } = await oneByOne(look, asks, after, tools)
  if (suspects.length === 0) return rising ?? { answer: last, also: [] }
  if (await countsLate(look, asks, tools)) return { answer: last, also: [] }
  if (await isCountedApart(look))
    return tools.inconclusive('Remaining is counted by several processes, each for itself')
  for (const { ask, item } of suspects) {
    // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
    if (!(await isFree(look, ask, tools))) continue
    const answer = item[1] ?? last
    return { answer, problem: item.map((one) => leftAfter(one)).join(', then '), also: item }
  }
  return { answer: last, also: [] }
}

/** Whether all requests are counted after a pause. */
async function countsLate(look: Ask, asks: readonly Ask[], { settle }: Tools): Promise<boolean> {
  await settle()
  const before = leftAfter(await look())
  await settle()
  await Promise.all(asks.map((ask) => ask()))
  await settle()
  const after = leftAfter(await look())
  return before !== undefined && after !== undefined && before - after > asks.length
}

/** Whether a request stays free even after pauses. */
async function isFree(look: Ask, ask: Ask, { settle }: Tools): Promise<boolean> {
  const before = await look()
  for (let tries = 0; tries < 2; tries++) {
    // oxlint-disable-next-line no-await-in-loop -- a cache answers what follows at once
    await settle()
    // oxlint-disable-next-line no-await-in-loop
    await ask()
  }
  await settle()
  const after = await look()
  const [one, other] = [leftAfter(before), leftAfter(after)]
  return one === undefined || other === undefined || one - other <= 1
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

/** Ends the case where the key is spent: Remaining cannot fall any further. */
function judgeable(answers: readonly Answer[]): void {
  answers.find(({ status }) => status === 429)?.arrived()
}

function tookOneEach(answers: readonly Answer[]): boolean {
  const left = answers.flatMap((answer) => leftAfter(answer) ?? [])
  const [first = 0, last = first] = [left[0], left.at(-1)]
  return (
    left.length === answers.length && new Set(left).size === left.length && first - last >= left.length - 1
  )
}

interface Suspicion {
  readonly suspects: readonly { readonly ask: Ask; readonly item: readonly Answer[] }[]
  /** A Remaining that goes up with each request. */
  readonly rising?: Countdown
  readonly last: Answer
}

async function oneByOne(
  look: Ask,
  asks: readonly Ask[],
  start: Answer,
  { inconclusive }: Tools,
): Promise<Suspicion> {
  const suspects: Suspicion['suspects'][number][] = []
  const steps: number[] = []
  let item = [start]
  for (const ask of [look, ...asks]) {
    item = item.slice(-1)
    while (seemsFree(item) && item.length < 1 + 2 * TRIES) {
      // oxlint-disable-next-line no-await-in-loop -- what is under way meanwhile would be counted too
      item.push(await ask(), await look())
    }
    judgeable(item)
    steps.push(...item.slice(1).flatMap((answer, index) => step(item[index], answer) ?? []))
    if (item.length > 1 && seemsFree(item) && !mayHaveRefilled(item)) suspects.push({ ask, item })
    if (suspects.length === MOST_SUSPECTS) break
  }
  const last = item.at(-1) ?? start
  if (steps.length === 0)
    return inconclusive('no two answers 200 in a row with a readable X-RateLimit-Remaining')
  if (steps.length <= 2 || steps.some((by) => by !== 1)) return { suspects, last }
  const problem = `a Remaining that rises with each request, up to ${leftAfter(last)}`
  return { suspects, last, rising: { answer: last, problem, also: item } }
}

/**
 * Whether only every other request lowered Remaining, so that those between were counted nowhere or elsewhere.
 * A rise means that the window was renewed, and proves nothing.
 */
function seemsFree(item: readonly Answer[]): boolean {
  const known = item.filter((_, index) => index % 2 === 0).map((answer) => leftAfter(answer))
  const falls = known.slice(1).map((left, index) => (known[index] ?? NaN) - (left ?? NaN))
  const between = item.filter((_, index) => index % 2 === 1)
  return (
    (known[0] ?? 0) > 0 &&
    between.every((answer) => leftAfter(answer) !== undefined) &&
    falls.every((fall) => fall >= 0) &&
    falls.reduce((sum, fall) => sum + fall, 0) <= falls.length
  )
}

/** Whether an evenly refilling allowance may have regained what the requests between cost. */
function mayHaveRefilled(item: readonly Answer[]): boolean {
  const [first, last] = [item[0]?.exchange, item.at(-1)?.exchange]
  return first === undefined || last === undefined || Math.ceil(refilled(first, last)) >= TRIES
}

function step(before: Answer | undefined, after: Answer): number | undefined {
  const [one, other] = [before && leftAfter(before), leftAfter(after)]
  return one === undefined || other === undefined ? undefined : other - one
}

/** Remaining as an answer 200 gives it. */
function leftAfter(answer: Answer): number | undefined {
  return answer.status === 200 ? remainingOf(answer.exchange) : undefined
}

/** Requests before each refusal: one at first, then enough to see them given back. */
const SPENT = [1, 5, 5] as const

interface Reset {
  readonly answer: Answer
  readonly problem: string
  readonly also: readonly Answer[]
}

/**
 * Checks whether a refused request resets the count. A renewed or sliding window raises Remaining too, but hardly
 * three times, right after the refusal, to the same number.
 * @param look - a request that returns 200
 * @param refuse - a request that is refused
 */
export async function resetBy(look: Ask, refuse: Ask): Promise<Reset | undefined> {
  const all: Answer[] = []
  const highest = new Set<number>()
  for (const times of SPENT) {
    // oxlint-disable no-await-in-loop -- what is under way meanwhile would be counted too
    const spent = await Promise.all(Array.from({ length: times }, () => look()))
    const refusal = await refuse()
    const after = await look()
    // oxlint-enable no-await-in-loop
    const left = Math.min(...spent.map((answer) => remainingOf(answer.exchange) ?? Infinity))
    const [first = after] = spent
    const said = remainingOf(after.exchange)
    if (said === undefined || said <= left + refilled(first.exchange, after.exchange)) return undefined
    highest.add(said)
    all.push(...spent.slice(-1), refusal, after)
  }
  const [answer, ...also] = all.toReversed()
  if (answer === undefined || highest.size > 1) return undefined
  return { answer, problem: `back at ${[...highest].join()} after each refused request`, also }
}

const WINDOW_MS = 3_600_000

/** What an evenly refilling allowance gains between two exchanges, in requests. Part 8. */
export function refilled(first: Exchange, last: Exchange): number {
  return ((last.startedAt + last.durationMs - first.startedAt) * RATE_LIMIT) / WINDOW_MS
}
