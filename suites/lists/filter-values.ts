/** Filter values from known items, chosen so that a wrong filter shows. */
import type { ListKey } from '../../lib/spec/operations.ts'
import type { Query } from '../../lib/harness/actor.ts'
import { FILTERS, isShownUnnamed } from './filter-table.ts'
import { DAY_MS, given, instant, type JsonObject } from '../../lib/util/values.ts'
import { distinct, everyItem, idsOf } from '../../lib/harness/discovery.ts'

/** Earlier than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** The values with which a filter is tried alone: some that items have, and for a chatbot also one that none has. */
export function valuesOf(
  list: ListKey,
  name: string,
  items: readonly JsonObject[],
  chatbots: readonly JsonObject[],
): string[] {
  const field = FILTERS[list][name]?.field ?? name
  const shown = items.filter((item) => isShownUnnamed(list, item))
  switch (name) {
    case 'chatbot_id':
      return chatbotsOf(items, chatbots)
    case 'since':
      return [
        ...(list === 'GET /reservations' ? around(shown, field, -1, 1) : aroundDay(shown, field)),
        BEFORE_ALL,
      ]
    case 'from':
      return [...around(shown, field, 0, 1), BEFORE_ALL]
    case 'to':
      return [...around(shown, field, 0, 1), AFTER_ALL]
    default:
      return ends(
        typeof items.find((item) => given(item[field]))?.[field] === 'boolean'
          ? ['true', 'false']
          : distinct(items, field),
      )
  }
}

/** The most frequent of some values, the rarest, and those between. */
function ends(values: readonly string[]): string[] {
  return [...new Set([...values.slice(0, 1), ...values.slice(-1), ...values])]
}

/** The chatbot with the most items, a paused one with items, one without any; then the others with items. */
function chatbotsOf(items: readonly JsonObject[], chatbots: readonly JsonObject[]): string[] {
  const listed = new Set(idsOf(chatbots))
  const busy = distinct(items, 'chatbot_id').filter((id) => listed.has(id))
  const paused = idsOf(chatbots.filter((one) => one['is_active'] === false)).filter((id) => busy.includes(id))
  const idle = [...listed].filter((id) => !busy.includes(id))
  return [...new Set([...busy.slice(0, 1), ...paused.slice(0, 1), ...idle.slice(0, 1), ...busy])]
}

/**
 * Bounds around the time of a middle item, some seconds away: a service that rounds bounds, or compares another date,
 * gets that item wrong. Preferred is one that was changed on a later day than it was created.
 * @param seconds - distance of each bound from the time
 */
export function around(items: readonly JsonObject[], field: string, ...seconds: readonly number[]): string[] {
  const times = items.flatMap((item) => instant(item[field]) ?? [])
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const inner = items.filter((item) => {
    const at = instant(item[field])
    return at !== undefined && at !== first && at !== last
  })
  const later = inner.filter((item) => dayOf(item['updated_at']) > dayOf(item['created_at']))
  const pool = [later, inner, items].find((some) => some.length > 0) ?? []
  const at = instant(pool[Math.floor(pool.length / 2)]?.[field])
  return at === undefined ? [] : seconds.map((offset) => iso(at + offset * 1000))
}

const dayOf = (time: unknown): string => (typeof time === 'string' ? time.slice(0, 10) : '')

/** Bounds of a date: a second before a middle item, which includes it, and the next day, which excludes it. */
function aroundDay(items: readonly JsonObject[], field: string): string[] {
  const [before, next] = around(items, field, -1, 86_400)
  return before === undefined || next === undefined ? [] : [before, `${next.slice(0, 10)}T00:00:00Z`]
}

/** The beginning of the day after a time. */
export function dayAfter(time: unknown): string | undefined {
  const at = instant(time)
  return at === undefined ? undefined : iso((Math.floor(at / DAY_MS) + 1) * DAY_MS)
}

/** Each filter but `chatbot_id`, and a window, so wide that they exclude almost nothing: whatever they let in shows. */
export function wideFilters(list: ListKey, items: readonly JsonObject[]): Query[] {
  const bounds = { since: BEFORE_ALL, from: BEFORE_ALL, to: AFTER_ALL }
  const names = Object.keys(FILTERS[list]).filter((name) => name !== 'chatbot_id')
  const alone = [...names, 'since'].map((name): Query => {
    if (name === 'since' || name === 'from' || name === 'to') return { [name]: bounds[name] }
    if (list === 'GET /reservations') return everyItem(list)
    return { [name]: valuesOf(list, name, items, [])[0] }
  })
  return list === 'GET /reservations' ? [...alone, { from: BEFORE_ALL, to: AFTER_ALL }] : alone
}

/** A time in the form of the specification. */
export function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
