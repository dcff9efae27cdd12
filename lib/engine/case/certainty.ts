import type { Answer } from './answer.ts'
import { type Exchange, servedAt } from '../http/exchange.ts'
import type { Patience } from '../http/patience.ts'
import { instant } from '../util/time.ts'
import type { JsonObject } from '../util/values.ts'
import { Inconclusive } from './exceptions.ts'

/*
 * Two of the four tools that decide whether an observation is certain. Cases use them; the client sends
 * swallowed requests again (lib/engine/http/resend.ts), and the runner runs failed cases again
 * (second-look.ts).
 *
 * The specification does not say how fresh a read is: replicas, indexes and caches of some seconds are
 * legitimate, and so are other users of the workspace.
 */

/**
 * Pauses between looks at a counter that must change eventually: after ten seconds, the change is missing.
 * For written values, the run waits elsewhere (wait.ts).
 */
const PAUSES_MS = [250, 500, 1000, 2000, 3000, 3250] as const
const MISSING_AFTER_MS = PAUSES_MS.reduce((sum, ms) => sum + ms, 0)

/** Two clocks may differ by five minutes. */
export const CLOCKS_DIFFER_MS = 5 * 60_000

/** Temporary effects pass within this time; a doubtful finding is looked at again after it. */
export const MOMENT_MS = 2000

/**
 * Asks until an answer shows the expected value, for ten seconds at most. Resolves with that answer, or with
 * the last one.
 * @param what is waited for, in words: `X-RateLimit-Remaining, which has to fall`
 * @throws Inconclusive if the run may wait no longer. But if it has waited ten seconds for the same thing
 * before, and the target has never been late, the last answer stands: more waiting would not help
 */
export async function eventually<T>(
  patience: Patience,
  ask: () => Promise<T>,
  shows: (value: T) => boolean,
  what: string,
): Promise<T> {
  let value = await ask()
  for (const ms of PAUSES_MS) {
    if (shows(value)) return value
    if (!(await patience.wait(ms, what))) {
      if (!patience.isTargetLate && patience.waitedFor(what) >= MISSING_AFTER_MS) return value
      throw new Inconclusive('not shown at once, and the run has waited for the target for a minute')
    }
    value = await ask()
    patience.isTargetLate ||= shows(value)
  }
  return value
}

/**
 * Reads several answers that are compared with each other. If they disagree, they are read again between two
 * equal looks at the workspace: only then has nobody else changed the data. If the looks differ, this is
 * tried once more.
 * @param compare reads the answers
 * @param agrees whether the answers agree
 * @param look reads the data that others might change, the same at each call
 * @param isBusy whether others add items; equal looks then prove nothing, since both may come from one cache
 * or replica
 * @throws Inconclusive if the workspace changes each time
 */
export async function quiet<T>(
  compare: () => Promise<T>,
  agrees: (value: T) => boolean,
  look: () => Promise<Answer | readonly Answer[]>,
  isBusy: (look: readonly Answer[]) => boolean = () => false,
): Promise<T> {
  const tryBetweenLooks = async (): Promise<{ value: T; isReliable: boolean }> => {
    const before = await look()
    const value = await compare()
    const isReliable = agrees(value) || (isSame(before, await look()) && !isBusy([before].flat()))
    return { value, isReliable }
  }
  const value = await compare()
  if (agrees(value)) return value
  const first = await tryBetweenLooks()
  const last = first.isReliable ? first : await tryBetweenLooks()
  if (last.isReliable) return last.value
  throw new Inconclusive('the workspace changed during the check', 'undecided')
}

/**
 * Whether an answer shows an item that was created shortly before the answer, and that is none of the items
 * which the list had when the run began, nor older than they: then other users add items.
 */
export function showsNewItem({ items, exchange }: Answer, atFirst: readonly JsonObject[]): boolean {
  const newest = Math.max(...atFirst.map(createdAt))
  return items.some(
    (item) =>
      isNewIn(exchange, item) && createdAt(item) >= newest && !atFirst.some(({ id }) => id === item['id']),
  )
}

/** Whether an item was created so shortly before an answer that other answers, and counters, may not know it yet. */
export function isNewIn(exchange: Exchange, item: JsonObject): boolean {
  // Without a Date header, only our own clock tells the time of the answer.
  const answered = servedAt(exchange) ?? exchange.startedAt - CLOCKS_DIFFER_MS
  return createdAt(item) > answered - MISSING_AFTER_MS
}

const createdAt = ({ created_at: at }: JsonObject): number => instant(at) ?? 0

/** Whether two looks have the same content; another order of the same items is no change of the workspace. */
export function isSame(one: Answer | readonly Answer[], other: Answer | readonly Answer[]): boolean {
  const content = ({ status, body: { data, pagination } }: Answer): string => {
    const items = Array.isArray(data) ? data.map((item) => JSON.stringify(item)).sort() : data
    return JSON.stringify([status, items, pagination])
  }
  return [one].flat().map(content).join() === [other].flat().map(content).join()
}
