/** What the arithmetic of Remaining shows about other clients of the key. */
export interface Interference {
  readonly suspected: boolean
  /** At least this many requests of others were counted within one window. */
  readonly spentByOthers: number
}

/** A Remaining that often stays the same is no exact counter: several processes, a cache, or a late refresh. */
const MANY_STAYS = 3

/** Follows one key's Remaining; see {@link createInterferenceMeter}. */
export interface InterferenceMeter {
  sent(id: number): void
  /** `remaining` is undefined if the answer does not state it. */
  answered(id: number, remaining: number | undefined): void
  /** There was no answer: the target may count the request at any later time. */
  lost(id: number): void
  reading(): Interference
}

/**
 * A lower bound for what others spend, which no order of processing on the server can make too high.
 *
 * Take an answer A that had come before B was sent, so that A was counted before B. Between the two,
 * Remaining falls by the requests counted in between. Ours among them are at most those sent before B came,
 * less those that had been answered before A was sent, less A itself. What Remaining fell beyond that, others
 * spent. Whether Remaining counts the present request does not matter: both readings shift alike.
 *
 * With `sent` ours sent until B came, and `answered` ours answered when A was sent, that is:
 * `(A.remaining + A.answered + 1) - B.remaining - sent`. The bracket depends on A alone; the highest one
 * among the answers that had come before B was sent gives the best bound. A window that opens, or refills bit
 * by bit, only lifts Remaining, and so never raises an alarm. Where it does not go down again and again, it is no exact
 * counter, and nothing is suspected.
 */
export function createInterferenceMeter(): InterferenceMeter {
  const underWay = new Map<
    number,
    { readonly answered: number; readonly best: number; readonly least: number }
  >()
  let sentCount = 0
  let answeredCount = 0
  let best = -Infinity
  let spentByOthers = 0
  let least = Infinity
  let stays = 0

  return {
    sent(id) {
      underWay.set(id, { answered: answeredCount, best, least })
      sentCount++
    },
    lost(id) {
      underWay.delete(id)
    },
    answered(id, remaining) {
      const start = underWay.get(id)
      if (start === undefined) return
      underWay.delete(id)
      answeredCount++
      if (remaining === undefined) return
      const hasStayed = remaining >= start.least
      if (hasStayed) stays++
      least = hasStayed ? remaining : Math.min(least, remaining)
      spentByOthers = Math.max(spentByOthers, start.best - remaining - sentCount)
      best = Math.max(best, remaining + start.answered + 1)
    },
    reading: () => ({ suspected: spentByOthers > 0 && stays < MANY_STAYS, spentByOthers }),
  }
}
