/** The kinds of filters: which items a value keeps, and which values show whether it does. */
import { distinct, idsOf } from '../../lib/engine/case/items.ts'
import { RESERVATION_STATUSES } from '../../lib/engine/spec/api.ts'
import { DAY_MS, dayAfter, instant, iso } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'

/**
 * Whether a filter includes an item: yes, no, or open (by the specification, or because the item does not show it).
 */
export type Membership = 'in' | 'out' | 'open'

/** Items of a list, and the chatbots that may be filtered by. */
export interface Known {
  readonly items: readonly JsonObject[]
  readonly chatbots: readonly JsonObject[]
}

/** What filters of one kind have in common. */
export interface FilterKind {
  /** Parses a value once; the result judges the field of one item after another. */
  readonly keeps: (value: string) => (actual: unknown) => Membership
  /** Whether the specification gives a value a meaning. Others may be refused, ignored or taken literally. */
  readonly isPlain: (value: string) => boolean
  /** The values with which it is tried, the most telling first. */
  readonly values: (field: string, known: Known) => readonly string[]
  /** A value that keeps every item. */
  readonly widest?: string
  /** Whether its values are texts of any kind, and not those of a vocabulary or a format. */
  readonly anyText?: true
}

/** Earlier than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** A text that an item has, or has not. */
export const TEXT: FilterKind = {
  keeps: (value) => (actual) => {
    if (actual === value) return 'in'
    return sameLetters(actual, value) ? 'open' : 'out'
  },
  isPlain: (value) => value.trim() === value && value !== '' && !/[^\p{L}\p{N} _.,:/+~=-]/u.test(value),
  // The most frequent one, the rarest, and those between.
  values: (field, { items }) => {
    const values = distinct(items, field)
    return [...new Set([...values.slice(0, 1), ...values.slice(-1), ...values])]
  },
  anyText: true,
}

/** Letter case and blanks in filter values are open. */
const sameLetters = (actual: unknown, value: string): boolean =>
  typeof actual === 'string' && actual.trim().toLowerCase() === value.trim().toLowerCase()

/** A language code: whether a longer one, such as that of a region, matches is open. */
export const LANGUAGE: FilterKind = {
  ...TEXT,
  keeps: (value) => (code) => {
    if (code === value) return 'in'
    const letters = value.trim().toLowerCase()
    return typeof code === 'string' && code.toLowerCase().startsWith(letters) ? 'open' : 'out'
  },
}

/** A kind for a field that is not required: an item where it is absent or null shows no value that could be compared. */
export const optional = (kind: FilterKind): FilterKind => ({
  ...kind,
  keeps: (value) => {
    const judged = kind.keeps(value)
    return (actual) => (given(actual) ? judged(actual) : 'open')
  },
})

/** `true` or `false`. */
export const FLAG: FilterKind = {
  keeps: (value) => (actual) => {
    if (typeof actual !== 'boolean') return 'open'
    return String(actual) === value ? 'in' : 'out'
  },
  isPlain: (value) => value === 'true' || value === 'false',
  values: () => ['true', 'false'],
}

/** The chatbot with the most items, a paused one with items, one without any; then the others with items. */
export const CHATBOT: FilterKind = {
  ...TEXT,
  values: (_, { items, chatbots }) => {
    const listed = new Set(idsOf(chatbots))
    const busy = distinct(items, 'chatbot_id').filter((id) => listed.has(id))
    const paused = idsOf(chatbots.filter((one) => one['is_active'] === false)).filter((id) =>
      busy.includes(id),
    )
    const idle = [...listed].filter((id) => !busy.includes(id))
    return [...new Set([...busy.slice(0, 1), ...paused.slice(0, 1), ...idle.slice(0, 1), ...busy])]
  },
}

/** A comma-separated list of reservation statuses. */
export const STATUSES: FilterKind = {
  keeps: (value) => {
    const named = value.split(',').map((one) => one.trim())
    return (status) => {
      if (named.some((one) => one === status)) return 'in'
      return named.some((one) => sameLetters(status, one)) ? 'open' : 'out'
    }
  },
  isPlain: (value) => value.split(',').every((status) => RESERVATION_STATUSES.includes(status)),
  values: TEXT.values,
  widest: RESERVATION_STATUSES.join(','),
}

/** A bound in time; whether it keeps an item is open where either time cannot be read. */
const bound = (
  compare: (at: number, bound: number) => Membership,
  values: FilterKind['values'],
  widest: string,
): FilterKind => ({
  keeps: (value) => {
    const limit = instant(value)
    return (actual) => {
      const at = instant(actual)
      return at === undefined || limit === undefined ? 'open' : compare(at, limit)
    }
  },
  isPlain: isMoment,
  values,
  widest,
})

/** Whether a text is a date-time in the specified form, on a real day. */
function isMoment(value: string): boolean {
  const at = instant(value)
  const isFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
  return isFormed && at !== undefined && new Date(at).toISOString().startsWith(value.slice(0, -1))
}

/** Whether the bound itself is included is open: from a second later on, an item is. */
export const SINCE_INSTANT = bound(
  (at, limit) => {
    if (at >= limit + 1000) return 'in'
    return at < limit ? 'out' : 'open'
  },
  (field, { items }) => around(items, field, -1, 0, 1),
  BEFORE_ALL,
)

/** A bound that is a date: the rest of its day is open, too. */
export const SINCE_DATE = bound(
  (at, limit) => {
    if (at >= limit + 1000) return 'in'
    return Math.floor(at / DAY_MS) < Math.floor(limit / DAY_MS) ? 'out' : 'open'
  },
  // A second before an item, its very time, and the next day, which excludes it.
  (field, { items }) => {
    const [before, at] = around(items, field, -1, 0)
    return [before, at, dayAfter(at)].filter((value) => value !== undefined)
  },
  BEFORE_ALL,
)

/** Inclusive. */
export const FROM = bound(
  (at, limit) => (at >= limit ? 'in' : 'out'),
  (field, { items }) => around(items, field, 0, 1),
  BEFORE_ALL,
)

/** Exclusive. */
export const TO = bound(
  (at, limit) => (at < limit ? 'in' : 'out'),
  (field, { items }) => around(items, field, 0, 1),
  AFTER_ALL,
)

/** A bound in time of which is not shown what it bounds. */
export const NOT_SHOWN: FilterKind = { ...SINCE_DATE, keeps: () => () => 'open', isPlain: () => false }

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
