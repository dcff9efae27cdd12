/** Values for filters, taken from rows that are there: telling ones, at which a filter that is wrong shows. */
import type { ListKey } from '../../../lib/api/catalogue/index.ts'
import { FILTERS, RESERVATION_STATUSES } from '../../../lib/api/oracles/filter-table.ts'
import { instant, type Row } from '../../../lib/util/values.ts'
import type { Query } from '../../../lib/api/actor.ts'
import type { Context } from '../../../lib/api/case.ts'
import { distinct, idsOf } from '../../../lib/api/discovery.ts'
import type { Need } from '../../../lib/api/needs.ts'

/** The two most frequent of some values, and the rarest. */
export function ends(values: readonly string[]): string[] {
  return [...new Set([...values.slice(0, 2), ...values.slice(-1)])]
}

/** A beginning that one of the values of some rows has and that is none of them itself: what looks for a part would find it. */
export function partOfOne(rows: readonly Row[], field: string): string {
  const values = distinct(rows, field)
  const taken = new Set(values.map((value) => value.toLowerCase()))
  const parts = values.map((value) => value.slice(0, -1).trim())
  return parts.find((part) => part.length > 1 && !taken.has(part.toLowerCase())) ?? 'no-such-value'
}

/** Rows of chatbots that are listed: a chatbot that is gone may leave rows behind, and is no chatbot to filter by. */
export async function ofListedChatbots<N extends Need>(
  { api }: Pick<Context<N>, 'api'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const chatbots = (await api.list('GET /chatbots', { limit: 100 })).rows
  const listed = new Set<unknown>(idsOf(chatbots))
  return rows.filter((row) => listed.has(row['chatbot_id']))
}

/** The two chatbots with the most rows, and one without any, as filters. */
export async function withEmptyChatbot<N extends Need>(
  tools: Pick<Context<N>, 'api'>,
  rows: readonly Row[],
): Promise<Query[]> {
  const busy = distinct(await ofListedChatbots(tools, rows), 'chatbot_id')
  const all = await tools.api.list('GET /chatbots', { limit: 100 })
  const idle = idsOf(all.rows).find((id) => !busy.includes(id))
  return [...busy.slice(0, 2), ...(idle === undefined ? [] : [idle])].map((chatbot_id) => ({ chatbot_id }))
}

/** A timestamp out of the middle of some rows, or another fraction of the way from the latest to the earliest. */
export function middle(rows: readonly Row[], field: string, fraction = 1 / 2): string {
  const instants = [...new Set(rows.flatMap((row) => instant(row[field]) ?? []))].sort((a, b) => b - a)
  const at = instants[Math.min(instants.length - 1, Math.floor(instants.length * fraction))]
  return iso(at ?? 0)
}

/**
 * Bounds around a timestamp of a row from the middle: as close as a second, so that whatever rounds a bound, or looks at another
 * date, gets that row wrong.
 * @param seconds how far from the timestamp each bound is
 */
export function around(rows: readonly Row[], field: string, ...seconds: readonly number[]): string[] {
  const dated = rows
    .filter((row) => instant(row[field]) !== undefined)
    .sort((a, b) => (instant(b[field]) ?? 0) - (instant(a[field]) ?? 0))
  const ends = new Set([dated[0]?.[field], dated.at(-1)?.[field]])
  const inner = dated.filter((row) => !ends.has(row[field]))
  const updated = inner.filter(
    (row) => (instant(row['updated_at']) ?? 0) > (instant(row['created_at']) ?? 0) + 1000,
  )
  const later = updated.filter(
    (row) => String(row['updated_at']).slice(0, 10) > String(row['created_at']).slice(0, 10),
  )
  const pool = later.length > 0 ? later : updated.length > 0 ? updated : inner.length > 0 ? inner : dated
  const at = instant(pool[Math.floor(pool.length / 2)]?.[field])
  return at === undefined ? [] : seconds.map((offset) => iso(at + offset * 1000))
}

/** The dates of a booking, each of which `since` may mean. */
const DATES = ['created_at', 'start_at', 'end_at'] as const

/** The bookings that have all their dates, and each of them a second or more after a bound. */
export function laterThan(rows: readonly Row[], bound: string): readonly Row[] {
  const from = (instant(bound) ?? 0) + 1000
  return rows.filter((row) => DATES.every((field) => (instant(row[field]) ?? -1) >= from))
}

/** A bound a second before the creation of a booking out of the middle, of one that has no earlier date where there is one. */
export function beforeOne(rows: readonly Row[]): string {
  const sound = rows.filter((row) => laterThan([row], '1970-01-01T00:00:00Z').length > 0)
  const ahead = sound.filter((row) => DATES.every((field) => String(row[field]) >= String(row['created_at'])))
  const [bound = iso(0)] = around(ahead.length > 0 ? ahead : rows, 'created_at', -1)
  return bound
}

/** Bounds for a date: a second before a row of the middle, which belongs then, and the beginning of the day after it, when it does not. */
export function aroundDay(rows: readonly Row[], field: string): string[] {
  return around(rows, field, -1, 86_400).map((bound, index) =>
    index === 0 ? bound : `${bound.slice(0, 10)}T00:00:00Z`,
  )
}

/** Earlier than everything that is listed. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
const AFTER_ALL = '2999-01-01T00:00:00Z'

/**
 * Each filter of a list alone, and the window of two, so wide that it keeps out next to nothing: bounds beyond every date, flags and the most frequent values
 * of some rows. What a filter lets in besides would be among the answers.
 */
export function wideFilters(list: ListKey, rows: readonly Row[]): Query[] {
  const window = list === 'GET /reservations' ? [{ from: BEFORE_ALL, to: AFTER_ALL }] : []
  const alone = Object.entries({ ...FILTERS[list], since: { field: 'created_at' } }).flatMap(
    ([name, { field }]): Query[] => {
      if (name === 'chatbot_id') return []
      if (name === 'since' || name === 'from') return [{ [name]: BEFORE_ALL }]
      if (name === 'to') return [{ [name]: AFTER_ALL }]
      if (list === 'GET /reservations' && name === 'status')
        return [{ [name]: RESERVATION_STATUSES.join(',') }]
      if (name.startsWith('is_')) return [{ [name]: true }, { [name]: false }]
      return distinct(rows, field)
        .slice(0, 1)
        .map((value) => ({ [name]: value }))
    },
  )
  return [...alone, ...window]
}

function iso(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}
