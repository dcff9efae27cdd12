/** The kinds of filters: which items a value keeps, and which values the specification gives a meaning. */
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import { given } from '../../lib/engine/util/values.ts'
import {
  CHATBOTS,
  FLAGS,
  INSTANTS,
  LANGUAGES,
  type ValueLine,
  ODD_INSTANTS,
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
  /** Parses a value once; the result judges the field of one item after another. */
  readonly keeps: (value: string) => (actual: unknown) => Membership
  /** Whether the specification gives a value a meaning. Others may be refused, ignored or taken literally. */
  readonly isPlain: (value: string) => boolean
}

/** A text that an item has, or has not. */
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
      return (['in', 'open'] as const).find((one) => memberships.includes(one)) ?? 'out'
    }
  },
  isPlain: (value) => value.split(',').every((status) => STATUSES_OF_RESERVATIONS.includes(status)),
}

/** A bound in time; whether it keeps an item is open where either time cannot be read. */
const bound = (compare: (at: number, bound: number, isInUtc: boolean) => Membership): FilterKind => ({
  values: INSTANTS,
  bound: 'lower',
  keeps: (value) => {
    const limit = instant(value)
    return (actual) => {
      const at = instant(actual)
      return at === undefined || limit === undefined ? 'open' : compare(at, limit, value.endsWith('Z'))
    }
  },
  isPlain: isMoment,
})

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
export const SINCE_DATE = bound((at, limit, isInUtc) => {
  if (at >= limit + 1000) return 'in'
  const days = Math.floor(limit / DAY_MS) - Math.floor(at / DAY_MS)
  return days > (isInUtc ? 0 : 1) ? 'out' : 'open'
})

/** Inclusive. */
export const FROM = bound((at, limit) => (at >= limit ? 'in' : 'out'))

/** Exclusive. */
export const TO: FilterKind = {
  ...bound((at, limit) => (at < limit ? 'in' : 'out')),
  bound: 'upper',
}

/** A bound in time on a field that the specification does not name: every valid value has to be answered, with any items. */
export const NOT_SHOWN: FilterKind = {
  ...SINCE_DATE,
  values: ODD_INSTANTS,
  keeps: () => () => 'open',
  isPlain: () => false,
}
