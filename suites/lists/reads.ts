/** Reads of a list, drawn from the tables of values, limits and offsets, and what each keeps of the rows of the list. */
import { absentId } from '../../lib/engine/case/absent-ids.ts'
import type { Query } from '../../lib/engine/case/actor.ts'
import type { InputSettings } from '../../lib/engine/case/context.ts'
import type { Discovery } from '../../lib/engine/case/discovery.ts'
import { cover, type Dimensions, shuffler } from '../../lib/engine/case/cover.ts'
import { type ListKey, LISTS } from '../../lib/engine/spec/operations.ts'
import { DAY_MS, instant, iso } from '../../lib/engine/util/time.ts'
import { given, type JsonObject } from '../../lib/engine/util/values.ts'
import { LIST_FACTS } from './facts.ts'
import { type Membership, SINCE_DATE } from './filter-kinds.ts'
import { type Demand, membershipOf, UNNAMED } from './filtered.ts'
import { type ListFilter, filterRule, FILTERS, isShownUnnamed } from './filters.ts'
import type { Snapshot } from './snapshot.ts'
import { type Value, valuesOf } from './values.ts'

/** A filter of a read, and the value that was drawn for it. */
export interface Chosen extends Pick<Demand, 'keeps' | 'requirement'> {
  readonly name: string
  readonly field: string
  readonly words: string
  /** The value as it is sent. */
  readonly text: string
  readonly mayRefuse: boolean
  /** Whether the service may read it as no value at all. */
  readonly mayIgnore: boolean
}

/** One read of a list: its filters, and where the page begins and ends. */
export interface Read {
  readonly filters: readonly Chosen[]
  readonly limit?: number
  readonly offset?: number
  /** Whether the next page is read, too. */
  readonly isFollowed?: true
  /** The limit and the offset in words. */
  readonly place: string
}

/** The queries of a read: one for each of its pages. */
export function queriesOf({ filters, limit, offset, isFollowed }: Read): readonly Query[] {
  const named = Object.fromEntries(filters.map(({ name, text }) => [name, text]))
  const first = { ...named, limit, offset }
  return isFollowed === true ? [first, { ...first, offset: (offset ?? 0) + (limit ?? 0) }] : [first]
}

/** A read in words: "`since` at a row, written `+02:00`, with `limit=2`". */
export function inWords({ filters, place }: Read): string {
  const named = filters.map(({ name, words }) => `\`${name}\` ${words}`).join(', ')
  if (named === '') return place === '' ? 'no parameter' : place
  return place === '' ? named : `${named}, with ${place}`
}

/** Whether a read is one of reservations and names no status. */
export function isUnnamedIn(list: ListKey, { filters }: Pick<Read, 'filters'>): boolean {
  return list === 'GET /reservations' && filters.every(({ name }) => name !== 'status')
}

/** Whether a read keeps an item. */
export function membershipIn(
  list: ListKey,
  { filters }: Pick<Read, 'filters'>,
): (item: JsonObject) => Membership {
  const demands = isUnnamedIn(list, { filters }) ? [...filters, UNNAMED] : filters
  return (item) => membershipOf(item, demands)
}

/** A limit or an offset: in words, and as a number for a list of so many items; undefined where there is none. */
type Amount = readonly [words: string, of: (items: number, offset: number) => number | undefined]

const NONE: Amount = ['', () => undefined]

/** Limits that show where a page ends: fewer items than what follows, and just as many. */
const NEAR: readonly Amount[] = [
  ['`limit=2`', () => 2],
  ['a `limit` of one less than what follows', (items, offset) => within(items - offset - 1)],
  [
    'a `limit` of what follows',
    (items, offset) => (items - offset > 100 ? undefined : within(items - offset)),
  ],
]

const LIMITS: readonly Amount[] = [NONE, ['`limit=1`', () => 1], ...NEAR, ['`limit=100`', () => 100]]

const OFFSETS: readonly Amount[] = [
  NONE,
  ['an `offset` in the middle', (items) => Math.floor(items / 2)],
  ['an `offset` at the last item', (items) => Math.max(0, items - 1)],
  ['an `offset` of `total`', (items) => items],
]

/** Offsets behind the end. One that takes more than 32 bits may be refused; taken for the first page it may not be. */
const BEYOND: readonly Amount[] = [
  ['an `offset` beyond `total`', (items) => items + 10_000],
  ['`offset=2147483648`', () => 2 ** 31],
  ['`offset=4294967296`', () => 2 ** 32],
]

/** Without a limit, the two defaults that the specification states show here whether `has_more` uses the one that applies. */
const FIFTY_LEFT: Amount = ['an `offset` fifty before the end', (items) => Math.max(0, items - 50)]

function within(limit: number): number | undefined {
  return limit >= 1 ? Math.min(100, limit) : undefined
}

/** The reads of a list that the seed draws: of the whole list, of what filters keep, and across items of the same time. */
export function drawReads(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  drawing: InputSettings,
): Read[] {
  const { seed, inputs, mostInputs } = drawing
  const filtered = filteredReads(snapshot, discovery, drawing)
  if (inputs === 'few') return filtered
  // Each list has other ones.
  const own = seed + LISTS.indexOf(snapshot.list)
  const beyond = shuffler(own)(BEYOND)
  const offset = [...OFFSETS, ...beyond.slice(0, inputs === 'pairs' ? undefined : 1), FIFTY_LEFT]
  const items = itemsOf(snapshot, [])
  const fit = ({ limit = NONE, offset }: { readonly limit?: Amount; readonly offset?: Amount }): boolean => {
    if (offset === FIFTY_LEFT) return limit === NONE
    if (offset === undefined || !NEAR.includes(limit)) return true
    const start = offset[1](items, 0) ?? 0
    const length = limit[1](items, start) ?? 0
    return length > 1 && length <= items - start
  }
  const tables = { limit: LIMITS, offset }
  const places = [
    ...cover(tables, {
      seed: own,
      pairs: false,
      most: inputs === 'pairs' ? undefined : MOST.usualPlaces,
      fit,
    }),
    ...(inputs === 'pairs' ? cover(tables, { seed: own, pairs: true, most: MOST.places, fit }) : []),
  ]
  const plain = places.slice(0, mostInputs).map(({ limit, offset }) => placed(snapshot, [], limit, offset))
  return [...plain, ...filtered, ...acrossTies(snapshot, filtered, drawing)]
}

/** Reads with both ends of a window: two filters that are seldom used apart. */
const WINDOW = ['from', 'to']
const WINDOWS = { few: 0, values: 3, pairs: Infinity } as const
/** How many reads are drawn at most: no verdict depends on it. */
const MOST = {
  /** Combinations of filters in the smallest profile. */
  few: 2,
  /** In the standard profile as many as there are filters: they use each. */
  values: Infinity,
  /** Values that stand alone, in the standard profile; the others come with other seeds. */
  alone: 1,
  /** Combinations beyond those that use each value: they cover most pairs, and further ones with other seeds. */
  pairs: 12,
  /** Limits and offsets without a filter: those that use each value, as many with each seed; then pairs of them. */
  usualPlaces: 4,
  places: 8,
} as const

/** Filters with values such that the loss of each would show, each with a limit and an offset. */
function filteredReads(
  snapshot: Snapshot,
  discovery: Pick<Discovery, 'main'>,
  { seed, inputs, mostInputs }: InputSettings,
): Read[] {
  const { list } = snapshot
  const shuffled = shuffler(seed)
  const rows = snapshot.rows.filter((row) => isShownUnnamed(list, row))
  const tables = Object.entries(FILTERS[list]).map(([name, filter]) => {
    const known = {
      rows: filter.field === 'status' ? snapshot.rows : nearRows(name, filter.field, rows),
      chatbots: discovery.main.lists['GET /chatbots'].items,
      unknownChatbot: absentId(discovery, 'GET /chatbots'),
      shuffled,
      most: inputs === 'pairs' ? Infinity : 1,
    }
    const values = valuesOf(filter.kind.values, filter.field, known)
    const tried = values.filter(({ mayRefuse = false }) => {
      // Where it is open what a filter means, it has to be answered, whatever its value is.
      if (filter.rule.strength === 'open') return mayRefuse
      // An unknown chatbot of reservations has to be refused: a case of its own.
      return !mayRefuse || name !== 'chatbot_id' || list !== 'GET /reservations'
    })
    return [name, tried.map((value) => drawn(name, filter, value, snapshot))] as const
  })
  if (tables.length === 0) return []
  const names = tables.map(([name]) => name)
  const dimensionsOf = (isMeant: (value: Drawn) => boolean): Dimensions => ({
    ...Object.fromEntries(tables.map(([name, values]) => [name, [undefined, ...values.filter(isMeant)]])),
    limit: LIMITS,
    offset: OFFSETS,
  })
  const unnamed = bitsOf(snapshot.rows, (row) => isShownUnnamed(list, row))
  const fit = (some: Readonly<Record<string, unknown>>): boolean => {
    const isUnnamed = 'status' in some && some['status'] === undefined
    const chosen = names.flatMap((name) => (some[name] as Drawn | undefined) ?? [])
    if (chosen.length === 0 && names.every((name) => name in some)) return false
    const isPlaced = [some['limit'], some['offset']].some((one) => one !== undefined && one !== NONE)
    return isTelling(chosen, isUnnamed ? unnamed : ALL, isPlaced)
  }
  // Each status of reservations is a value of its own.
  const isCut = inputs === 'few' || (inputs === 'values' && list !== 'GET /reservations')
  const most = isCut ? Math.min(names.length, MOST[inputs]) : undefined
  // Where few are drawn, a value that keeps every row takes no turn of its filter: it does not show that it filters.
  const isLast = (value: Drawn): boolean => standsAlone(value) || (isCut && value.out === 0n)
  const alone = tables.flatMap(([name, values]) => values.filter(isLast).map((one) => ({ [name]: one })))
  const windows = Object.fromEntries(tables.filter(([name]) => WINDOW.includes(name)))
  const isWindow = (some: Readonly<Record<string, unknown>>): boolean =>
    Object.keys(some).every((name) => some[name] !== undefined) && fit(some)
  const combinations = [
    ...cover(windows, { seed, pairs: false, most: WINDOWS[inputs], fit: isWindow }),
    ...cover(
      dimensionsOf((value) => !isLast(value)),
      { seed, pairs: false, most, fit },
    ),
    ...(inputs === 'few' ? [] : shuffled(alone).slice(0, isCut ? MOST.alone : undefined)),
    ...(inputs === 'pairs'
      ? cover(
          dimensionsOf(() => true),
          { seed, pairs: true, most: MOST.pairs, fit },
        )
      : []),
  ]
  return combinations.slice(0, mostInputs).map((one: Readonly<Record<string, unknown>>) => {
    const filters = names.flatMap((name) => {
      const value = one[name] as Drawn | undefined
      return value === undefined ? [] : [value]
    })
    return placed(snapshot, filters, (one['limit'] ?? NONE) as Amount, (one['offset'] ?? NONE) as Amount)
  })
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

/** A value of a filter, and which rows of the list it keeps and keeps out, as bits; of others it is open. */
interface Drawn extends Chosen {
  readonly in: bigint
  readonly out: bigint
  /** The instant that it names, and the row near which it lies. */
  readonly at: number | undefined
  readonly near: bigint
}

/** The bits of every row. */
const ALL = -1n

function drawn(name: string, filter: ListFilter, value: Value, { rows }: Snapshot): Drawn {
  const { field } = filter
  const { text, mayRefuse = false } = value
  const keeps = membershipFor(filter, value)
  const memberships = rows.map(keeps)
  const at = filter.kind.values === 'instants' ? instant(value.instant ?? text) : undefined
  return {
    ...value,
    name,
    field,
    requirement: filterRule(filter, text),
    keeps,
    mayRefuse,
    mayIgnore: value.instant !== undefined,
    in: bitsOf(memberships, (one) => one === 'in'),
    out: bitsOf(memberships, (one) => one === 'out'),
    at,
    near: value.near === undefined ? 0n : bitsOf(rows, (row) => instant(row[field]) === value.near),
  }
}

/** Which items a value keeps. */
function membershipFor({ kind, field }: ListFilter, value: Value): Chosen['keeps'] {
  const { text, instant: meant, mayRefuse } = value
  const judged = kind.keeps(meant ?? text)
  if (meant !== undefined && kind === SINCE_DATE) {
    // The day of a bound may be that of its own zone.
    const aDayEarlier = kind.keeps(iso((instant(meant) ?? 0) - DAY_MS))
    return (item) => {
      const membership = judged(item[field])
      return membership === 'out' && aDayEarlier(item[field]) !== 'out' ? 'open' : membership
    }
  }
  // An item without a value has none that no item has, unless the word stands for that.
  const isAbsent = kind.values === 'texts' && mayRefuse === true && text !== 'null' ? 'out' : undefined
  return (item) => (given(item[field]) ? judged(item[field]) : (isAbsent ?? judged(item[field])))
}

/** A bit for each row. */
function bitsOf<T>(rows: readonly T[], isMeant: (row: T) => boolean): bigint {
  return BigInt(`0b0${rows.map((row) => (isMeant(row) ? '1' : '0')).join('')}`)
}

/**
 * Whether a combination would show the loss of any of its filters: an item passes all others and not that one. It would also
 * show a bound that is a second off: the item near it passes all others. A value that
 * keeps nothing, or may be refused, stands alone, as nothing else would show beside it.
 */
function isTelling(chosen: readonly Drawn[], shown: bigint, isPlaced: boolean): boolean {
  if (chosen.length > MOST_FILTERS || isBackwards(chosen)) return false
  const keptBy = (those: readonly Drawn[]): bigint => those.reduce((bits, one) => bits & one.in, shown)
  if (keptBy(chosen) === 0n || chosen.some(standsAlone)) return chosen.length < 2 && !isPlaced
  return chosen.every((one) => {
    const others = keptBy(chosen.filter((other) => other !== one))
    return (one.out === 0n || (others & one.out) !== 0n) && (one.near === 0n || (others & one.near) !== 0n)
  })
}

/** Whether nothing else would show beside a value. */
function standsAlone({ mayRefuse, in: kept }: Drawn): boolean {
  return mayRefuse || kept === 0n
}

/** With more filters at once, too few items are left to show anything. */
const MOST_FILTERS = 3

/** Whether a window ends where it begins, or before: whether it is valid is open, or it is not. */
function isBackwards(chosen: readonly Drawn[]): boolean {
  const [begin, end] = ['from', 'to'].map((name) => chosen.find((one) => one.name === name)?.at)
  return begin !== undefined && end !== undefined && end <= begin
}

/** A read at a limit and an offset, which depend on how many items the filters keep. */
function placed(snapshot: Snapshot, filters: readonly Chosen[], limit: Amount, offset: Amount): Read {
  const items = itemsOf(snapshot, filters)
  const start = offset[1](items, 0)
  const length = limit[1](items, start ?? 0)
  const place = [length === undefined ? '' : limit[0], start === undefined ? '' : offset[0]]
  return { filters, limit: length, offset: start, place: place.filter((one) => one !== '').join(' and ') }
}

/** How many items of a list filters keep. */
function itemsOf({ list, rows, parts, isWhole }: Snapshot, filters: readonly Chosen[]): number {
  const keeps = membershipIn(list, { filters })
  return isWhole ? rows.filter((row) => keeps(row) !== 'out').length : (parts[0]?.total ?? 0)
}

/** Limits of the pages that are read across items of the same time. */
const SMALL = [1, 2, 3, 5, 10]

/**
 * Two consecutive pages that part items of the same time, where an order that nothing settles repeats or loses some: of the
 * whole list, and of what some of the filters keep.
 */
function acrossTies(
  { list, rows, parts, isWhole }: Snapshot,
  filtered: readonly Read[],
  { seed, inputs }: InputSettings,
): Read[] {
  const shuffled = shuffler(seed)
  const most = inputs === 'pairs' ? { plain: 3, filtered: 4 } : { plain: 1, filtered: 1 }
  // Of a long list, only the first pages follow each other.
  const first = parts[0]?.pages.slice(0, 2).flatMap(({ page }) => page.items) ?? []
  const plain = partedAt(list, isWhole ? rows : first, [], shuffled).slice(0, most.plain)
  if (!isWhole) return plain
  const values = shuffled(filtered.flatMap(({ filters }) => filters)).filter(({ mayRefuse }) => !mayRefuse)
  const some = new Map(values.map((one) => [inputs === 'pairs' ? `${one.name} ${one.text}` : one.name, one]))
  const parted = [...some.values()].flatMap((one) => partedAt(list, rows, [one], shuffled).slice(0, 1))
  return [...plain, ...shuffled(parted).slice(0, most.filtered)]
}

function partedAt(
  list: ListKey,
  rows: readonly JsonObject[],
  filters: readonly Chosen[],
  shuffled: <T>(items: readonly T[]) => T[],
): Read[] {
  const keeps = membershipIn(list, { filters })
  if (rows.some((row) => keeps(row) === 'open')) return []
  const kept = rows.filter((row) => keeps(row) === 'in')
  // Where no order is stated, this is the likeliest one.
  const { orderedBy: field = 'created_at' } = LIST_FACTS[list]
  const ends = kept.flatMap((row, at) => (at > 0 && row[field] === kept[at - 1]?.[field] ? [at] : []))
  return shuffled(ends).flatMap((end): Read[] => {
    const [limit] = shuffled(SMALL.filter((size) => end % size === 0))
    if (limit === undefined) return []
    const place = `two pages of ${limit} from \`offset=${end - limit}\`, which part items of the same time`
    return [{ filters, limit, offset: end - limit, isFollowed: true, place }]
  })
}
