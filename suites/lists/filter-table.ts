import { own } from '../../lib/spec/json.ts'
import { CONTRACT, RESERVATION_STATUSES } from '../../lib/spec/api.ts'
import type { ListKey } from '../../lib/spec/operations.ts'
import { DAY_MS, instant, type JsonObject } from '../../lib/util/values.ts'

/**
 * Whether a filter includes an item: yes, no, or open (by the specification, or because the item does not show it).
 */
export type Membership = 'in' | 'out' | 'open'
/** Parses the query value once; the result judges one field value after another. */
type Test = (value: string) => (actual: unknown) => Membership

/** A filter: its requirement and its test. */
export interface Filter {
  readonly requirement: string
  /** The field of an item that it tests. */
  readonly field: string
  readonly test: (value: string) => (item: JsonObject) => Membership
}

const equal: Test = (value) => (actual) => {
  if (actual === value) return 'in'
  return sameLetters(actual, value) ? 'open' : 'out'
}

/** Letter case and blanks in filter values are open. */
const sameLetters = (actual: unknown, value: string): boolean =>
  typeof actual === 'string' && actual.trim().toLowerCase() === value.trim().toLowerCase()

const flag: Test = (value) => (actual) => {
  if (typeof actual !== 'boolean') return 'open'
  return String(actual) === value ? 'in' : 'out'
}

const language: Test = (value) => {
  const letters = value.trim().toLowerCase()
  return (code) => {
    if (code === value) return 'in'
    return typeof code === 'string' && code.toLowerCase().startsWith(letters) ? 'open' : 'out'
  }
}

/** A field that is not required may be absent or null: such an item shows no value that could be compared. */
const ifShown =
  (test: Test): Test =>
  (value) => {
    const judged = test(value)
    return (actual) => (actual === undefined || actual === null ? 'open' : judged(actual))
  }

/** Compares an instant with a bound; open if either cannot be read. */
const bounded =
  (compare: (at: number, bound: number) => Membership): Test =>
  (value) => {
    const bound = instant(value)
    if (bound === undefined) return () => 'open'
    return (actual) => {
      const at = instant(actual)
      return at === undefined ? 'open' : compare(at, bound)
    }
  }

/** Whether the bound itself is included is open; with a date bound, so is the rest of its day. */
const since = (unit: 'instant' | 'date'): Test =>
  bounded((at, bound) => {
    if (at >= bound + 1000) return 'in'
    if (unit === 'instant') return at < bound ? 'out' : 'open'
    return Math.floor(at / DAY_MS) < Math.floor(bound / DAY_MS) ? 'out' : 'open'
  })

const from = bounded((at, bound) => (at >= bound ? 'in' : 'out'))

const to = bounded((at, bound) => (at < bound ? 'in' : 'out'))

const statuses: Test = (value) => {
  const named = value.split(',').map((one) => one.trim())
  return (status) => {
    if (named.some((one) => one === status)) return 'in'
    return named.some((one) => sameLetters(status, one)) ? 'open' : 'out'
  }
}

const filter = (requirement: string, field: string, test: Test): Filter => ({
  requirement,
  field,
  test: (value) => {
    const judged = test(value)
    return (item) => judged(item[field])
  },
})

/** The filters of each list. A missing one, such as `since` of bookings, is an open point. */
export const FILTERS: Readonly<Record<ListKey, Readonly<Record<string, Filter>>>> = {
  'GET /chatbots': {},
  'GET /conversations': {
    chatbot_id: filter('LIST-CONVERSATIONS-20', 'chatbot_id', equal),
    is_lead: filter('LIST-CONVERSATIONS-21', 'is_lead', flag),
    is_resolved: filter('LIST-CONVERSATIONS-22', 'is_resolved', flag),
    status: filter('LIST-CONVERSATIONS-23', 'status', ifShown(equal)),
    language: filter('LIST-CONVERSATIONS-24', 'language_code', ifShown(language)),
    since: filter('LIST-CONVERSATIONS-25', 'created_at', since('date')),
  },
  'GET /leads': {
    chatbot_id: filter('LIST-LEADS-20', 'chatbot_id', equal),
    status: filter('LIST-LEADS-21', 'status', equal),
    since: filter('LIST-LEADS-22', 'created_at', since('date')),
  },
  'GET /bookings': {
    chatbot_id: filter('LIST-BOOKINGS-20', 'chatbot_id', equal),
  },
  'GET /reservations': {
    chatbot_id: filter('LIST-RESERVATIONS-20', 'chatbot_id', equal),
    status: filter('LIST-RESERVATIONS-21', 'status', statuses),
    from: filter('LIST-RESERVATIONS-27', 'start_at', from),
    to: filter('LIST-RESERVATIONS-28', 'start_at', to),
    since: filter('LIST-RESERVATIONS-30', 'created_at', since('instant')),
  },
}

const STATUSES: ReadonlySet<string> = new Set(RESERVATION_STATUSES)

/** Whether the specification gives a value a meaning. Others may be refused, ignored or taken literally. */
export function isPlain(list: ListKey, name: string, value: string): boolean {
  if (list === 'GET /reservations' && name === 'status')
    return value.split(',').every((status) => STATUSES.has(status))
  const schema = CONTRACT.operation(list).queryParameters.find((parameter) => parameter.name === name)?.schema
  if (own(schema, 'type') === 'boolean') return value === 'true' || value === 'false'
  if (own(schema, 'format') === 'date-time') return isMoment(value)
  return value.trim() === value && value !== '' && !/[^\p{L}\p{N} _.,:/+~-]/u.test(value)
}

/** Whether a text is a date-time in the specified form, on a real day. */
function isMoment(value: string): boolean {
  const at = instant(value)
  const isFormed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
  return isFormed && at !== undefined && new Date(at).toISOString().startsWith(value.slice(0, -1))
}

/** Part 4: whether the list shows an item if no status is named. Held and blocked reservations are hidden then. */
export function isShownUnnamed(list: ListKey, item: JsonObject): boolean {
  return list !== 'GET /reservations' || !isHidden(item['status'])
}

/** Statuses of reservations that are listed only if named. */
export const HIDDEN_STATUSES = ['held', 'blocked'] as const

/** Whether a reservation with this status is listed only if the status is named. */
export function isHidden(status: unknown): boolean {
  return HIDDEN_STATUSES.some((hidden) => hidden === status)
}
