import { remainingOf } from '../../../lib/api/oracles/rate-headers.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Ask } from './counting.ts'
import { refilled } from './refill.ts'

/** How many requests are spent before each refusal: one to begin with, and then enough to see that they are given back. */
const SPENT = [1, 5, 5] as const

interface Reset {
  readonly answer: Answer
  readonly problem: string
  readonly also: readonly Answer[]
}

/**
 * Looks whether a refused request gives back what was spent. A window that opens, or one that slides, lets Remaining rise too, but hardly
 * three times, each time after the refusal alone and to the same number.
 * @param look - a request that answers 200
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
