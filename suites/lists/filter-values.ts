/** Filter values from known items, chosen so that a wrong filter shows. */
import type { ListKey } from '../../lib/spec/operations.ts'
import { BOOKING_DATES } from './filters.ts'
import { FILTERS } from './filter-table.ts'
import { RESERVATION_STATUSES } from '../../lib/spec/api.ts'
import { DAY_MS, instant, type JsonObject } from '../../lib/util/values.ts'
import type { Query } from '../../lib/harness/actor.ts'
import type { Context } from '../../lib/harness/context.ts'
import { distinct, idsOf } from '../../lib/harness/discovery.ts'
import type { Need } from '../../lib/harness/needs.ts'

/** The two most frequent of some values, and the rarest. */
export function ends(values: readonly string[]): string[] {
  return [...new Set([...values.slice(0, 2), ...values.slice(-1)])]
}

/** A proper prefix of some value that is not itself a value: a substring search would find it. */
export function partOfOne(items: readonly JsonObject[], field: string): string {
  const values = distinct(items, field)
  const taken = new Set(values.map((value) => value.toLowerCase()))
  const parts = values.map((value) => value.slice(0, -1).trim())
  return parts.find((part) => part.length > 1 && !taken.has(part.toLowerCase())) ?? 'no-such-value'
}

/** Items of listed chatbots. Deleted chatbots may leave items behind, but cannot be filtered by. */
export async function ofListedChatbots<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  items: readonly JsonObject[],
): Promise<readonly JsonObject[]> {
  const chatbots = (await api.fullPage('GET /chatbots')).items
  const listed = new Set<unknown>(idsOf(chatbots))
  return items.filter((item) => listed.has(item['chatbot_id']))
}

/** Filters by the two chatbots with the most items, and by one without any. */
export async function withEmptyChatbot<N extends Need>(
  tools: Pick<Context<N>, 'api'>,
  items: readonly JsonObject[],
): Promise<Query[]> {
  const busy = distinct(await ofListedChatbots(tools, items), 'chatbot_id')
  const all = await tools.api.fullPage('GET /chatbots')
  const idle = idsOf(all.items).find((id) => !busy.includes(id))
  return [...busy.slice(0, 2), ...(idle === undefined ? [] : [idle])].map((chatbot_id) => ({ chatbot_id }))
}

/** The timestamp of an item in the middle, or at another fraction of the way from latest to earliest. */
export function middle(items: readonly JsonObject[], field: string, fraction = 1 / 2): string {
  const instants = [...new Set(items.flatMap((item) => instant(item[field]) ?? []))].sort((a, b) => b - a)
  const at = instants[Math.min(instants.length - 1, Math.floor(instants.length * fraction))]
  return iso(at ?? 0)
}

/**
 * Bounds around the timestamp of a middle item, one second away: a service that rounds bounds, or compares another
 * date, gets that item wrong.
 * @param seconds distance of each bound from the timestamp
 */
export function around(items: readonly JsonObject[], field: string, ...seconds: readonly number[]): string[] {
  const dated = items
    .filter((item) => instant(item[field]) !== undefined)
    .sort((a, b) => (instant(b[field]) ?? 0) - (instant(a[field]) ?? 0))
  const ends = new Set([dated[0]?.[field], dated.at(-1)?.[field]])
  const inner = dated.filter((item) => !ends.has(item[field]))
  const updated = inner.filter(
    (item) => (instant(item['updated_at']) ?? 0) > (instant(item['created_at']) ?? 0) + 1000,
  )
  const later = updated.filter(
    (item) => String(item['updated_at']).slice(0, 10) > String(item['created_at']).slice(0, 10),
  )
  const pool = [later, updated, inner].find((some) => some.length > 0) ?? dated
  const at = instant(pool[Math.floor(pool.length / 2)]?.[field])
  return at === undefined ? [] : seconds.map((offset) => iso(at + offset * 1000))
}

/** The bookings with every date at least a second after a bound. */
export function laterThan(items: readonly JsonObject[], bound: string): readonly JsonObject[] {
  const from = (instant(bound) ?? 0) + 1000
  return items.filter((item) => BOOKING_DATES.every((field) => (instant(item[field]) ?? -1) >= from))
}

/** A bound a second before the creation of a middle booking, preferably one without an earlier date. */
export function beforeOne(items: readonly JsonObject[]): string {
  const sound = items.filter((item) => laterThan([item], '1970-01-01T00:00:00Z').length > 0)
  const ahead = sound.filter((item) =>
    BOOKING_DATES.every((field) => String(item[field]) >= String(item['created_at'])),
  )
  const [bound = iso(0)] = around(ahead.length > 0 ? ahead : items, 'created_at', -1)
  return bound
}

/**
 * Bounds of a date filter: a second before a middle item, which includes it, and the start of the next day, which
 * excludes it.
 */
export function aroundDay(items: readonly JsonObject[], field: string): string[] {
  return around(items, field, -1, 86_400).map((bound, index) =>
    index === 0 ? bound : `${bound.slice(0, 10)}T00:00:00Z`,
  )
}

/** The beginning of the day after a timestamp. */
export function dayAfter(timestamp: unknown): string | undefined {
  const at = instant(timestamp)
  return at === undefined ? undefined : iso((Math.floor(at / DAY_MS) + 1) * DAY_MS)
}

/** Earlier than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
const AFTER_ALL = '2999-01-01T00:00:00Z'

/**
 * Each filter of a list alone, and the widest window: bounds beyond every date, flags, the most frequent values. They
 * exclude almost nothing, so that whatever a filter lets in shows.
 */
export function wideFilters(list: ListKey, items: readonly JsonObject[]): Query[] {
  const window = list === 'GET /reservations' ? [{ from: BEFORE_ALL, to: AFTER_ALL }] : []
  const alone = Object.entries({ ...FILTERS[list], since: { field: 'created_at' } }).flatMap(
    ([name, { field }]): Query[] => {
      if (name === 'chatbot_id') return []
      if (name === 'since' || name === 'from') return [{ [name]: BEFORE_ALL }]
      if (name === 'to') return [{ [name]: AFTER_ALL }]
      if (list === 'GET /reservations' && name === 'status')
        return [{ [name]: RESERVATION_STATUSES.join(',') }]
      if (name.startsWith('is_')) return [{ [name]: true }, { [name]: false }]
      return distinct(items, field)
        .slice(0, 1)
        .map((value) => ({ [name]: value }))
    },
  )
  return [...alone, ...window]
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
