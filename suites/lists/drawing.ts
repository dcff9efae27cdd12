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
import { chosen, type Chosen, keptCount, membershipIn, type Read } from './reads.ts'
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
  const { inputs, mostInputs = Infinity } = settings
  // With the seed alone, all lists would draw the same lines of their tables.
  const seed = settings.seed + LISTS.indexOf(snapshot.list)
  const [most, pairs, shuffled] = [MOST[inputs], inputs === 'pairs', shuffler(seed)]
  const tables = filterTables(snapshot, discovery, shuffled, inputs)
  const values = shuffled(Object.values(tables).flat())
  const whole = cover(
    { limit: LIMITS, offset: [...OFFSETS, ...OFFSETS_OF_THE_WHOLE] },
    { seed, pairs, fit: fitIn(snapshot), most: Math.min(most.whole, mostInputs) },
  )
  const plain = plainTables(tables)
  const orAbsent = Object.fromEntries(
    Object.entries(plain).map(([name, some]) => [name, [undefined, ...some]]),
  )
  // Windows beside all parameters but the status, which would leave too few reservations for the others to show.
  const { status: _status, ...others } = orAbsent
  const { from = [], to = [] } = plain
  const windows =
    from.length > 0
      ? combinations(snapshot, { ...others, from, to }, { seed, pairs: false, most: most.windows })
      : []
  // The calendar of one chatbot: held and blocked reservations have to stay hidden beside another filter, too.
  const chatbots = snapshot.list === 'GET /reservations' ? (plain['chatbot_id'] ?? []) : []
  const calendars = shuffled(chatbots).slice(0, Math.min(1, most.windows))
  const combined = [
    ...calendars.map((one): Combined => ({ chatbot_id: one, limit: NONE, offset: NONE })),
    ...windows,
    ...combinations(snapshot, orAbsent, {
      seed,
      pairs,
      most: Math.min(most.combined, mostInputs),
    }),
  ]
  const isShown = (one: Drawn): boolean => combined.some((some) => shows(snapshot, some, one, one.others))
  const unshown = values.filter((one) => !isShown(one))
  const isText = ({ name }: Drawn): boolean => FILTERS[snapshot.list][name]?.kind.values === 'texts'
  const nearMisses = unshown.filter((one) => most.alone > 0 && one.mayRefuse && isText(one))
  const further = unshown.filter((one) => !nearMisses.includes(one)).slice(0, most.alone)
  const alone = [...nearMisses, ...further]
  const ties = (filters: readonly Drawn[]): readonly Read[] => acrossTies(snapshot, filters, shuffled)
  const tied = [ties([]), values.flatMap((one) => ties([one]).slice(0, 1))].flatMap((some) =>
    some.slice(0, 2),
  )
  return [
    ...whole.map((place) => placed(snapshot, [], place)),
    ...combined.map((some) => placed(snapshot, filtersOf(some), some)),
    ...alone.map((one) => placed(snapshot, [one])),
    ...shuffled(tied).slice(0, most.ties),
  ]
}

/** Whether a limit and an offset make a read of a list without a filter: fifty items left are for the default limit alone. */
function fitIn(snapshot: Snapshot): (place: Partial<Place>) => boolean {
  const items = keptCount(snapshot, [])
  return ({ limit = NONE, offset = NONE }) =>
    limit === NONE || (offset !== FIFTY_LEFT && limit[1](items - (offset[1](items) ?? 0)) !== undefined)
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

/** The tables without the values that hide what a filter beside them does. */
function plainTables(tables: FilterTables): FilterTables {
  return Object.fromEntries(Object.entries(tables).map(([name, values]) => [name, values.filter(isPlain)]))
}

/** Whether a value may stand beside others: one that keeps nothing, or may be refused, hides what these do. */
function isPlain({ kept, mayRefuse }: Drawn): boolean {
  return kept.size > 0 && !mayRefuse
}

/** Combinations of filters, limits and offsets that show for each of their filters whether it is ignored. */
function combinations(
  snapshot: Snapshot,
  tables: Readonly<Record<string, readonly (Drawn | undefined)[]>>,
  drawing: { readonly seed: number; readonly pairs: boolean; readonly most: number },
): readonly Combined[] {
  const fit = (some: Partial<Combined>): boolean =>
    filtersOf(some).every((one) => shows(snapshot, some, one, one.telling))
  if (Object.keys(tables).length === 0) return []
  return cover({ ...tables, limit: LIMITS, offset: OFFSETS }, { ...drawing, fit })
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
  { list, rows, parts, isWhole }: Snapshot,
  filters: readonly Chosen[],
  shuffled: <T>(items: readonly T[]) => readonly T[],
): readonly Read[] {
  const keeps = membershipIn(list, { filters })
  const isKnown = filters.length === 0 || (isWhole && rows.every((row) => keeps(row) !== 'open'))
  if (!isKnown || filters.some(({ mayRefuse }) => mayRefuse)) return []
  // Of a long list, only the first pages follow each other.
  const known = isWhole ? rows : (parts[0]?.pages.slice(0, 2).flatMap(({ page }) => page.items) ?? [])
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
