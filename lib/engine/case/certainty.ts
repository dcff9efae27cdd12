import type { Answer } from './answer.ts'
import { type Exchange, servedAt } from '../http/exchange.ts'
import { instant } from '../util/time.ts'
import type { JsonObject } from '../util/values.ts'
import { Inconclusive } from './exceptions.ts'
import { missingFrom } from './items.ts'

/*
 * Quiet, one of the four tools of certainty: the one that cases use. The client sends swallowed requests again
 * (lib/engine/http/resend.ts), the run waits for what was written (wait.ts), and runs doubtful cases again
 * (second-look.ts).
 *
 * The specification does not say how fresh a read is: replicas, indexes and caches of some seconds are
 * legitimate, and so are other users of the workspace.
 */

/** How late a read may show a write, and a total may follow its list: what is not shown then is missing. */
export const LATE_MS = 10_000

/** Two clocks may differ by five minutes. */
export const CLOCKS_DIFFER_MS = 5 * 60_000

/** Temporary effects pass within this time; a doubtful finding is looked at again after it. */
export const MOMENT_MS = 2000

/**
 * Reads several answers that are compared with each other. If they disagree, they are read again between two
 * equal looks at the workspace: only then has nobody else changed the data. If the looks differ, this is
 * tried once more.
 * @param compare reads the answers
 * @param agrees whether the answers agree
 * @param look reads the data that others might change, the same at each call
 * @param isBusy whether others add or remove items; equal looks then prove nothing, since both may come from
 * one cache or replica
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
 * Whether an answer shows that other users add items to a list, or remove some.
 * @param first - the list when the run began
 */
export function showsOthersAtWork(answer: Answer, first: Answer): boolean {
  return showsNewItem(answer, first.items) || lacksItem(answer, first)
}

/** Whether the answer to the same request lacks an item, though it has older ones, or ends the list. */
function lacksItem(answer: Answer, first: Answer): boolean {
  const [now, then] = [answer.exchange, first.exchange]
  const isSameRequest = now.request.url === then.request.url && now.key === then.key
  return isSameRequest && answer.usable && missingFrom(answer, first.items).length > 0
}

/**
 * Whether an answer shows an item that was created shortly before the answer, and that is none of the items
 * which the list had when the run began, nor older than they: then other users add items.
 */
function showsNewItem({ items, exchange }: Answer, atFirst: readonly JsonObject[]): boolean {
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
  return createdAt(item) > answered - LATE_MS
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
