/** Filter values from known items, chosen so that a wrong filter shows. */
import type { Query } from '../../lib/harness/actor.ts'
import { distinct, everyItem, idsOf } from '../../lib/harness/discovery.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { DAY_MS, given, instant, type JsonObject } from '../../lib/util/values.ts'
import { FILTERS, isPlain, isShownUnnamed } from './filter-table.ts'

/** Earlier than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** Items of a list, and the chatbots that may be filtered by. */
export interface Known {
  readonly items: readonly JsonObject[]
  readonly chatbots: readonly JsonObject[]
}

/** The values with which a filter is tried alone: some that items have, and for a chatbot also one that none has. */
export function valuesOf(list: ListKey, name: string, { items, chatbots }: Known): string[] {
  const field = FILTERS[list][name]?.field ?? 'created_at'
  const shown = items.filter((item) => isShownUnnamed(list, item))
  switch (name) {
    case 'chatbot_id':
      return chatbotsOf(items, chatbots)
    case 'since':
      return list === 'GET /reservations' ? around(shown, field, -1, 0, 1) : aroundDay(shown, field)
    case 'from':
    case 'to':
      return around(shown, field, 0, 1)
    default: {
      const isFlag = typeof items.find((item) => given(item[field]))?.[field] === 'boolean'
      const values = isFlag ? ['true', 'false'] : distinct(items, field)
      // The most frequent one, the rarest, and those between.
      return [...new Set([...values.slice(0, 1), ...values.slice(-1), ...values])]
    }
  }
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
 * Bounds around the time of an item in the middle, some seconds away: a service that rounds bounds, or compares another
 * date, gets that item wrong. Preferred is one that was changed on a later day than it was created.
 * @param seconds - distance of each bound from the time
 */
export function around(items: readonly JsonObject[], field: string, ...seconds: readonly number[]): string[] {
  const sorted = items
    .filter((item) => instant(item[field]) !== undefined)
    .toSorted((one, other) => (instant(one[field]) ?? 0) - (instant(other[field]) ?? 0))
  const inner = sorted.length > 2 ? sorted.slice(1, -1) : sorted
  const changed = inner.filter((item) => dayOf(item['updated_at']) > dayOf(item['created_at']))
  const pool = changed.length > 0 ? changed : inner
  const at = instant(pool[Math.floor(pool.length / 2)]?.[field])
  return at === undefined ? [] : seconds.map((offset) => iso(at + offset * 1000))
}

const dayOf = (time: unknown): string => (typeof time === 'string' ? time.slice(0, 10) : '')

/** Bounds of a date: a second before a middle item, its very time, and the next day, which excludes it. */
function aroundDay(items: readonly JsonObject[], field: string): string[] {
  const [before, at] = around(items, field, -1, 0)
  const next = dayAfter(at)
  return [before, at, next].filter((bound) => bound !== undefined)
}

/** The beginning of the day after a time. */
export function dayAfter(time: unknown): string | undefined {
  const at = instant(time)
  return at === undefined ? undefined : iso((Math.floor(at / DAY_MS) + 1) * DAY_MS)
}

/** A time in the form of the specification, in whole seconds. */
export function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** Each filter but `chatbot_id`, and a window, so wide that they exclude almost nothing: whatever they let in shows. */
export function wideFilters(list: ListKey, items: readonly JsonObject[]): Query[] {
  const bounds = { since: BEFORE_ALL, from: BEFORE_ALL, to: AFTER_ALL }
  const names = Object.keys(FILTERS[list]).filter((name) => name !== 'chatbot_id')
  const alone = [...names, 'since'].map((name): Query => {
    if (name === 'since' || name === 'from' || name === 'to') return { [name]: bounds[name] }
    if (list === 'GET /reservations') return everyItem(list)
    return { [name]: valuesOf(list, name, { items, chatbots: [] })[0] }
  })
  return list === 'GET /reservations' ? [...alone, { from: BEFORE_ALL, to: AFTER_ALL }] : alone
}

/** The most values of a filter that a key is asked for, and that are tried together: a vocabulary is short. */
export const MOST_VALUES = { main: 3, other: 5 } as const

/**
 * Values for several filters at once: of some combinations the one in which the loss of most filters would show,
 * because an item passes all the others and fails that one.
 * @returns undefined if no combination keeps an item and shows a loss
 */
export function together(list: ListKey, names: readonly string[], known: Known): Query | undefined {
  const items = known.items.filter((item) => isShownUnnamed(list, item))
  const choices = names.map((name) =>
    valuesOf(list, name, known)
      .filter((value) => isPlain(list, name, value))
      .slice(0, MOST_VALUES.main)
      .map((value) => ({ name, value, of: items.map(FILTERS[list][name]?.test(value) ?? (() => 'open')) })),
  )
  let best: Query | undefined
  let most = 0
  for (const chosen of combinations(choices)) {
    const rows = items.map((_, index) => chosen.map(({ of }) => of[index]))
    if (!rows.some((row) => row.every((membership) => membership === 'in'))) continue
    const isLossShown = (filter: number): boolean =>
      rows.some((row) => row.every((membership, other) => membership === (other === filter ? 'out' : 'in')))
    const shown = names.filter((_, filter) => isLossShown(filter)).length
    if (shown <= most) continue
    most = shown
    best = Object.fromEntries(chosen.map(({ name, value }) => [name, value]))
  }
  return best
}

/** Every way to take one of each. */
function combinations<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (some, next) => some.flatMap((taken) => next.map((one) => [...taken, one])),
    [[]],
  )
}
