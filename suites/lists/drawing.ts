/**
 * The reads of a list that the seed draws from the tables of `values.ts`: filters that go together, at various limits and
 * offsets, such that the loss of each filter would show.
 */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover, shuffler } from '../../lib/engine/case/cover.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { groupBy } from '../../lib/engine/util/collections.ts'
import { LISTS } from '../../lib/engine/spec/operations.ts'
import { DAY_MS, instant } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { FILTERS, isShownUnnamed, type ListFilter } from './filters.ts'
import { chosen, type Chosen, keptCount, membershipIn, type Read } from './reads.ts'
import { LIST_FACTS } from './rules.ts'
import type { Snapshot } from './snapshot.ts'
import {
  FIFTY_LEFT,
  LIMITS,
  NONE,
  OFFSETS,
  OFFSETS_OF_THE_WHOLE,
  type Place,
  SMALL_LIMITS,
  type Value,
  valuesOf,
} from './values.ts'

/** How many reads of each kind are drawn at most: no verdict depends on it. */
interface Most {
  /** Combinations of filters in which each value comes up. */
  readonly combinations: number
  /** Further ones, which cover most pairs of values. */
  readonly pairs: number
  /** Combinations with both ends of a window. */
  readonly windows: number
  /** Values that stand alone. */
  readonly alone: number
  /** Limits and offsets without a filter, and pairs of them. */
  readonly places: number
  readonly placePairs: number
  /** Pages that part items of the same time: of the whole list, and of what one filter keeps. */
  readonly ties: number
  readonly filteredTies: number
}

const ALL = Infinity
const MOST: Readonly<Record<InputSettings['inputs'], Most>> = {
  few: {
    combinations: 2,
    pairs: 0,
    windows: 0,
    alone: 0,
    places: 0,
    placePairs: 0,
    ties: 0,
    filteredTies: 0,
  },
  values: {
    combinations: ALL,
    pairs: 0,
    windows: 2,
    alone: 2,
    places: 4,
    placePairs: 0,
    ties: 1,
    filteredTies: 1,
  },
  pairs: {
    combinations: ALL,
    pairs: 12,
    windows: 12,
    alone: ALL,
    places: ALL,
    placePairs: 8,
    ties: 3,
    filteredTies: ALL,
  },
}

/** The reads of a list that the seed draws: of the whole list, of what filters keep, and across items of the same time. */
export function drawReads(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  settings: InputSettings,
): readonly Read[] {
  const { seed, inputs, mostInputs } = settings
  const most = MOST[inputs]
  const shuffled = shuffler(seed)
  const tables = filterTables(snapshot, discovery, settings)
  const ties = (filters: readonly Chosen[]): readonly Read[] => acrossTies(snapshot, filters, shuffled)
  const filteredTies = shuffled(Object.values(tables)).flatMap((values) =>
    shuffled(values.flatMap((value) => ties([value]).slice(0, 1))).slice(0, 1),
  )
  return [
    ...placedReads(snapshot, seed, most).slice(0, mostInputs),
    ...filteredReads(snapshot, tables, settings).slice(0, mostInputs),
    ...ties([]).slice(0, most.ties),
    ...filteredTies.slice(0, most.filteredTies),
  ]
}

/** Reads without a filter, at various limits and offsets. */
function placedReads(snapshot: Snapshot, runSeed: number, most: Most): readonly Read[] {
  const items = keptCount(snapshot, [])
  const tables = { limit: LIMITS, offset: [...OFFSETS, ...OFFSETS_OF_THE_WHOLE] }
  const fit = ({ limit = NONE, offset = NONE }: Partial<Place>): boolean => {
    if (limit === NONE) return true
    return offset !== FIFTY_LEFT && limit[1](items - (offset[1](items) ?? 0)) !== undefined
  }
  // Each list has other ones.
  const seed = runSeed + LISTS.indexOf(snapshot.list)
  return [
    ...cover(tables, { seed, fit, pairs: false, most: most.places }),
    ...cover(tables, { seed, fit, pairs: true, most: most.placePairs }),
  ].map((place) => placed(snapshot, [], place))
}

/** A filter with a value, and what it makes of the known rows. */
interface Drawn extends Chosen {
  readonly kept: ReadonlySet<JsonObject>
  readonly dropped: readonly JsonObject[]
  /** The dropped rows by their value. */
  readonly others: readonly (readonly JsonObject[])[]
  /** The rows at the time near which the value lies, if it is an instant. */
  readonly near: readonly JsonObject[]
}

type FilterTables = Readonly<Record<string, readonly Drawn[]>>

/** The values of each filter of a list that its rows give. */
function filterTables(
  { list, rows }: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  { seed, inputs }: InputSettings,
): FilterTables {
  const shown = rows.filter((row) => isShownUnnamed(list, row))
  const known = {
    chatbots: discovery.main.lists['GET /chatbots'].items,
    unknownChatbot: absentId(discovery, 'GET /chatbots'),
    shuffled: shuffler(seed),
    most: inputs === 'pairs' ? Infinity : 1,
  }
  return Object.fromEntries(
    Object.entries(FILTERS[list]).map(([name, filter]) => {
      const { field, kind } = filter
      const source = field === 'status' ? rows : nearRows(name, field, shown)
      const values = valuesOf(kind.values, field, { ...known, rows: source })
      return [name, values.map((value) => drawn(name, filter, value, rows))]
    }),
  )
}

function drawn(name: string, filter: ListFilter, value: Value, rows: readonly JsonObject[]): Drawn {
  const one = chosen(name, filter, value)
  const memberships = rows.map(one.keeps)
  const dropped = rows.filter((_, at) => memberships[at] === 'out')
  const { near } = value
  return {
    ...one,
    kept: new Set(rows.filter((_, at) => memberships[at] === 'in')),
    dropped,
    others: near === undefined ? [...groupBy(dropped, (row) => row[filter.field]).values()] : [],
    near: near === undefined ? [] : rows.filter((row) => instant(row[filter.field]) === near),
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

type Combined = Readonly<Record<string, Drawn | undefined>>

/** Filters with values such that the loss of each would show, at various limits and offsets. */
function filteredReads(
  snapshot: Snapshot,
  tables: FilterTables,
  { seed, inputs }: InputSettings,
): readonly Read[] {
  const { list, rows } = snapshot
  const most = MOST[inputs]
  const names = Object.keys(tables)
  const dimensions = Object.fromEntries(
    names.map((name) => [name, [undefined, ...(tables[name] ?? []).filter(isSelective)]]),
  )
  const ends = WINDOW.map((name) => [name, dimensions[name]?.slice(1) ?? []])
  const windows = { ...dimensions, ...Object.fromEntries(ends) }
  const visible = { kept: new Set(rows.filter((row) => isShownUnnamed(list, row))) }
  const companionsOf = (one: Drawn, some: Combined): readonly Keeping[] => [
    ...filtersOf(some).filter((other) => other !== one),
    ...(some['status'] === undefined ? [visible] : []),
  ]
  const fit = (some: Combined): boolean => {
    const filters = filtersOf(some)
    if (filters.length === 0) return names.some((name) => !(name in some))
    return filters.every((one) => {
      const others = companionsOf(one, some)
      return matters(one, others) && isExact(one, others)
    })
  }
  // Each status of reservations is tried; in the other lists, each filter has its turn, and two of them a second one.
  const turns = inputs === 'values' && list !== 'GET /reservations' ? names.length + 2 : most.combinations
  // The calendar of one chatbot: what is hidden without a status has to stay hidden beside another filter, too.
  const [chatbot] =
    list === 'GET /reservations' ? shuffler(seed)(dimensions['chatbot_id'] ?? []).filter(given) : []
  const combinations: readonly Combined[] = [
    ...(chatbot === undefined || most.windows === 0 ? [] : [{ chatbot_id: chatbot }]),
    ...cover(windows, { seed, fit, pairs: false, most: most.windows }),
    ...cover(dimensions, { seed, fit, pairs: false, most: turns }),
    ...cover(dimensions, { seed, fit, pairs: true, most: most.pairs }),
  ]
  const places = cover({ limit: LIMITS, offset: OFFSETS }, { seed, pairs: inputs === 'pairs' })
  const isShown = (one: Drawn): boolean =>
    combinations.some(
      (some) => Object.values(some).includes(one) && showsOthers(one, companionsOf(one, some)),
    )
  const alone = shuffler(seed)(Object.values(tables).flat()).filter((one) => !isShown(one))
  return [
    ...combinations.map((some, index) => placed(snapshot, filtersOf(some), places[index % places.length])),
    ...alone.slice(0, most.alone).map((one) => placed(snapshot, [one])),
  ]
}

/** Both ends of a window: two filters that are seldom used apart. */
const WINDOW = ['from', 'to']

function filtersOf(some: Combined): readonly Drawn[] {
  return Object.values(some).flatMap((one) => one ?? [])
}

/** Whether a value keeps some rows and not others. Any other one, and one that may be refused, hides what filters beside it do. */
function isSelective({ kept, dropped, mayRefuse }: Drawn): boolean {
  return kept.size > 0 && dropped.length > 0 && !mayRefuse
}

/** A filter of which only what it keeps is known. */
type Keeping = Pick<Drawn, 'kept'>

/** Whether the loss of a filter would show beside others: a row passes all of them, and not this one. */
function matters({ dropped }: Drawn, others: readonly Keeping[]): boolean {
  return dropped.some((row) => others.every(({ kept }) => kept.has(row)))
}

/** Whether a bound that is a second off would show beside other filters: a row near it passes all of them. */
function isExact({ near }: Drawn, others: readonly Keeping[]): boolean {
  return near.length === 0 || near.some((row) => others.every(({ kept }) => kept.has(row)))
}

/** Whether rows with any other value would show beside others, if a filter let them in. */
function showsOthers({ others }: Drawn, companions: readonly Keeping[]): boolean {
  return others.every((rows) => rows.some((row) => companions.every(({ kept }) => kept.has(row))))
}

/** A read at a limit and an offset, which depend on how many items the filters keep. */
function placed(snapshot: Snapshot, filters: readonly Chosen[], place: Partial<Place> = {}): Read {
  const items = keptCount(snapshot, filters)
  const [[limitWords, limitOf], [offsetWords, offsetOf]] = [place.limit ?? NONE, place.offset ?? NONE]
  const offset = offsetOf(items)
  const limit = limitOf(items - (offset ?? 0))
  const words = [limit === undefined ? '' : limitWords, offset === undefined ? '' : offsetWords]
  return { filters, limit, offset, place: words.filter((one) => one !== '').join(' and ') }
}

/**
 * Reads of two consecutive pages that part items of the same time, of what some filters keep: where nothing settles the
 * order of such items, the pages repeat or lose some.
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
