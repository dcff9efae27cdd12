/** The values of each filter of a list, taken from its rows, with the rows that show whether the filter works. */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { InputSettings } from '../../lib/engine/case/context.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { FILTERS, isShownUnnamed, type ListFilter } from './filters.ts'
import { chosen, type Chosen } from './reads.ts'
import type { Snapshot } from './snapshot.ts'
import { boundRow, type Known, type Value, valuesOf } from './values.ts'

/** A value of a filter, the rows that it keeps, and the witnesses of whether the filter works. */
export interface FilterValue extends Chosen {
  readonly kept: ReadonlySet<JsonObject>
  /**
   * Groups of rows: those that the filter keeps, those that it drops, and those at its bound. A read in which one row of each
   * group passes the other filters shows if this filter loses rows, is ignored, or has a bound that is off.
   */
  readonly witnesses: readonly (readonly JsonObject[])[]
  /** The dropped rows, a group for each value that they have: with them, a read shows if the filter takes any of these values for its own. */
  readonly witnessesByValue: readonly (readonly JsonObject[])[]
}

/** The values of each filter, by its name. */
export type FilterTables = Readonly<Record<string, readonly FilterValue[]>>

/** The values of each filter of a list, taken from its rows. */
export function filterTables(
  { list, rows }: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  shuffled: Known['shuffled'],
  inputs: InputSettings['inputs'],
): FilterTables {
  const shown = rows.filter((row) => isShownUnnamed(list, row))
  const since = FILTERS[list]['since']?.field ?? 'created_at'
  const known = {
    pivot: boundRow(shuffled(nearRows('since', since, shown)), since),
    chatbots: discovery.main.lists['GET /chatbots'].items,
    unknownChatbot: absentId(discovery, 'GET /chatbots'),
    shuffled,
    most: inputs === 'pairs' ? Infinity : 1,
  }
  return Object.fromEntries(
    Object.entries(FILTERS[list]).map(([name, filter]) => {
      const { field, kind } = filter
      const source = field === 'status' ? rows : shuffled(nearRows(name, field, shown))
      const values = valuesOf(kind.values, { ...known, field, rows: source })
      return [name, values.map((value) => withWitnesses(name, filter, value, rows))]
    }),
  )
}

function withWitnesses(
  name: string,
  filter: ListFilter,
  value: Value,
  rows: readonly JsonObject[],
): FilterValue {
  const one = chosen(name, filter, value)
  const sides = groupBy(rows, one.keeps)
  const [kept, dropped] = [sides.get('in') ?? [], sides.get('out') ?? []]
  const { near } = value
  const atBound = rows.filter((row) => instant(row[filter.field]) === near)
  const byValue = groupBy(dropped, (row) => row[filter.field])
  return {
    ...one,
    kept: new Set(kept),
    witnesses: near === undefined ? [kept, dropped] : [kept, dropped, atBound],
    witnessesByValue: near === undefined ? [...byValue.values()] : [dropped],
  }
}

/**
 * The rows near which instants lie: a window begins in the earlier half of the rows, and ends in the later one; a lower
 * bound lies on a later day than the oldest row, which it keeps out.
 */
function nearRows(name: string, field: string, rows: readonly JsonObject[]): readonly JsonObject[] {
  const at = (row: JsonObject | undefined): number => instant(row?.[field]) ?? 0
  const sorted = rows.toSorted((one, other) => at(one) - at(other))
  const middle = Math.floor(sorted.length / 2)
  if (name === 'from') return sorted.slice(0, Math.max(1, middle))
  if (name === 'to') return sorted.slice(middle)
  const day = Math.floor(at(sorted[0]) / DAY_MS)
  const later = name === 'since' ? rows.filter((row) => at(row) >= (day + 1) * DAY_MS) : []
  return later.length > 0 ? later : rows
}
