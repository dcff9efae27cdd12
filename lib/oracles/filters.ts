import type { ListKey } from '../catalogue/index.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Oracle } from './oracle.ts'
import { readPage } from './page-reading.ts'
import { instant, objects, quote, type Row } from './values.ts'

/** What a filter says of a row: it belongs, it does not, or the specification leaves it open (or the row cannot tell). */
export type Membership = 'in' | 'out' | 'open'
type Test = (row: Row, value: string) => Membership

const DAY = 86_400_000

const equal =
  (field: string): Test =>
  (row, value) =>
    row[field] === value ? 'in' : sameLetters(row[field], value) ? 'open' : 'out'

/** Letter case and blanks in filter values are an open point. */
const sameLetters = (actual: unknown, value: string): boolean =>
  typeof actual === 'string' && actual.trim().toLowerCase() === value.trim().toLowerCase()

const flag =
  (field: string): Test =>
  (row, value) =>
    typeof row[field] === 'boolean' ? (String(row[field]) === value ? 'in' : 'out') : 'open'

const language: Test = (row, value) => {
  const code = row['language_code']
  if (code === value) return 'in'
  return typeof code === 'string' && code.toLowerCase().startsWith(value.trim().toLowerCase())
    ? 'open'
    : 'out'
}

/** Whether the bound itself belongs is open, so is the rest of its day where the note speaks of a date. */
const since =
  (field: string, unit: 'instant' | 'date'): Test =>
  (row, value) => {
    const [at, bound] = [instant(row[field]), instant(value)]
    if (at === undefined || bound === undefined) return 'open'
    if (at >= bound + 1000) return 'in'
    if (unit === 'instant') return at < bound ? 'out' : 'open'
    return Math.floor(at / DAY) < Math.floor(bound / DAY) ? 'out' : 'open'
  }

const from: Test = (row, value) => {
  const [at, bound] = [instant(row['start_at']), instant(value)]
  return at === undefined || bound === undefined ? 'open' : at >= bound ? 'in' : 'out'
}

const to: Test = (row, value) => {
  const [at, bound] = [instant(row['start_at']), instant(value)]
  return at === undefined || bound === undefined ? 'open' : at < bound ? 'in' : 'out'
}

const statuses: Test = (row, value) => {
  const named = value.split(',').map((s) => s.trim())
  return named.some((s) => s === row['status'])
    ? 'in'
    : named.some((s) => sameLetters(row['status'], s))
      ? 'open'
      : 'out'
}

/** Which requirement judges a filter, and how. A filter that is not here (bookings' `since`) is an open point. */
interface Filter {
  readonly requirement: string
  readonly test: Test
}

export const FILTERS: Readonly<Record<ListKey, Readonly<Record<string, Filter>>>> = {
  'GET /chatbots': {},
  'GET /conversations': {
    chatbot_id: { requirement: 'LIST-CONVERSATIONS-20', test: equal('chatbot_id') },
    is_lead: { requirement: 'LIST-CONVERSATIONS-21', test: flag('is_lead') },
    is_resolved: { requirement: 'LIST-CONVERSATIONS-22', test: flag('is_resolved') },
    status: { requirement: 'LIST-CONVERSATIONS-23', test: equal('status') },
    language: { requirement: 'LIST-CONVERSATIONS-24', test: language },
    since: { requirement: 'LIST-CONVERSATIONS-25', test: since('created_at', 'date') },
  },
  'GET /leads': {
    chatbot_id: { requirement: 'LIST-LEADS-20', test: equal('chatbot_id') },
    status: { requirement: 'LIST-LEADS-21', test: equal('status') },
    since: { requirement: 'LIST-LEADS-22', test: since('created_at', 'date') },
  },
  'GET /bookings': {
    chatbot_id: { requirement: 'LIST-BOOKINGS-20', test: equal('chatbot_id') },
  },
  'GET /reservations': {
    chatbot_id: { requirement: 'LIST-RESERVATIONS-20', test: equal('chatbot_id') },
    status: { requirement: 'LIST-RESERVATIONS-21', test: statuses },
    from: { requirement: 'LIST-RESERVATIONS-27', test: from },
    to: { requirement: 'LIST-RESERVATIONS-28', test: to },
    since: { requirement: 'LIST-RESERVATIONS-30', test: since('created_at', 'instant') },
  },
}

const COMBINED: Readonly<Partial<Record<ListKey, string>>> = {
  'GET /conversations': 'LIST-CONVERSATIONS-26',
  'GET /leads': 'LIST-LEADS-26',
  'GET /reservations': 'LIST-RESERVATIONS-34',
}
const PAGED: Readonly<Partial<Record<ListKey, string>>> = {
  'GET /conversations': 'LIST-CONVERSATIONS-27',
  'GET /leads': 'LIST-LEADS-27',
  'GET /bookings': 'LIST-BOOKINGS-27',
  'GET /reservations': 'LIST-RESERVATIONS-35',
}
const STATUSES = new Set([
  'held',
  'requested',
  'confirmed',
  'arrived',
  'completed',
  'no_show',
  'cancelled',
  'declined',
  'blocked',
])
const OF_STATUS = ['LIST-RESERVATIONS-22', 'LIST-RESERVATIONS-24']
/** A row of another workspace passes no filter by right. */
const WHOSE: Readonly<Record<ListKey, string>> = {
  'GET /chatbots': 'ISOLATION-20',
  'GET /conversations': 'ISOLATION-21',
  'GET /leads': 'ISOLATION-22',
  'GET /bookings': 'ISOLATION-23',
  'GET /reservations': 'ISOLATION-24',
}
const UNNAMED = ['held', 'blocked']

/** The filters of one request: which the query names, and the requirement that a wrong row violates. */
export interface FilterReading {
  readonly requirement: string
  readonly explainedBy: readonly string[]
  readonly belongs: (row: Row) => { membership: Membership; because: string }
}

/** Whether a value is one that the specification gives a meaning; anything else may be refused, ignored or taken literally. */
function isPlain(list: ListKey, name: string, value: string): boolean {
  if (list === 'GET /reservations' && name === 'status')
    return value.split(',').every((status) => STATUSES.has(status))
  if (name === 'is_lead' || name === 'is_resolved') return value === 'true' || value === 'false'
  if (name === 'since' || name === 'from' || name === 'to')
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value)
  return value.trim() === value && value !== '' && !/[^\p{L}\p{N} _.,:/+~-]/u.test(value)
}

/** The requirement that paging violates where the request names a filter; undefined where it names none. */
export function filteredPaging(exchange: Exchange, list: ListKey): string | undefined {
  return exchange.request.query.some(([name]) => Object.hasOwn(FILTERS[list], name) || name === 'since')
    ? PAGED[list]
    : undefined
}

/** Reads the filters of a list request; undefined where none applies. */
export function readFilters(exchange: Exchange, list: ListKey): FilterReading | undefined {
  const query = exchange.request.query.filter(([name]) => name !== 'limit' && name !== 'offset')
  const repeated = new Set(query.map(([name]) => name)).size < query.length
  const used = query.flatMap(([name, value]) => {
    const filter = Object.hasOwn(FILTERS[list], name) ? FILTERS[list][name] : undefined
    return filter === undefined ? [] : [{ name, value, ...filter }]
  })
  // An empty or malformed value, a repeated or an unknown parameter: what they mean is open.
  if (repeated || used.length < query.length || used.some(({ name, value }) => !isPlain(list, name, value)))
    return undefined
  const hides = list === 'GET /reservations' && !query.some(([name]) => name === 'status')
  if (used.length === 0 && !hides) return undefined
  return {
    ...attribution(list, used, exchange, hides),
    belongs: (row) => {
      const tests = used.map(({ name, value, test }) => ({
        membership: test(row, value),
        because: `${name}=${value}`,
      }))
      if (hides && UNNAMED.some((s) => s === row['status']))
        tests.push({ membership: 'out', because: 'no status was named' })
      return (
        tests.find((t) => t.membership === 'out') ??
        tests.find((t) => t.membership === 'open') ?? { membership: 'in', because: 'the filter' }
      )
    },
  }
}

function attribution(
  list: ListKey,
  used: readonly { name: string; value: string; requirement: string }[],
  exchange: Exchange,
  hides: boolean,
): { requirement: string; explainedBy: string[] } {
  const singles = used.map(({ name, value, requirement }) =>
    name === 'status' ? statusRequirement(list, value) : requirement,
  )
  if (
    list === 'GET /reservations' &&
    used.some((u) => u.name === 'from') &&
    used.some((u) => u.name === 'to')
  ) {
    if (used.length === 2)
      return {
        requirement: 'LIST-RESERVATIONS-29',
        explainedBy: [...singles, ...(hides ? ['LIST-RESERVATIONS-23'] : [])],
      }
  }
  const causes = hides ? [...singles, 'LIST-RESERVATIONS-23'] : singles
  const offset = exchange.request.query.find(([name]) => name === 'offset')?.[1]
  const paged = PAGED[list]
  if (offset !== undefined && offset !== '0' && paged !== undefined)
    return { requirement: paged, explainedBy: causes }
  const combined = COMBINED[list]
  if (singles.length > 1 && combined !== undefined) return { requirement: combined, explainedBy: causes }
  const [only = 'LIST-RESERVATIONS-23'] = singles
  const hidden = hides && only !== 'LIST-RESERVATIONS-23' ? ['LIST-RESERVATIONS-23'] : []
  return { requirement: only, explainedBy: OF_STATUS.includes(only) ? ['LIST-RESERVATIONS-21'] : hidden }
}

function statusRequirement(list: ListKey, value: string): string {
  if (list !== 'GET /reservations') return FILTERS[list]['status']?.requirement ?? ''
  if (value.includes(',')) return 'LIST-RESERVATIONS-22'
  return UNNAMED.includes(value) ? 'LIST-RESERVATIONS-24' : 'LIST-RESERVATIONS-21'
}

/** Part 4: every row of a filtered list passes the filter. That none is missing needs more than one exchange. */
export const filters: Oracle = (exchange, bench) => {
  const page = readPage(exchange)
  const reading = page && readFilters(exchange, page.list)
  if (page === undefined || reading === undefined) return
  const rows = objects(page.rows)
  for (const [index, row] of rows.entries()) {
    const { membership, because } = reading.belongs(row)
    if (membership !== 'out') continue
    const hidden = because === 'no status was named'
    bench.breach(
      hidden ? 'LIST-RESERVATIONS-23' : reading.requirement,
      hidden ? 'neither held nor blocked where no status is named' : `only rows that ${because} keeps`,
      quote(interesting(row)),
      {
        pointer: `/data/${index}`,
        explainedBy: [...(hidden ? ['LIST-RESERVATIONS-04'] : reading.explainedBy), WHOSE[page.list]],
      },
    )
    return
  }
  if (rows.length > 0) bench.hold(reading.requirement)
}

function interesting(row: Row): Row {
  const names = [
    'id',
    'chatbot_id',
    'status',
    'is_lead',
    'is_resolved',
    'language_code',
    'start_at',
    'created_at',
  ]
  return Object.fromEntries(names.filter((name) => name in row).map((name) => [name, row[name]]))
}
