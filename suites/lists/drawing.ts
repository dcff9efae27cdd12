/**
 * The reads of a list that the seed draws: of the whole list, of what its filters keep, and across items of the same time.
 *
 * Each parameter (a filter, `limit`, `offset`) has a table of values in `values.ts`. A read takes one value of each table, or
 * none. In `full` every two values of two filters that go together come up in one read. Every value and every two parameters come
 * up, in `standard` with the exceptions of `MOST`.
 *
 * Values go together if a read with them shows each of them at work. Of the rows that pass its other filters, a filter has to
 * keep one, drop one, and meet the one that its bound lies near; and as many items as the limit speaks of have to follow the
 * offset. A value that a service may refuse would hide the others: it stays alone.
 */
import type { InputSettings } from '../../lib/engine/case/context.ts'
import { cover, shuffler } from '../../lib/engine/case/cover.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { LISTS } from '../../lib/engine/contract/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { filterOf, isShownUnnamed } from './filters.ts'
import { isSent, keptCount, membershipIn, type Read, uncut } from './reads.ts'
import { LIST_FACTS } from './rules.ts'
import type { Snapshot } from './snapshot.ts'
import { type FilterValue, filterValues } from './filter-values.ts'
import { type Amount, LIMITS, NONE, OFFSETS, OFFSETS_OF_THE_WHOLE, type Shuffled } from './values.ts'

/** How much is drawn at most: no verdict depends on it. */
interface Most {
  /** Reads without a filter. */
  readonly whole: number
  /** Reads with filters. */
  readonly filtered: number
  /** Of each parameter, values that go together with no other one. */
  readonly alone: number
  /** Of each filter by a text, values that are read alone, too. */
  readonly texts: number
  /** Reads of two pages that part items of the same time. */
  readonly ties: number
}

const MOST: Readonly<Record<InputSettings['inputs'], Most>> = {
  few: { whole: 0, filtered: 2, alone: 0, texts: 0, ties: 0 },
  values: { whole: 4, filtered: Infinity, alone: 1, texts: 1, ties: 1 },
  pairs: { whole: Infinity, filtered: Infinity, alone: Infinity, texts: 4, ties: 2 },
}

/** A value of a parameter; undefined where a read does without. */
type Value = FilterValue | Amount | undefined

/** The values of each parameter, and one of them for each. */
type Tables = Readonly<Record<string, readonly Value[]>>
type Combined = Readonly<Record<string, Value>>

/** The reads of a list that the seed draws. */
export function drawReads(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  { inputs, mostInputs = Infinity, ...settings }: InputSettings,
): readonly Read[] {
  // With the seed alone, all lists would draw the same lines of their tables.
  const seed = settings.seed + LISTS.indexOf(snapshot.list)
  const shuffled = shuffler(seed)
  const { whole, filtered, alone, texts, ties } = MOST[inputs]
  const filters = filterValues(snapshot, discovery, shuffled)
  const draw = (tables: Tables, most: number): readonly Read[] => {
    const fit = (some: Partial<Combined>): boolean => goTogether(snapshot, some)
    const drawn = cover(orAbsent(tables), {
      seed,
      pairs: inputs === 'pairs',
      loose: ['limit', 'offset'],
      fit,
    })
    return withFewAlone(drawn, alone)
      .slice(0, Math.min(most, mostInputs))
      .map((some) => readOf(snapshot, some))
  }
  const ofWhole = { limit: LIMITS, offset: [...OFFSETS, ...OFFSETS_OF_THE_WHOLE] }
  const ofFiltered = { ...filters, limit: LIMITS, offset: OFFSETS }
  return [
    uncut(snapshot, []),
    ...draw(ofWhole, whole),
    ...(Object.keys(filters).length === 0 ? [] : draw(ofFiltered, filtered)),
    ...textsAlone(snapshot, filters, shuffled).flatMap((some) => some.slice(0, texts)),
    ...pagesAcrossTies(snapshot, Object.values(filters).flat().filter(isSent), shuffled).slice(0, ties),
  ]
}

/**
 * Reads of all that a text keeps, by filter: that of most rows, then those of others. Which further texts, or rows without a text,
 * a service takes for the same one shows in all of its rows, and in few of those that other filters leave.
 */
function textsAlone(
  snapshot: Snapshot,
  filters: Readonly<Record<string, readonly FilterValue[]>>,
  shuffled: Shuffled,
): readonly (readonly Read[])[] {
  return Object.entries(filters).map(([name, values]) => {
    const isText = filterOf(snapshot.list, name)?.kind.isText === true
    const [first, ...others] = values.filter(({ freedom }) => isText && freedom === undefined)
    return [...(first ? [first] : []), ...shuffled(others)].map((one) => uncut(snapshot, [one]))
  })
}

/** The tables of parameters that may be absent. */
function orAbsent(tables: Tables): Tables {
  return Object.fromEntries(Object.entries(tables).map(([name, values]) => [name, [undefined, ...values]]))
}

/** Combinations without those of one value alone, but for so many of each parameter. */
function withFewAlone(drawn: readonly Combined[], most: number): readonly Combined[] {
  const counts = new Map<string, number>()
  return drawn.filter((some) => {
    const [name = '', another] = Object.keys(some).filter((one) => some[one] !== undefined)
    const count = (counts.get(name) ?? 0) + 1
    if (another === undefined) counts.set(name, count)
    return another !== undefined || count <= most
  })
}

/** Whether a read shows each of some values at work. A single value is tried whatever it shows. */
function goTogether(snapshot: Snapshot, some: Partial<Combined>): boolean {
  const values = Object.values(some).filter((value) => value !== undefined)
  if (values.length < 2) return true
  const filters = filtersOf(some)
  const mayStandBeside = values.every(({ freedom }) => freedom === undefined)
  if (!mayStandBeside || !filters.every((one) => isAtWork(snapshot, one, filters))) return false
  const { limit, left } = placeOf(snapshot, some)
  return left > 0 && (limit !== undefined || (some['limit'] ?? NONE) === NONE)
}

/** Whether a filter shows at work beside others: a row of each of its groups passes them. */
function isAtWork({ list }: Snapshot, one: FilterValue, filters: readonly FilterValue[]): boolean {
  const others = filters.filter((other) => other !== one)
  const isNamed = filters.some(({ name }) => name === 'status')
  const passes = (row: JsonObject): boolean =>
    others.every(({ kept }) => kept.has(row)) && (isNamed || isShownUnnamed(list, row))
  return one.deciding.every((group) => group.some(passes))
}

function filtersOf(some: Partial<Combined>): readonly FilterValue[] {
  return Object.values(some).filter((value) => value !== undefined && 'keeps' in value)
}

/** The limit and the offset of a read, which depend on how many items its filters keep, and how many follow the offset. */
function placeOf(
  snapshot: Snapshot,
  some: Partial<Combined>,
): Pick<Read, 'limit' | 'offset'> & { readonly left: number } {
  const amount = (value: Value, items: number): number | undefined =>
    value !== undefined && 'of' in value ? value.of(items) : undefined
  const items = keptCount(snapshot, filtersOf(some))
  const offset = amount(some['offset'], items)
  const left = items - (offset ?? 0)
  return { limit: amount(some['limit'], left), offset, left }
}

function readOf(snapshot: Snapshot, some: Combined): Read {
  const { limit, offset } = placeOf(snapshot, some)
  const used = [
    limit === undefined ? undefined : some['limit'],
    offset === undefined ? undefined : some['offset'],
  ]
  const place = used.flatMap((one) => one?.words ?? []).join(' and ')
  return { filters: filtersOf(some), limit, offset, place }
}

/** Reads of two pages that part rows of the same time: one of the whole list, and one of what a filter keeps. */
function pagesAcrossTies(
  snapshot: Snapshot,
  values: readonly FilterValue[],
  shuffled: Shuffled,
): readonly Read[] {
  const [ofWhole] = acrossTies(snapshot, [], shuffled)
  const [ofFiltered] = shuffled(values).flatMap((one) => acrossTies(snapshot, [one], shuffled))
  return shuffled([ofWhole, ofFiltered].filter((one) => one !== undefined))
}

/** Limits of pages that part items of the same time. */
const SMALL_LIMITS = [1, 2, 3, 5, 10]

/**
 * Reads of two consecutive pages with items of the same time on both sides of the break: a service that leaves the order of
 * such items to chance repeats or loses some of them.
 */
function acrossTies(
  { list, rows, pages, isWhole }: Snapshot,
  filters: readonly FilterValue[],
  shuffled: Shuffled,
): readonly Read[] {
  const keeps = membershipIn(list, { filters })
  const isKnown = filters.length === 0 || (isWhole && rows.every((row) => keeps(row) !== 'open'))
  if (!isKnown || filters.some(({ freedom }) => freedom)) return []
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
