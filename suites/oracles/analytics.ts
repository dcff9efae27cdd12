import { count } from '../../lib/util/text.ts'
import { orderOfTimes } from '../lists/order.ts'
import { DAY_MS, instant, integer, isObject, objects, quote, type JsonObject } from '../../lib/util/values.ts'

const COUNTS = ['conversations', 'leads', 'messages', 'tokens'] as const

/** The totals of a rollup that are integers. */
export function totalsOf(summary: JsonObject): Partial<Record<(typeof COUNTS)[number], number>> {
  const totals = isObject(summary['totals']) ? summary['totals'] : {}
  return Object.fromEntries(
    COUNTS.flatMap((name) => (integer(totals[name]) === undefined ? [] : [[name, integer(totals[name])]])),
  )
}

/**
 * What a count may have grown by in an hour, at three times the pace of its 30 days: the rollup of a workspace may come from a cache, while
 * that of a chatbot is computed.
 */
function grownInAnHour(count: number): number {
  return Math.ceil(count / 240)
}

/**
 * GET-ANALYTICS-02: a chatbot's counts are part of the workspace's.
 * Judged only where an ignored `chatbot_id` would show: with two or more chatbots and something to count. What totals
 * count beyond the days is open and may be in each of them, so the least of the chatbots' figures may be added per
 * chatbot.
 * @param active - whether each chatbot has a conversation that must be counted
 */
export function narrowing(
  whole: JsonObject,
  parts: readonly JsonObject[],
  active: readonly boolean[] = [],
): { judged: boolean; problem?: string } {
  const total = totalsOf(whole)
  const counted = COUNTS.filter((name) => (total[name] ?? 0) > 0)
  if (parts.length < 2 || counted.length === 0) return { judged: false }
  const isUsed = (total['conversations'] ?? 0) > 0
  for (const name of counted) {
    const counts = parts.map((part) => totalsOf(part)[name] ?? 0)
    const [least, most] = [Math.min(...counts), Math.max(...counts)]
    const sum = counts.reduce((a, b) => a + b, 0)
    const all = total[name] ?? 0
    const atMost = all + grownInAnHour(all)
    if (most > atMost)
      return { judged: true, problem: `${name} ${most} for one chatbot, ${all} for the workspace` }
    if ((least >= all && isUsed) || sum - (counts.length - 1) * least > atMost)
      return {
        judged: true,
        problem: `${name} ${counts.join(' + ')} for the chatbots, ${all} for the workspace`,
      }
  }
  if (active.some(Boolean) && (total['conversations'] ?? 0) > 0 && parts.every(isIdle))
    return {
      judged: true,
      problem: `nothing for any chatbot, ${total['conversations']} conversations for the workspace`,
    }
  const crowded = crowdedDay(whole, parts)
  return crowded === undefined ? { judged: true } : { judged: true, problem: crowded }
}

function isIdle(part: JsonObject): boolean {
  return COUNTS.every((name) => totalsOf(part)[name] === 0)
}

/** Whether a list shows a conversation of a chatbot, with messages, well inside the 30 days: a rollup may lag. */
export function isActive(chatbot: string, conversations: readonly JsonObject[], now: number): boolean {
  return conversations.some((item) => {
    const age = now - (instant(item['created_at']) ?? now)
    const isInside = age > 3 * DAY_MS && age < 25 * DAY_MS
    return item['chatbot_id'] === chatbot && item['message_count'] !== 0 && isInside
  })
}

/** A day on which the chatbots together exceed the workspace. */
function crowdedDay(whole: JsonObject, parts: readonly JsonObject[]): string | undefined {
  const dated = objects(whole['by_day']).filter(({ date }) => typeof date === 'string')
  for (const day of dated) {
    for (const name of ['conversations', 'messages', 'tokens'] as const) {
      const same = parts.flatMap((part) => objects(part['by_day']).filter(({ date }) => date === day['date']))
      const sum = same.reduce((rest, other) => rest + (integer(other[name]) ?? 0), 0)
      if (sum > (integer(day[name]) ?? sum) + grownInAnHour(totalOf(whole, name)))
        return `${name} ${sum} for the chatbots on ${quote(day['date'])}, ${quote(day[name])} for the workspace`
    }
  }
  return undefined
}

/** The trailing 30 days, and a week for a rollup that lags. */
const OLDEST_DAYS = 37

/**
 * GET-ANALYTICS-03: a listed day before the trailing 30 days. The clock of the service is at least as late as its
 * newest item.
 * @param items items of the service with a `created_at`
 * @param now milliseconds; later items are ignored
 */
export function outdatedDay(
  summary: JsonObject,
  items: readonly JsonObject[],
  now: number,
): string | undefined {
  const created = items.flatMap((item) => instant(item['created_at']) ?? []).filter((at) => at <= now)
  const days = objects(summary['by_day']).flatMap(({ date }) =>
    typeof date === 'string' && /^\d{4}-\d\d-\d\d$/.test(date) ? [date] : [],
  )
  const latest = created.reduce((a, b) => Math.max(a, b), 0)
  return days.sort().find((date) => latest - (instant(date) ?? latest) > OLDEST_DAYS * DAY_MS)
}

/** OPEN-11: whether the days add up to the totals. */
export function sumsOfDays(summary: JsonObject): string {
  const totals = totalsOf(summary)
  const days = objects(summary['by_day'])
  const matches = (['conversations', 'messages', 'tokens'] as const).map((name) => {
    const sum = days.reduce((rest, day) => rest + (integer(day[name]) ?? 0), 0)
    return `${name} ${sum === totals[name] ? 'equal' : `${sum} of ${totals[name]}`}`
  })
  return `days against totals: ${matches.join(', ')}`
}

/** OPEN-12: how many days are listed, how far they reach, and in which order. A rollup of a week shows here. */
export function daysInWords(summary: JsonObject): string {
  const days = objects(summary['by_day']).flatMap(({ date }) => instant(`${String(date)}T00:00:00Z`) ?? [])
  if (days.length < 2) return count(days.length, 'day')
  const sorted = days.toSorted((a, b) => a - b)
  const span = Math.round(((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / DAY_MS)
  const order = orderOfTimes(days) ?? 'in no order'
  return `${count(days.length, 'day')} within ${count(span + 1, 'day')}, ${order}`
}

/** Smaller counts may agree by chance. */
const TELLING = 20

/** The rollup of a workspace and those of its chatbots, if all were requested. */
export interface Rollups {
  readonly whole: JsonObject
  readonly parts?: readonly JsonObject[]
}

/**
 * ISOLATION-25: a workspace count that exceeds its chatbots' by exactly the count of the other workspace or its
 * chatbots, or that equals the other workspace's count.
 * An excess that both workspaces have is a leak only if it equals those counts.
 */
export function sharedCounts(own: Required<Rollups>, foreign: Rollups): string | undefined {
  for (const name of COUNTS) {
    const [total, parts] = [totalOf(own.whole, name), sumOf(own.parts, name)]
    const other = totalOf(foreign.whole, name)
    const theirs = foreign.parts && sumOf(foreign.parts, name)
    const surplus = total - parts
    if (other < TELLING || surplus <= 0) continue
    const isCommon = theirs !== undefined && surplus === other - theirs
    const isTheirs = surplus >= TELLING && surplus === theirs
    if (isTheirs || (!isCommon && (total === other || surplus === other)))
      return `${name} ${total}: ${parts} of its chatbots, and ${other} in the other workspace`
  }
  return undefined
}

function totalOf(summary: JsonObject, name: (typeof COUNTS)[number]): number {
  return totalsOf(summary)[name] ?? 0
}

function sumOf(summaries: readonly JsonObject[], name: (typeof COUNTS)[number]): number {
  return summaries.reduce((sum, summary) => sum + totalOf(summary, name), 0)
}
