/**
 * The kinds of filters: which items a value keeps, and for which values the specification defines a meaning.
 */
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import {
  CHATBOTS,
  ENDS_OF_WINDOWS,
  FLAGS,
  INSTANTS,
  LANGUAGES,
  type ValueLine,
  STATUS_VALUES,
  TEXTS,
} from './values.ts'

/**
 * Whether a filter includes an item: yes, no, or open (by the specification, or because the item does not show it).
 */
export type Membership = 'in' | 'out' | 'open'

/** The properties that filters of one kind share. */
export interface FilterKind {
  /** The values with which the filter is tried. */
  readonly values: readonly ValueLine[]
  /** Whether a service may take two texts of rows for the same. */
  readonly isText?: boolean
  /** For a bound in time: which end of a window it is. */
  readonly bound?: 'lower' | 'upper'
  /** Whether a bound in time may count as the whole day. */
  readonly isOfDays?: true
  /** Likely mistakes with a value, in words, and which items a service with that mistake keeps. */
  readonly slips?: (value: string) => Readonly<Record<string, (actual: unknown) => Membership>>
  /** Parses a value once; the result judges the field of one item after another. */
  readonly keeps: (value: string) => (actual: unknown) => Membership
  /**
   * Whether the specification defines a meaning for a value. Other values may be refused, ignored or taken
   * literally.
   */
  readonly isPlain: (value: string) => boolean
}

/** A text that equals a field of the item. Absent and null are no text. */
export const TEXT: FilterKind = {
  values: TEXTS,
  isText: true,
  keeps: (value) => {
    const wanted = letters(value)
    return (actual) => {
      if (actual === value) return 'in'
      return typeof actual === 'string' && letters(actual) === wanted ? 'open' : 'out'
    }
  },
  isPlain: (value) => value.trim() === value && value !== '' && !/[^\p{L}\p{N} _.,:/+~=-]/u.test(value),
}

/**
 * Letter case and blanks in filter values are open, and so are accents, which many databases ignore by
 * default.
 */
function letters(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}

/** A language code: it is open whether it also matches a longer one, for example with a region. */
export const LANGUAGE: FilterKind = {
  ...TEXT,
  values: LANGUAGES,
  keeps: (value) => (code) => {
    if (code === value) return 'in'
    const wanted = value.trim().toLowerCase()
    return typeof code === 'string' && code.toLowerCase().startsWith(wanted) ? 'open' : 'out'
  },
}

/** `true` or `false`. */
export const FLAG: FilterKind = {
  values: FLAGS,
  keeps: (value) => (actual) => {
    if (typeof actual !== 'boolean') return 'open'
    return String(actual) === value ? 'in' : 'out'
  },
  isPlain: (value) => value === 'true' || value === 'false',
}

/** The id of a chatbot. */
export const CHATBOT: FilterKind = { ...TEXT, values: CHATBOTS, isText: false }

/** A comma-separated list of reservation statuses. */
export const STATUSES: FilterKind = {
  values: STATUS_VALUES,
  keeps: (value) => {
    const named = value.split(',').map((one) => TEXT.keeps(one.trim()))
    return (status) => {
      const memberships = named.map((keeps) => keeps(status))
      // The meaning of an empty item in the list is open.
      const other = value.split(',').includes('') ? 'open' : 'out'
      return (['in', 'open'] as const).find((one) => memberships.includes(one)) ?? other
    }
  },
  isPlain: (value) => value.split(',').every((status) => STATUSES_OF_RESERVATIONS.includes(status)),
}

type Compare = (at: number, bound: number, isInUtc: boolean) => Membership

/** A bound in time; whether it keeps an item is open if either time cannot be read. */
const bound = (compare: Compare, slips: Readonly<Record<string, Compare>> = {}): FilterKind => {
  const keepsBy = (how: Compare) => (value: string) => {
    const limit = instant(value)
    return (actual: unknown): Membership => {
      const at = instant(actual)
      return at === undefined || limit === undefined ? 'open' : how(at, limit, value.endsWith('Z'))
    }
  }
  return {
    values: INSTANTS,
    bound: 'lower',
    keeps: keepsBy(compare),
    slips: (value) =>
      Object.fromEntries(Object.entries(slips).map(([slip, how]) => [slip, keepsBy(how)(value)])),
    isPlain: isMoment,
  }
}

/** Whether a text is a date-time in the specified form, on a real day. */
function isMoment(value: string): boolean {
  const at = instant(value)
  const isFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
  return isFormed && at !== undefined && new Date(at).toISOString().startsWith(value.slice(0, -1))
}

/** Whether the bound itself is included is open: items from one second later on are. */
export const SINCE_INSTANT = bound((at, limit) => {
  if (at >= limit + 1000) return 'in'
  return at < limit ? 'out' : 'open'
})

/**
 * A bound that is a date: the rest of its day is open as well. The day may be in UTC or, if the bound has
 * another zone, in that zone.
 */
export const SINCE_DATE: FilterKind = {
  ...bound(
    (at, limit, isInUtc) => {
      if (at >= limit + 1000) return 'in'
      const days = Math.floor(limit / DAY_MS) - Math.floor(at / DAY_MS)
      return days > (isInUtc ? 0 : 1) ? 'out' : 'open'
    },
    { 'as a day of another zone': (at, limit) => (dayAhead(at) >= dayAhead(limit) ? 'in' : 'out') },
  ),
  isOfDays: true,
}

/**
 * The day of an instant two hours ahead of UTC: there, the last two hours of a day in UTC belong to the next
 * day.
 */
function dayAhead(at: number): number {
  return Math.floor((at + DAY_MS / 12) / DAY_MS)
}

/** Inclusive. */
export const FROM: FilterKind = {
  ...bound((at, limit) => (at >= limit ? 'in' : 'out'), {
    exclusive: (at, limit) => (at > limit ? 'in' : 'out'),
  }),
  values: ENDS_OF_WINDOWS,
}

/** Exclusive. */
export const TO: FilterKind = {
  ...bound((at, limit) => (at < limit ? 'in' : 'out'), {
    inclusive: (at, limit) => (at <= limit ? 'in' : 'out'),
  }),
  values: ENDS_OF_WINDOWS,
  bound: 'upper',
}

/**
 * A bound in time on a field that the specification does not name: every valid value must be answered, with
 * any items.
 */
export const NOT_SHOWN: FilterKind = {
  ...SINCE_DATE,
  values: [],
  keeps: () => () => 'open',
  isPlain: () => false,
}
