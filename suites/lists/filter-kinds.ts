/** The kinds of filters: which items a value keeps, and which values the specification gives a meaning. */
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import {
  CHATBOTS,
  ENDS_OF_WINDOWS,
  FLAGS,
  INSTANTS,
  LANGUAGES,
  type ValueLine,
  STATUSES as STATUS_VALUES,
  TEXTS,
} from './values.ts'

/**
 * Whether a filter includes an item: yes, no, or open (by the specification, or because the item does not show it).
 */
export type Membership = 'in' | 'out' | 'open'

/** What filters of one kind have in common. */
export interface FilterKind {
  /** The values that it is tried with. */
  readonly values: readonly ValueLine[]
  /** Whether two texts of rows may be taken for one. */
  readonly isText?: boolean
  /** Of a bound in time, which end of a window it is. */
  readonly bound?: 'lower' | 'upper'
  /** Whether a bound in time may count as the whole day. */
  readonly isOfDays?: true
  /** Likely mistakes about a value, in words: what a service that makes one keeps. */
  readonly slips?: (value: string) => Readonly<Record<string, (actual: unknown) => Membership>>
  /** Parses a value once; the result judges the field of one item after another. */
  readonly keeps: (value: string) => (actual: unknown) => Membership
  /** Whether the specification gives a value a meaning. Others may be refused, ignored or taken literally. */
  readonly isPlain: (value: string) => boolean
}

/** A text that an item has, or has not. Absent and null are no text. */
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

/** Letter case and blanks in filter values are open, and so are accents, which many databases overlook by default. */
function letters(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}

/** A language code: whether a longer one, such as that of a region, matches is open. */
export const LANGUAGE: FilterKind = {
  ...TEXT,
  values: LANGUAGES,
  keeps: (value) => (code) => {
    if (code === value) return 'in'
    const letters = value.trim().toLowerCase()
    return typeof code === 'string' && code.toLowerCase().startsWith(letters) ? 'open' : 'out'
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
      // What an empty item of the list means is open.
      const other = value.split(',').includes('') ? 'open' : 'out'
      return (['in', 'open'] as const).find((one) => memberships.includes(one)) ?? other
    }
  },
  isPlain: (value) => value.split(',').every((status) => STATUSES_OF_RESERVATIONS.includes(status)),
}

type Compare = (at: number, bound: number, isInUtc: boolean) => Membership

/** A bound in time; whether it keeps an item is open where either time cannot be read. */
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

/** Whether the bound itself is included is open: from a second later on, an item is. */
export const SINCE_INSTANT = bound((at, limit) => {
  if (at >= limit + 1000) return 'in'
  return at < limit ? 'out' : 'open'
})

/** A bound that is a date: the rest of its day is open, too. It may be the day in UTC or, in another zone, where it is written. */
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

/** The day of an instant two hours ahead of UTC: the last two hours of a day in UTC belong to the next one there. */
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

/** A bound in time on a field that the specification does not name: every valid value has to be answered, with any items. */
export const NOT_SHOWN: FilterKind = {
  ...SINCE_DATE,
  values: [],
  keeps: () => () => 'open',
  isPlain: () => false,
}
