/**
 * The reads of a list that the seed draws: values of filters, a limit and an offset. They are chosen so that a service which
 * ignores one of the filters gives another page.
 */
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover, shuffler } from '../../lib/engine/case/cover.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { LISTS } from '../../lib/engine/spec/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { type FilterTables, filterTables, type FilterValue } from './filter-values.ts'
import { FILTERS, isShownUnnamed } from './filters.ts'
import { type Chosen, keptCount, membershipIn, type Read, uncut } from './reads.ts'
import { LIST_FACTS } from './rules.ts'
import type { Snapshot } from './snapshot.ts'
import {
  type Amount,
  FIFTY_LEFT,
  type Known,
  LIMITS,
  NONE,
  OFFSETS,
  OFFSETS_OF_THE_WHOLE,
  SMALL_LIMITS,
} from './values.ts'

/** How many reads of each kind are drawn at most: no verdict depends on it. */
interface Most {
  /** Limits and offsets without a filter. */
  readonly whole: number
  /** Both ends of a window, without another filter. */
  readonly windows: number
  /** Combinations of filters, limits and offsets. */
  readonly combined: number
  /** Values of filters that stand alone, beside the near misses of texts. */
  readonly alone: number
  /** Pages that part items of the same time, of the whole list or of what a filter keeps. */
  readonly ties: number
}

/** All pairs would take more requests than `full` may send: the first 34 combinations have most of them. */
const MOST: Readonly<Record<InputSettings['inputs'], Most>> = {
  few: { whole: 0, windows: 0, combined: 2, alone: 0, ties: 0 },
  values: { whole: 4, windows: 2, combined: Infinity, alone: 3, ties: 1 },
  pairs: { whole: 9, windows: 5, combined: 34, alone: Infinity, ties: 4 },
}

/** The reads of a list that the seed draws. */
export function drawReads(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  settings: InputSettings,
): readonly Read[] {
  const drawing = drawingOf(snapshot, discovery, settings)
  const combined = [...windows(drawing), ...filtersTogether(drawing)]
  return [
    uncut(snapshot, []),
    ...placesInTheWhole(drawing).map((place) => placed(snapshot, [], place)),
    ...combined.map((some) => placed(snapshot, filtersOf(some), some)),
    ...valuesAlone(drawing, combined).map((one) => placed(snapshot, [one])),
    ...pagesAcrossTies(drawing),
  ]
}

/** What the reads of a list are drawn from. */
interface Drawing {
  readonly snapshot: Snapshot
  /** The values of each filter. */
  readonly tables: FilterTables
  /** Those that may stand beside other filters. */
  readonly plain: FilterTables
  readonly most: Most
  readonly seed: number
  readonly pairs: boolean
  readonly shuffled: Known['shuffled']
}

function drawingOf(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  { inputs, mostInputs = Infinity, ...settings }: InputSettings,
): Drawing {
  // With the seed alone, all lists would draw the same lines of their tables.
  const seed = settings.seed + LISTS.indexOf(snapshot.list)
  const shuffled = shuffler(seed)
  const { whole, combined, ...most } = MOST[inputs]
  const tables = filterTables(snapshot, discovery, shuffled, inputs)
  return {
    snapshot,
    tables,
    plain: mapped(tables, (values) => values.filter(isPlain)),
    most: { ...most, whole: Math.min(whole, mostInputs), combined: Math.min(combined, mostInputs) },
    seed,
    pairs: inputs === 'pairs',
    shuffled,
  }
}

/** Limits and offsets without a filter. Fifty items left are for the default limit alone. */
function placesInTheWhole({ snapshot, most, seed, pairs }: Drawing): readonly Place[] {
  const items = keptCount(snapshot, [])
  const fit = (place: Partial<Place>): boolean => {
    const { limit = NONE, offset = NONE } = place
    return limit === NONE || (offset !== FIFTY_LEFT && amountsAt(place, items).limit !== undefined)
  }
  const dimensions = { limit: LIMITS, offset: [...OFFSETS, ...OFFSETS_OF_THE_WHOLE] }
  return cover(dimensions, { seed, pairs, fit, most: most.whole })
}

/** Windows beside all parameters but the status, which would leave too few reservations for the others to show. */
function windows(drawing: Drawing): readonly Combined[] {
  const { from = [], to = [], status: _status, ...others } = drawing.plain
  if (from.length === 0) return []
  return combinations({ ...drawing, pairs: false }, { ...orAbsent(others), from, to }, drawing.most.windows)
}

/** Filters beside each other, of which each may be absent. */
function filtersTogether(drawing: Drawing): readonly Combined[] {
  return combinations(drawing, orAbsent(drawing.plain), drawing.most.combined)
}

function orAbsent(tables: FilterTables): Readonly<Record<string, readonly (FilterValue | undefined)[]>> {
  return mapped(tables, (values) => [undefined, ...values])
}

/** Values that no combination shows to be told from all other values: each near miss of a text, and some others. */
function valuesAlone(
  { snapshot, tables, most, shuffled }: Drawing,
  combined: readonly Combined[],
): readonly FilterValue[] {
  const isShown = (one: FilterValue): boolean =>
    combined.some((some) => shows(snapshot, some, one, one.witnessesByValue))
  const isText = ({ name }: FilterValue): boolean => FILTERS[snapshot.list][name]?.kind.values === 'texts'
  const unshown = allOf(tables, shuffled).filter((one) => !isShown(one))
  const nearMisses = unshown.filter((one) => most.alone > 0 && one.mayRefuse && isText(one))
  const further = unshown.filter((one) => !nearMisses.includes(one))
  return [...nearMisses, ...further.slice(0, most.alone)]
}

/** Pages that part items of the same time: up to four reads, two of the whole list and two with a filter, from which the seed chooses. */
function pagesAcrossTies({ snapshot, tables, most, shuffled }: Drawing): readonly Read[] {
  const ties = (filters: readonly FilterValue[]): readonly Read[] => acrossTies(snapshot, filters, shuffled)
  const ofWhole = ties([]).slice(0, 2)
  const ofFiltered = allOf(tables, shuffled).flatMap((one) => ties([one]).slice(0, 1))
  return shuffled([...ofWhole, ...ofFiltered.slice(0, 2)]).slice(0, most.ties)
}

/** The values of all filters in an order that the seed says. */
function allOf(tables: FilterTables, shuffled: Known['shuffled']): readonly FilterValue[] {
  return shuffled(Object.values(tables).flat())
}

function mapped<T, U>(
  tables: Readonly<Record<string, readonly T[]>>,
  change: (values: readonly T[]) => readonly U[],
): Readonly<Record<string, readonly U[]>> {
  return Object.fromEntries(Object.entries(tables).map(([name, values]) => [name, change(values)]))
}

/** Where a page begins and ends. */
interface Place {
  readonly limit: Amount
  readonly offset: Amount
}

/** A limit, an offset, and by its name the value of each filter that is used. */
type Combined = Place & Readonly<Record<string, unknown>>

/** Whether a value may stand beside other filters: one that keeps nothing, or may be refused, would hide what they do. */
function isPlain({ kept, mayRefuse }: FilterValue): boolean {
  return kept.size > 0 && !mayRefuse
}

/** Combinations of filters, limits and offsets that show of each filter whether it works. */
function combinations(
  { snapshot, seed, pairs }: Drawing,
  tables: Readonly<Record<string, readonly (FilterValue | undefined)[]>>,
  most: number,
): readonly Combined[] {
  if (Object.keys(tables).length === 0) return []
  const fit = (some: Partial<Combined>): boolean =>
    filtersOf(some).every((one) => shows(snapshot, some, one, one.witnesses))
  return cover({ ...tables, limit: LIMITS, offset: OFFSETS }, { seed, pairs, fit, most })
}

function filtersOf(some: Readonly<Record<string, unknown>>): readonly FilterValue[] {
  return Object.values(some).filter(isFilterValue)
}

function isFilterValue(value: unknown): value is FilterValue {
  return typeof value === 'object' && value !== null && 'kept' in value
}

/** Whether a combination has a value, and one witness of each group passes the other filters. */
function shows(
  { list }: Snapshot,
  some: Partial<Combined>,
  one: FilterValue,
  witnesses: FilterValue['witnesses'],
): boolean {
  const filters = filtersOf(some)
  const beside = filters.filter((other) => other !== one)
  const passes = (row: JsonObject): boolean =>
    beside.every(({ kept }) => kept.has(row)) && (some['status'] !== undefined || isShownUnnamed(list, row))
  return beside.length < filters.length && witnesses.every((group) => group.some(passes))
}

/** A read with a limit and an offset, which depend on how many items the filters keep. */
function placed(snapshot: Snapshot, filters: readonly Chosen[], place: Partial<Place> = {}): Read {
  return { filters, ...amountsAt(place, keptCount(snapshot, filters)) }
}

/** The limit and the offset of a place among so many items, and both in words. */
function amountsAt(place: Partial<Place>, items: number): Pick<Read, 'limit' | 'offset' | 'place'> {
  const { limit: [limitWords, limitOf] = NONE, offset: [offsetWords, offsetOf] = NONE } = place
  const offset = offsetOf(items)
  const limit = limitOf(items - (offset ?? 0))
  const words = [limit === undefined ? '' : limitWords, offset === undefined ? '' : offsetWords]
  return { limit, offset, place: words.filter((one) => one !== '').join(' and ') }
}

/**
 * Reads of two consecutive pages with items of the same time on both sides of the break: a service that leaves the order of
 * such items to chance repeats or loses some of them.
 */
function acrossTies(
  { list, rows, pages, isWhole }: Snapshot,
  filters: readonly Chosen[],
  shuffled: Known['shuffled'],
): readonly Read[] {
  const keeps = membershipIn(list, { filters })
  const isKnown = filters.length === 0 || (isWhole && rows.every((row) => keeps(row) !== 'open'))
  if (!isKnown || filters.some(({ mayRefuse }) => mayRefuse)) return []
  // Of a long list, only the first pages follow each other.
  const known = isWhole ? rows : pages.slice(0, 2).flatMap(({ page }) => page.items)
  const kept = known.filter((row) => keeps(row) === 'in')
  // Where no order is stated, this is the likeliest one.
  const { orderedBy: field = 'created_at' } = LIST_FACTS[list]
  const ends = kept.flatMap((row, at) => (at > 0 && row[field] === kept[at - 1]?.[field] ? [at] : []))
  return shuffled(ends).map((end) => {
    const [limit = 1] = shuffled(SMALL_LIMITS.filter((one) => one <= end))
    const offset = end - limit
    const place = `two pages of ${limit} from \`offset=${offset}\`, which part items of the same time`
    return { filters, limit, offset, pages: 2, place }
  })
}
