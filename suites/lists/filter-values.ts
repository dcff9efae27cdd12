/**
 * The values of each filter of a list, taken from its rows, with the rows that they keep, and those that a
 * mistaken filter would keep.
 */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { distinct } from '../../lib/engine/case/items.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import { type JsonObject, text } from '../../lib/engine/util/values.ts'
import type { FilterKind, Membership } from './filter-kinds.ts'
import { demandOf, FILTERS, isShownUnnamed, type ListFilter, UNNAMED } from './filters.ts'
import type { Chosen } from './reads.ts'
import type { Snapshot } from './snapshot.ts'
import { type FilterSource, type Shuffled, valuesOf } from './values.ts'

/** A value of a filter, and the rows that it keeps. */
export interface FilterValue extends Chosen {
  /** For each row of the list, in their order, whether the filter keeps it. */
  readonly keeping: readonly Membership[]
  /** The same for filters with a likely mistake, such as comparing another time of the row. */
  readonly mistaken: Readonly<Record<string, readonly Membership[]>>
}

/** The values of each filter of a list, by its name. */
export function filterValues(
  { list, rows }: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  shuffled: Shuffled,
): Readonly<Record<string, readonly FilterValue[]>> {
  const shown = shuffled(rows.filter((row) => isShownUnnamed(list, row)))
  const drawn = drawnRow(shown)
  const columns = columnsOf(list, rows, discovery)
  const valuesFor = (name: string, filter: ListFilter): readonly FilterValue[] => {
    const { field, kind } = filter
    const others = columns.filter(({ column }) => column !== field)
    const source: FilterSource = {
      texts: distinct(field === 'status' ? rows : shown, field),
      drawn: text(drawn?.[field]),
      chatbots: discovery.main.lists['GET /chatbots'].items,
      unknownChatbot: absentId(discovery, 'GET /chatbots'),
      shuffled,
      ...(kind.bound && timesIn(shown, drawn, field, kind, others)),
    }
    // A service that ignores the status does not show these rows either: their absence proves nothing.
    const isHidden = (row: JsonObject): boolean => name === 'status' && !isShownUnnamed(list, row)
    return valuesOf(kind.values, source).map((value) => {
      const demand = demandOf(name, filter, value.text)
      const keeping = rows.map((row) => {
        const kept = demand.keeps(row)
        return kept === 'out' && isHidden(row) ? 'open' : kept
      })
      return { ...demand, ...value, name, keeping, mistaken: mistakenBy(filter, value.text, rows, others) }
    })
  }
  return Object.fromEntries(
    Object.entries(FILTERS[list]).map(([name, filter]) => [name, valuesFor(name, filter)]),
  )
}

/**
 * The rows that a filter keeps if it has a likely mistake: a slip of its kind or, for a bound, the comparison
 * with another time of the row.
 */
function mistakenBy(
  { field, kind }: ListFilter,
  value: string,
  rows: readonly JsonObject[],
  otherTimes: readonly Column[],
): FilterValue['mistaken'] {
  const slips = Object.entries(kind.slips?.(value) ?? {}).map(
    ([slip, keeps]) => [slip, rows.map((row) => keeps(row[field]))] as const,
  )
  const keeps = kind.keeps(value)
  // It is unknown what a service does with a row that lacks the other time.
  const byColumn = (kind.bound ? otherTimes : []).map(
    ({ column, timeOf }) =>
      [`by ${column}`, rows.map((row) => (timeOf(row) ? keeps(timeOf(row)) : 'open'))] as const,
  )
  return Object.fromEntries<readonly Membership[]>([...slips, ...byColumn])
}

/**
 * The absence of a status, as a value of the filter: held or blocked reservations must be hidden, whatever
 * other filter is given.
 */
export function unnamedIn(rows: readonly JsonObject[]): FilterValue {
  const value = { name: 'status', words: 'that is absent', text: '' }
  return { ...UNNAMED, ...value, keeping: rows.map(UNNAMED.keeps), mistaken: {} }
}

interface Column {
  readonly column: string
  readonly timeOf: (row: JsonObject) => unknown
}

/** The times of the rows of a list; for a lead, also that of its conversation. */
function columnsOf(
  list: ListKey,
  rows: readonly JsonObject[],
  { main }: Pick<Discovery, 'main'>,
): readonly Column[] {
  const names = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => name.endsWith('_at'))))
  const own = [...names].map((column): Column => ({ column, timeOf: (row) => row[column] }))
  if (list !== 'GET /leads') return own
  const { items } = main.lists['GET /conversations']
  const begun = new Map(items.map(({ id, created_at: at }) => [id, at]))
  return [
    ...own,
    { column: 'the time of the conversation', timeOf: (row) => begun.get(row['conversation_id']) },
  ]
}

function timesIn(
  rows: readonly JsonObject[],
  drawn: JsonObject | undefined,
  field: string,
  { bound, isOfDays }: FilterKind,
  others: readonly Column[],
): Pick<FilterSource, 'at' | 'late' | 'between'> {
  const timeOf = (row?: JsonObject): number | undefined => instant(row?.[field])
  const isLate = (row: JsonObject): boolean => (timeOf(row) ?? 0) % DAY_MS >= DAY_MS - TWO_HOURS_MS
  const between = others.flatMap(({ timeOf: other }) => {
    const bounds = rows.flatMap((row) => betweenTimes(timeOf(row), instant(other(row)), isOfDays) ?? [])
    return bounds.slice(0, 1)
  })
  return {
    at: timeOf(bound === 'upper' ? nextLike(drawn, field, rows) : drawn),
    late: timeOf(rows.find(isLate)),
    between,
  }
}

const TWO_HOURS_MS = DAY_MS / 12

/**
 * A bound that keeps one of two times of a row and drops the other: a second before the later one, since it is
 * open whether the bound itself is included. Undefined if there is none: then the earlier one is as late, or
 * is on the same day if days count.
 */
function betweenTimes(
  own: number | undefined,
  other: number | undefined,
  isOfDays = false,
): number | undefined {
  if (own === undefined || other === undefined) return undefined
  const unit = isOfDays ? DAY_MS : 1000
  const between = Math.max(own, other) - 1000
  return Math.floor(Math.min(own, other) / unit) < Math.floor(between / unit) ? between : undefined
}

/**
 * A row of a later day than the oldest one that starts before another row: bounds near it keep some rows, and
 * drop some.
 */
function drawnRow(rows: readonly JsonObject[]): JsonObject | undefined {
  const at = (row: JsonObject, field: string): number => instant(row[field]) ?? 0
  const day = (row: JsonObject): number => Math.floor(at(row, 'created_at') / DAY_MS)
  const oldest = Math.min(...rows.map(day))
  const last = Math.max(...rows.map((row) => at(row, 'start_at')))
  const isBetween = (row: JsonObject): boolean =>
    day(row) > oldest && (last === 0 || at(row, 'start_at') < last)
  return rows.find(isBetween) ?? rows[0]
}

/**
 * The next row after one, preferably of the same chatbot and status, so that both are in one short window.
 */
function nextLike(row: JsonObject = {}, field: string, rows: readonly JsonObject[]): JsonObject | undefined {
  const after = (other: JsonObject): number => (instant(other[field]) ?? 0) - (instant(row[field]) ?? 0)
  const likeness = (other: JsonObject): number =>
    ['chatbot_id', 'status'].filter((one) => other[one] === row[one]).length
  return rows
    .filter((other) => after(other) > 0)
    .toSorted((one, other) => likeness(other) - likeness(one) || after(one) - after(other))[0]
}
