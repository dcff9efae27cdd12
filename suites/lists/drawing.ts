/**
 * The reads of a list that the seed draws from the tables of `values.ts`: a value of each filter, a limit and an offset. They
 * are chosen so that a service which ignores one of the filters gives another page.
 */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover, shuffler } from '../../lib/engine/case/cover.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { LISTS } from '../../lib/engine/spec/operations.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { FILTERS, isShownUnnamed, type ListFilter } from './filters.ts'
import { chosen, type Chosen, keptCount, membershipIn, type Read, uncut } from './reads.ts'
import { LIST_FACTS } from './rules.ts'
import type { Snapshot } from './snapshot.ts'
import {
  type Amount,
  boundRow,
  FIFTY_LEFT,
  type Known,
  LIMITS,
  NONE,
  OFFSETS,
  OFFSETS_OF_THE_WHOLE,
  SMALL_LIMITS,
  type Value,
  valuesOf,
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
  /** The values of each filter, and those of them that may stand beside other filters. */
  readonly tables: FilterTables
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
  const fit = ({ limit = NONE, offset = NONE }: Partial<Place>): boolean =>
    limit === NONE || (offset !== FIFTY_LEFT && limit[1](items - (offset[1](items) ?? 0)) !== undefined)
  const dimensions = { limit: LIMITS, offset: [...OFFSETS, ...OFFSETS_OF_THE_WHOLE] }
  return cover(dimensions, { seed, pairs, fit, most: most.whole })
}

/** Windows beside all parameters but the status, which would leave too few reservations for the others to show. */
function windows(drawing: Drawing): readonly Combined[] {
  const { from = [], to = [], status: _status, ...others } = drawing.plain
  if (from.length === 0) return []
  return combinations({ ...drawing, pairs: false }, { ...orAbsent(others), from, to }, drawing.most.windows)
}

/** Filters beside each other; each may be absent. */
function filtersTogether(drawing: Drawing): readonly Combined[] {
  return combinations(drawing, orAbsent(drawing.plain), drawing.most.combined)
}

function orAbsent(tables: FilterTables): Readonly<Record<string, readonly (Drawn | undefined)[]>> {
  return mapped(tables, (values) => [undefined, ...values])
}

/** Values of filters that no combination shows to work: each near miss of a text, and some others. */
function valuesAlone(
  { snapshot, tables, most, shuffled }: Drawing,
  combined: readonly Combined[],
): readonly Drawn[] {
  const isShown = (one: Drawn): boolean => combined.some((some) => shows(snapshot, some, one, one.others))
  const isText = ({ name }: Drawn): boolean => FILTERS[snapshot.list][name]?.kind.values === 'texts'
  const unshown = allOf(tables, shuffled).filter((one) => !isShown(one))
  const nearMisses = unshown.filter((one) => most.alone > 0 && one.mayRefuse && isText(one))
  const further = unshown.filter((one) => !nearMisses.includes(one))
  return [...nearMisses, ...further.slice(0, most.alone)]
}

/** Pages that part items of the same time: two reads of the whole list, and two of what a filter keeps, to choose from. */
function pagesAcrossTies({ snapshot, tables, most, shuffled }: Drawing): readonly Read[] {
  const ties = (filters: readonly Drawn[]): readonly Read[] => acrossTies(snapshot, filters, shuffled)
  const ofWhole = ties([]).slice(0, 2)
  const ofFiltered = allOf(tables, shuffled).flatMap((one) => ties([one]).slice(0, 1))
  return shuffled([...ofWhole, ...ofFiltered.slice(0, 2)]).slice(0, most.ties)
}

/** The values of all filters in an order that the seed says. */
function allOf(tables: FilterTables, shuffled: Known['shuffled']): readonly Drawn[] {
  return shuffled(Object.values(tables).flat())
}

function mapped<T, U>(
  tables: Readonly<Record<string, readonly T[]>>,
  change: (values: readonly T[]) => readonly U[],
): Readonly<Record<string, readonly U[]>> {
  return Object.fromEntries(Object.entries(tables).map(([name, values]) => [name, change(values)]))
}

/** A value of a filter, and the rows that show whether the filter works. */
interface Drawn extends Chosen {
  readonly kept: ReadonlySet<JsonObject>
  /**
   * Groups of rows. If one row of each group passes the other filters of a read, the read shows that this filter loses rows, that
   * it is ignored, or that its bound is off.
   */
  readonly telling: readonly (readonly JsonObject[])[]
  /** The same for a filter that keeps some other value, too: the rows that it drops, a group for each value. */
  readonly others: readonly (readonly JsonObject[])[]
}

type FilterTables = Readonly<Record<string, readonly Drawn[]>>

/** The values of each filter of a list, taken from its rows. */
function filterTables(
  { list, rows }: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  shuffled: Known['shuffled'],
  inputs: InputSettings['inputs'],
): FilterTables {
  const shown = rows.filter((row) => isShownUnnamed(list, row))
  const bound = FILTERS[list]['since']?.field ?? 'created_at'
  const known = {
    pivot: boundRow(shuffled(nearRows('since', bound, shown)), bound),
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
      return [name, values.map((value) => drawn(name, filter, value, rows))]
    }),
  )
}

function drawn(name: string, filter: ListFilter, value: Value, rows: readonly JsonObject[]): Drawn {
  const one = chosen(name, filter, value)
  const sides = groupBy(rows, one.keeps)
  const [kept, dropped] = [sides.get('in') ?? [], sides.get('out') ?? []]
  const { near } = value
  const isNear = (row: JsonObject): boolean => instant(row[filter.field]) === near
  return {
    ...one,
    kept: new Set(kept),
    telling: [kept, dropped, ...(near === undefined ? [] : [rows.filter(isNear)])],
    others: near === undefined ? [...groupBy(dropped, (row) => row[filter.field]).values()] : [dropped],
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

/** Where a page begins and ends. */
interface Place {
  readonly limit: Amount
  readonly offset: Amount
}

/** A value of each filter that has one, a limit and an offset. */
type Combined = Place & Readonly<Record<string, unknown>>

/** Whether a value may stand beside others: one that keeps nothing, or may be refused, hides what these do. */
function isPlain({ kept, mayRefuse }: Drawn): boolean {
  return kept.size > 0 && !mayRefuse
}

/** Combinations of filters, limits and offsets that show for each of their filters whether it is ignored. */
function combinations(
  { snapshot, seed, pairs }: Drawing,
  tables: Readonly<Record<string, readonly (Drawn | undefined)[]>>,
  most: number,
): readonly Combined[] {
  if (Object.keys(tables).length === 0) return []
  const fit = (some: Partial<Combined>): boolean =>
    filtersOf(some).every((one) => shows(snapshot, some, one, one.telling))
  return cover({ ...tables, limit: LIMITS, offset: OFFSETS }, { seed, pairs, fit, most })
}

function filtersOf(some: Readonly<Record<string, unknown>>): readonly Drawn[] {
  return Object.values(some).filter(isDrawn)
}

function isDrawn(value: unknown): value is Drawn {
  return typeof value === 'object' && value !== null && 'kept' in value
}

/** Whether a combination has a value, and one row of each group passes the other filters. */
function shows(
  { list }: Snapshot,
  some: Partial<Combined>,
  one: Drawn,
  groups: readonly (readonly JsonObject[])[],
): boolean {
  const filters = filtersOf(some)
  const beside = filters.filter((other) => other !== one)
  const passes = (row: JsonObject): boolean =>
    beside.every(({ kept }) => kept.has(row)) && (some['status'] !== undefined || isShownUnnamed(list, row))
  return beside.length < filters.length && groups.every((rows) => rows.some(passes))
}

/** A read with a limit and an offset, which depend on how many items the filters keep. */
function placed(snapshot: Snapshot, filters: readonly Chosen[], place: Partial<Place> = {}): Read {
  const items = keptCount(snapshot, filters)
  const [[limitWords, limitOf], [offsetWords, offsetOf]] = [place.limit ?? NONE, place.offset ?? NONE]
  const offset = offsetOf(items)
  const limit = limitOf(items - (offset ?? 0))
  const words = [limit === undefined ? '' : limitWords, offset === undefined ? '' : offsetWords]
  return { filters, limit, offset, place: words.filter((one) => one !== '').join(' and ') }
}

/**
 * Reads of two consecutive pages with items of the same time on both sides of the break: a service that leaves the order of
 * such items to chance repeats or loses some of them.
 */
function acrossTies(
  { list, rows, pages, isWhole }: Snapshot,
  filters: readonly Chosen[],
  shuffled: <T>(items: readonly T[]) => readonly T[],
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
