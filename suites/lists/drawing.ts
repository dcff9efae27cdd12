/**
 * The reads of a list that the seed draws: of the whole list, of filtered rows, of windows in time, and
 * across items of the same time.
 *
 * Each filter has a table of values in `values.ts`, taken from the rows of the list. A value that a service
 * may refuse is read alone. Of all combinations of the other values, those are read that show most mistakes
 * that no earlier read shows (`shows.ts`): each value at work, each filter dropped beside each other one, and
 * beside each two of them. So a combination counts only if the answer would differ without one of its
 * filters.
 */
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { mostTelling, shuffler } from '../../lib/engine/case/cover.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { type ListKey, LISTS } from '../../lib/engine/contract/operations.ts'
import { filterOf } from './filters.ts'
import { type FilterValue, filterValues, unnamedIn } from './filter-values.ts'
import { keptCount, membershipIn, type Read, uncut } from './reads.ts'
import { LIST_FACTS } from './rules.ts'
import { shownBy } from './shows.ts'
import type { Snapshot } from './snapshot.ts'
import {
  FURTHER_PLACES,
  IN_THE_MIDDLE,
  type PagePlace,
  PLACES,
  PLACES_OF_THE_WHOLE,
  type Shuffled,
  SPECIAL,
} from './values.ts'
import { isTooLong, windowsOf } from './windows.ts'

/** The bounds of drawing: no verdict depends on them. */
interface Most {
  readonly combined: number
  /**
   * Reads of two pages that separate items of the same time: in turn of the whole list and of filtered rows.
   */
  readonly ties: number
}

const MOST: Readonly<Record<InputSettings['inputs'], Most>> = {
  few: { combined: 2, ties: 0 },
  values: { combined: 3, ties: 1 },
  pairs: { combined: Infinity, ties: 2 },
}

/**
 * The number of combinations of three filters that each list draws: more of them show little more, and take
 * long to compare.
 */
const THREES = 400

/** The reads of a list that the seed draws. */
export function drawReads(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  settings: InputSettings,
): readonly Read[] {
  const { list, rows } = snapshot
  const { inputs } = settings
  const isBrief = inputs === 'few'
  // With the seed alone, all lists would draw the same lines of their tables.
  const shuffled = shuffler(settings.seed + LISTS.indexOf(list))
  const tables = Object.values(filterValues(snapshot, discovery, shuffled))
  const values = tables.map((table) => table.filter(({ freedom }) => freedom === undefined))
  const free = tables.flat().filter(({ freedom }) => freedom !== undefined)
  const unnamed = list === 'GET /reservations' ? [unnamedIn(rows)] : []
  const alone = isBrief ? [] : [...values.flatMap((table) => readAlone(table, inputs)), ...free]
  const singles = [...alone, ...unnamed].map((one) => [one])
  const combinations = combinationsOf(values, unnamed, shuffled)
  const { atBounds, others } = chosenFrom(combinations, singles, settings)
  const windows = isBrief ? [] : windowsOf(snapshot)
  const tied = pagesAcrossTies(snapshot, values, shuffled).slice(0, MOST[inputs].ties)
  // A page that is full, and not the last one.
  const middle = tied.length > 0 || isBrief ? [] : placed(snapshot, [], IN_THE_MIDDLE)
  return [
    uncut(snapshot, []),
    ...placesOfTheWhole(list, settings).flatMap((place) => placed(snapshot, [], place)),
    ...[...singles, ...windows, ...atBounds].map((filters) => uncut(snapshot, filters)),
    ...placedReads(snapshot, others, wantedPlaces(tables, inputs)),
    ...tied,
    ...middle,
  ]
}

type Filters = readonly FilterValue[]

/**
 * The combinations that show most: first at the bounds of filters, since bounds are few, and each of them shows
 * only at its own place; then those that show most filters at work.
 * @param singles - the values that are read alone anyway
 */
function chosenFrom(
  combinations: readonly Filters[],
  singles: readonly Filters[],
  { inputs, mostInputs = Infinity }: InputSettings,
): { readonly atBounds: readonly Filters[]; readonly others: readonly Filters[] } {
  const { combined } = MOST[inputs]
  const candidates = combinations.map((filters) => ({ filters, ...shownBy(filters) }))
  const bounds = mostTelling(
    candidates.toSorted((one, other) => other.dropped.length - one.dropped.length),
    { showsOf: ({ mistaken }) => mistaken, most: inputs === 'few' ? 0 : mostInputs },
  )
  const others = mostTelling(candidates, {
    showsOf: ({ dropped }) => dropped,
    known: [...singles.map(shownBy), ...bounds].flatMap(({ dropped }) => dropped),
    // Combinations at bounds count among those that are combined.
    most: Math.min(combined, mostInputs) - Math.min(bounds.length, combined),
  })
  const filtersOf = ({ filters }: { readonly filters: Filters }): Filters => filters
  return { atBounds: bounds.map(filtersOf), others: others.map(filtersOf) }
}

/**
 * The values of a table that are always read alone: the first one, and those for which services have special
 * code. Ends of windows are read together, and alone in `full`.
 */
function readAlone(table: readonly FilterValue[], inputs: InputSettings['inputs']): readonly FilterValue[] {
  const isRead = (name: string): boolean => inputs === 'pairs' || (name !== 'from' && name !== 'to')
  return table.filter(({ words, name }, at) => (at === 0 && isRead(name)) || SPECIAL.includes(words))
}

/**
 * Every value alone, and every two and three values of different filters. If a list hides some items unless a
 * status is named, the absence of a status counts as a filter.
 */
function combinationsOf(
  tables: readonly Filters[],
  unnamed: readonly FilterValue[],
  shuffled: Shuffled,
): readonly Filters[] {
  const ones = tables.flatMap((table, at) => table.map((value) => ({ some: [value], at })))
  const further = (few: readonly { some: readonly FilterValue[]; at: number }[]): typeof few =>
    few.flatMap(({ some, at }) =>
      tables.flatMap((table, next) =>
        next > at ? table.map((value) => ({ some: [...some, value], at: next })) : [],
      ),
    )
  const twos = further(ones)
  const threes = shuffled(further(twos)).slice(0, THREES)
  const all = [...ones, ...twos, ...threes].flatMap(({ some }) => (isTooLong(some) ? [] : [some]))
  return shuffled(all).map((some) =>
    some.some(({ name }) => name === 'status') ? some : [...some, ...unnamed],
  )
}

/** The places of pages in the whole list. */
function placesOfTheWhole(list: ListKey, { inputs, seed }: InputSettings): readonly PagePlace[] {
  if (inputs === 'few') return []
  const turn = (seed + LISTS.indexOf(list)) % LISTS.length
  const further = inputs === 'pairs' ? FURTHER_PLACES : FURTHER_PLACES.slice(turn, turn + 1)
  return [...PLACES_OF_THE_WHOLE, ...further]
}

/** A place that must be read together with one of some filters. */
interface Wanted {
  readonly place: PagePlace
  readonly among: readonly FilterValue[]
}

/** The places of pages: in `full`, in turn one with each filter; otherwise each with some filter. */
function wantedPlaces(tables: readonly Filters[], inputs: InputSettings['inputs']): readonly Wanted[] {
  if (inputs === 'few') return []
  const ofAny = PLACES.map((place) => ({ place, among: tables.flat() }))
  const ofEach = tables.flatMap((among, at) => {
    const place = PLACES[at % PLACES.length]
    return place === undefined ? [] : [{ place, among }]
  })
  return inputs === 'values' ? ofAny : [...ofAny, ...ofEach]
}

/**
 * Reads of some combinations, every other one at a place that is wanted with its filters; and reads of the
 * remaining places.
 */
function placedReads(
  snapshot: Snapshot,
  combinations: readonly Filters[],
  wanted: readonly Wanted[],
): readonly Read[] {
  const open = new Set(wanted)
  const reads = combinations.flatMap((filters, number) => {
    for (const one of number % 2 === 0 ? [] : open) {
      const [read] = filters.some((filter) => one.among.includes(filter))
        ? placed(snapshot, filters, one.place)
        : []
      if (read === undefined) continue
      open.delete(one)
      return [read]
    }
    return [uncut(snapshot, filters)]
  })
  const remaining = [...open].flatMap(({ place, among }) =>
    among
      .filter(({ freedom }) => freedom === undefined)
      .flatMap((filter) => placed(snapshot, [filter], place))
      .slice(0, 1),
  )
  // Otherwise one is enough to show that pages of a filtered list work like those of the whole list.
  return [...reads, ...(wanted.length > PLACES.length ? remaining : remaining.slice(0, 1))]
}

/** A read of some filters at a place; none if the filters keep too few items. */
function placed(
  snapshot: Snapshot,
  filters: readonly FilterValue[],
  { words, at }: PagePlace,
): readonly Read[] {
  const bounds = at(keptCount(snapshot, filters))
  return bounds === undefined ? [] : [{ filters, ...bounds, place: words }]
}

/** Reads of two pages that separate items of the same time: of the whole list, and of filtered rows. */
function pagesAcrossTies(
  snapshot: Snapshot,
  values: readonly Filters[],
  shuffled: Shuffled,
): readonly Read[] {
  const { list } = snapshot
  // A bound in time may keep the whole list. All other values that keep two items of the same time are
  // combined in one read.
  const others = values.map((table) =>
    table.filter(({ name }) => filterOf(list, name)?.kind.bound === undefined),
  )
  const ofFiltered = tiedRows(snapshot, shuffled).flatMap((tied) => {
    const filters = others.flatMap((table) =>
      table.filter(({ keeping }) => tied.every((row) => keeping[row] === 'in')).slice(0, 1),
    )
    return filters.length === 0 ? [] : acrossTies(snapshot, filters, shuffled).slice(0, 1)
  })
  const ofWhole = acrossTies(snapshot, [], shuffled)
  // An unstated order may be another one with a filter.
  if (LIST_FACTS[list].orderedBy === undefined) return ofWhole.slice(0, 1)
  const richest = ofFiltered.toSorted((one, other) => other.filters.length - one.filters.length)
  return ofWhole.flatMap((read, at) => [read, ...richest.slice(at, at + 1)])
}

/** The positions of each two consecutive rows with the same time. */
function tiedRows({ list, rows }: Snapshot, shuffled: Shuffled): readonly (readonly number[])[] {
  const { orderedBy: field = 'created_at' } = LIST_FACTS[list]
  return shuffled(
    rows.flatMap((row, at) => (at > 0 && row[field] === rows[at - 1]?.[field] ? [[at - 1, at]] : [])),
  )
}

const SMALL_LIMITS = [1, 2]

/**
 * Reads of two consecutive pages with items of the same time on both sides of the break: a service that
 * leaves the order of such items to chance repeats or loses some of them.
 */
function acrossTies(
  { list, rows, pages, isWhole }: Snapshot,
  filters: readonly FilterValue[],
  shuffled: Shuffled,
): readonly Read[] {
  const keeps = membershipIn(list, { filters })
  const isKnown = filters.length === 0 || (isWhole && rows.every((row) => keeps(row) !== 'open'))
  if (!isKnown) return []
  // For a long list, only the first pages are consecutive.
  const known = isWhole ? rows : pages.slice(0, 2).flatMap(({ page }) => page.items)
  const kept = known.filter((row) => keeps(row) === 'in')
  // If no order is stated, this is the likeliest one.
  const { orderedBy: field = 'created_at' } = LIST_FACTS[list]
  const ends = kept.flatMap((row, at) => (at > 0 && row[field] === kept[at - 1]?.[field] ? [at] : []))
  return shuffled(ends).map((end) => {
    const [limit = 1] = shuffled(SMALL_LIMITS.filter((one) => one <= end))
    const offset = end - limit
    const place = `two pages of ${limit} from \`offset=${offset}\`, which part items of the same time`
    return { filters, limit, offset, pages: 2, place }
  })
}
