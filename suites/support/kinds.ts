/** Rows that differ from each other: many mistakes of services concern only one kind of rows. */
import { idsOf } from '../../lib/engine/case/items.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { EFFORT } from './effort.ts'

/** The kinds of a row, one for each of some fields: `status open`, `tags empty`, `visitor_id missing`. */
export function kindsIn(row: JsonObject, fields: readonly string[]): readonly string[] {
  return fields.map((field) => `${field} ${kindOf(row, field)}`)
}

/**
 * The kind of a row by one field: missing (absent or null), a flag, a status, or given; arrays, texts and
 * numbers may also be empty.
 */
function kindOf(row: JsonObject, field: string): string {
  const value = row[field]
  if (!given(value)) return 'missing'
  if (typeof value === 'boolean' || field === 'status') return String(value)
  const isEmpty = value === 0 || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? 'empty' : 'given'
}

/**
 * A few rows of different kinds: the first ones in order, and then each time the row with most kinds that no
 * earlier one has.
 * @param kindsOf - the kinds of a row in words; a status counts most, since services have rules for each
 */
export function ofMostKinds(
  rows: readonly JsonObject[],
  kindsOf: (row: JsonObject) => readonly string[],
  most: number,
  first: readonly (JsonObject | undefined)[],
): readonly JsonObject[] {
  const chosen: JsonObject[] = []
  const seen = new Set<string>()
  const further = (row: JsonObject): number =>
    kindsOf(row)
      .filter((kind) => !seen.has(kind))
      .reduce((sum, kind) => sum + (kind.startsWith('status') ? 4 : 1), 0)
  while (chosen.length < most) {
    const next = first[chosen.length] ?? rows.toSorted((one, other) => further(other) - further(one))[0]
    if (next === undefined || further(next) === 0) break
    for (const kind of kindsOf(next)) seen.add(kind)
    chosen.push(next)
  }
  return chosen
}

/**
 * A few items of a list that differ in some fields, some from summer and some from winter. The last item,
 * which is the oldest, is always among them.
 */
export function ofEveryKind(items: readonly JsonObject[], fields: readonly string[]): readonly JsonObject[] {
  const kindsOf = (item: JsonObject): string[] => [
    isOfSummer(item) ? 'summer' : 'winter',
    ...kindsIn(item, fields),
  ]
  return ofMostKinds(items, kindsOf, EFFORT.kinds, items.slice(-1))
}

/** Whether clocks of the northern hemisphere were an hour ahead when an item was created. */
function isOfSummer(item: JsonObject): boolean {
  return [3, 4, 5, 6, 7, 8].includes(new Date(instant(item['created_at']) ?? 0).getUTCMonth())
}

/** Up to three chatbots of different kinds: the first one, a paused one, and the last one. */
export function variousChatbots(items: readonly JsonObject[]): string[] {
  const paused = items.filter((item) => item['is_active'] === false)
  return [...new Set([...idsOf(items).slice(0, 1), ...idsOf(paused).slice(0, 1), ...idsOf(items).slice(-1)])]
}
