/** The values of each filter of a list, taken from its rows, with the rows that show whether the filter works. */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { distinct } from '../../lib/engine/case/items.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import { type JsonObject, text } from '../../lib/engine/util/values.ts'
import { demandOf, FILTERS, isShownUnnamed, type ListFilter, UNNAMED } from './filters.ts'
import type { Chosen } from './reads.ts'
import type { Snapshot } from './snapshot.ts'
import { type Shuffled, valuesOf } from './values.ts'

/** A value of a filter, and the rows that it keeps. */
export interface FilterValue extends Chosen {
  readonly kept: ReadonlySet<JsonObject>
  /** The rows that it keeps, those that it drops, and those that its bound lies at: a read that has one of each shows the filter at work. */
  readonly deciding: readonly (readonly JsonObject[])[]
}

/** The values of each filter of a list, by its name. */
export function filterValues(
  { list, rows }: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  shuffled: Shuffled,
): Readonly<Record<string, readonly FilterValue[]>> {
  const shown = shuffled(rows.filter((row) => isShownUnnamed(list, row)))
  const drawn = drawnRow(shown)
  const valuesFor = ([name, filter]: readonly [string, ListFilter]): readonly FilterValue[] => {
    const { field, kind } = filter
    const bounding = kind.bound === 'upper' ? nextLike(drawn, field, shown) : drawn
    const at = kind.bound && instant(bounding?.[field])
    const source = {
      texts: distinct(field === 'status' ? rows : shown, field),
      drawn: text(drawn?.[field]),
      at,
      chatbots: discovery.main.lists['GET /chatbots'].items,
      unknownChatbot: absentId(discovery, 'GET /chatbots'),
      shuffled,
    }
    // A service that ignores the status does not show these either.
    const isHidden = (row: JsonObject): boolean => name === 'status' && !isShownUnnamed(list, row)
    return valuesOf(kind.values, source).map((value) => {
      const demand = demandOf(name, filter, value.text)
      const kept = rows.filter((row) => demand.keeps(row) === 'in')
      const dropped = rows.filter((row) => demand.keeps(row) === 'out' && !isHidden(row))
      const atBound = rows.filter((row) => instant(row[field]) === at)
      const deciding = [kept, dropped, ...(at === undefined ? [] : [atBound])]
      return { ...demand, ...value, name, at, kept: new Set(kept), deciding }
    })
  }
  const named = Object.fromEntries(Object.entries(FILTERS[list]).map((one) => [one[0], valuesFor(one)]))
  return list === 'GET /reservations'
    ? { ...named, status: [...(named['status'] ?? []), unnamedIn(rows)] }
    : named
}

/** No status, as a value of the filter: reservations that are held or blocked have to be hidden beside any other filter. */
function unnamedIn(rows: readonly JsonObject[]): FilterValue {
  const kept = rows.filter((row) => UNNAMED.keeps(row) === 'in')
  const hidden = rows.filter((row) => UNNAMED.keeps(row) === 'out')
  const value = { name: 'status', words: 'that is absent', text: '' }
  return { ...UNNAMED, ...value, kept: new Set(kept), deciding: [kept, hidden] }
}

/** A row of a later day than the oldest one, which starts before another one: bounds near it keep some rows, and drop some. */
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
 * The next row after one, preferably of the same chatbot and status: a window that ends near it is short, as calendars ask for
 * them. Nothing says that a service accepts windows of years.
 */
function nextLike(row: JsonObject = {}, field: string, rows: readonly JsonObject[]): JsonObject | undefined {
  const after = (other: JsonObject): number => (instant(other[field]) ?? 0) - (instant(row[field]) ?? 0)
  const likeness = (other: JsonObject): number =>
    ['chatbot_id', 'status'].filter((one) => other[one] === row[one]).length
  return rows
    .filter((other) => after(other) > 0)
    .toSorted((one, other) => likeness(other) - likeness(one) || after(one) - after(other))[0]
}
