/** The values of each filter of a list, taken from its rows, with the rows that show whether the filter works. */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { demandOf, FILTERS, isShownUnnamed } from './filters.ts'
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
  const known = {
    drawn: drawnRow(shown),
    chatbots: discovery.main.lists['GET /chatbots'].items,
    unknownChatbot: absentId(discovery, 'GET /chatbots'),
    shuffled,
  }
  const tables = Object.entries(FILTERS[list]).map(([name, filter]) => {
    const { field, kind } = filter
    const values = valuesOf(kind.values, { ...known, name, field, rows: field === 'status' ? rows : shown })
    // A service that ignores the status does not show these either.
    const isHidden = (row: JsonObject): boolean => name === 'status' && !isShownUnnamed(list, row)
    const withRows = values.map((value): FilterValue => {
      const demand = demandOf(name, filter, value.text)
      const kept = rows.filter((row) => demand.keeps(row) === 'in')
      const dropped = rows.filter((row) => demand.keeps(row) === 'out' && !isHidden(row))
      const near = rows.filter((row) => instant(row[field]) === value.rowTime)
      const deciding = [kept, dropped, ...(value.rowTime === undefined ? [] : [near])]
      return { ...demand, ...value, name, kept: new Set(kept), deciding }
    })
    return [name, withRows] as const
  })
  return Object.fromEntries(tables)
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
