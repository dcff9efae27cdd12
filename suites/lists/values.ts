/**
 * The tables from which reads of lists are drawn, with one value a line. Each value is taken from the
 * workspace's own rows, with a description. To try another one, add a line.
 */
import { idsOf } from '../../lib/engine/case/items.ts'
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { DAY_MS, iso } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'

/** Earlier, and later, than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** Shuffles a list, always in the same way for one seed. */
export type Shuffled = <T>(items: readonly T[]) => readonly T[]

/** The source of a filter's values. */
export interface FilterSource {
  /** The texts that rows have in its field, the most frequent first. */
  readonly texts: readonly string[]
  /**
   * The text of a row that the seed drew: all filters have a value of that row, so that together they keep
   * it.
   */
  readonly drawn: string | undefined
  /** For a bound in time: the time of a row. */
  readonly at?: number | undefined
  /** The time of a row in the last two hours of a day in UTC. */
  readonly late?: number | undefined
  /** Instants between two times of one row. */
  readonly between?: readonly number[]
  readonly chatbots: readonly JsonObject[]
  readonly unknownChatbot: string
  readonly shuffled: Shuffled
}

/** What a service may do with a value instead of applying it. */
export type Freedom = 'refuse' | 'refuse or ignore'

/**
 * A line of a table: the description of a value, how to find it, and whether the service may refuse or ignore
 * it.
 */
export type ValueLine = readonly [
  words: string,
  find: (source: FilterSource) => string | undefined,
  freedom?: Freedom,
]

/** A value of a filter: its description and its text. */
export interface Value {
  readonly words: string
  readonly text: string
  readonly freedom?: Freedom | undefined
}

/** The values of a table that a workspace supplies, each once. */
export function valuesOf(table: readonly ValueLine[], source: FilterSource): readonly Value[] {
  const found = new Map<string, Value>()
  for (const [words, find, freedom] of table) {
    const text = find(source) ?? ''
    if (text !== '' && !found.has(text)) found.set(text, { words, text, freedom })
  }
  return [...found.values()]
}

const HARDEST = 'hardest to compare'

/** Values for which services have special code: they are always read alone, too. */
export const SPECIAL: readonly string[] = [HARDEST, '`held`', '`blocked`']

const TEXTS_OF_ROWS: readonly ValueLine[] = [
  ['of most rows', ({ texts }) => texts[0]],
  [HARDEST, ({ texts }) => texts.toSorted((a, b) => hardness(b) - hardness(a))[0]],
  ['next in frequency', ({ texts }) => texts[1]],
  ['third in frequency', ({ texts }) => texts[2]],
  ['of fewest rows', ({ texts }) => texts.at(-1)],
  ['of a drawn row', ({ drawn }) => drawn],
  ['with a blank inside', ({ texts }) => texts.find((text) => /\S\s\S/.test(text))],
]

/**
 * Texts of rows, and some of no row: patterns, query languages and careless conversions take them for others.
 */
export const TEXTS: readonly ValueLine[] = [
  ...TEXTS_OF_ROWS,
  ['that lacks the last letter', ({ texts }) => altered(texts[0], ''), 'refuse'],
  // A pattern that matches the text, and begins like it.
  ['with `%` for the last letter', ({ texts }) => altered(texts[0], '%'), 'refuse'],
]

/** Codes of languages. The specification does not say what the first letter of a region means. */
export const LANGUAGES: readonly ValueLine[] = [
  ...TEXTS_OF_ROWS,
  [
    'with `%` for the last letter',
    ({ texts }) =>
      altered(
        texts.find((code) => !code.includes('-')),
        '%',
      ),
    'refuse',
  ],
]

/** A sign or a letter outside ASCII is harder to compare than a long text. */
function hardness(text: string): number {
  return text.length + 100 * Number(/[^\p{L}\p{N}]/u.test(text)) + 200 * Number(/[^ -~]/.test(text))
}

/**
 * A text with another ending in place of its last letter; undefined if less than two characters would remain.
 */
function altered(text = '', ending: string): string | undefined {
  const other = text.slice(0, -1).trimEnd() + ending
  return other.length > 1 ? other : undefined
}

export const FLAGS: readonly ValueLine[] = [
  ['`true`', () => 'true'],
  ['`false`', () => 'false'],
]

/** Chatbots by their rows. The description of a paused chatbot says so in any case. */
export const CHATBOTS: readonly ValueLine[] = [
  [
    'that is paused',
    (source) => {
      const paused = idsOf(source.chatbots.filter((one) => one['is_active'] === false))
      return withRows(source).find((id) => paused.includes(id))
    },
  ],
  ['with most rows', (source) => withRows(source)[0]],
  ['with fewest rows', (source) => withRows(source).at(-1)],
  ['of a drawn row', (source) => withRows(source).find((id) => id === source.drawn)],
  [
    'without rows',
    ({ chatbots, texts, shuffled }) => shuffled(idsOf(chatbots)).find((id) => !texts.includes(id)),
  ],
  ['that is unknown', ({ unknownChatbot }) => unknownChatbot, 'refuse'],
]

/** The chatbots with rows, those with most rows first. Deleted ones are left out: they cannot be named. */
function withRows({ texts, chatbots }: FilterSource): readonly string[] {
  const listed = new Set(idsOf(chatbots))
  return texts.filter((id) => listed.has(id))
}

/** Statuses of reservations. */
export const STATUS_VALUES: readonly ValueLine[] = [
  ['of most rows', ({ texts }) => texts[0]],
  ['of a drawn row', ({ drawn }) => drawn],
  ['`held`', () => 'held'],
  ['`blocked`', () => 'blocked'],
  ['drawn from all nine', ({ shuffled }) => shuffled(STATUSES_OF_RESERVATIONS)[0]],
  ['of two statuses', ({ texts }) => texts.slice(0, 2).toReversed().join()],
  [
    'of four statuses, one of them `held`',
    ({ texts }) => [...texts.filter((one) => one !== 'held').slice(1, 4), 'held'].join(),
  ],
  // The meaning of these values is not specified.
  ['of two statuses, one of them named twice', ({ texts: [a, b = a] }) => a && [a, b, a].join(), 'refuse'],
  ['of two statuses with an empty one', ({ texts: [a, b = a] }) => a && [a, '', b].join(), 'refuse'],
]

/** Instants near the time of a row, or between two times of one. */
const NEAR_ROWS: readonly ValueLine[] = [
  ['at a row', near(iso)],
  ['a second before a row', near((at) => iso(at - 1000))],
  ['a second after a row', near((at) => iso(at + 1000))],
  ['at midnight after a row', near(midnightAfter)],
  ...[0, 1, 2].map((number): ValueLine => [
    `between two times of ${['a row', 'another row', 'a third row'][number]}`,
    ({ between, ...source }) => near(iso)({ ...source, at: between?.[number] }),
  ]),
]

/** Ends of windows. The specification does not say that a service accepts windows of more than a year. */
export const ENDS_OF_WINDOWS: readonly ValueLine[] = NEAR_ROWS

/**
 * Instants in forms that RFC 3339 also allows, and that some frameworks do not read by default: a service may
 * refuse or ignore such a value, but must not read it as another instant. If it ignores the zone, the row is
 * on the other side of the bound.
 */
export const ODD_INSTANTS: readonly ValueLine[] = [
  ['at a row, written `.000Z`', near(withFraction), 'refuse or ignore'],
  ['a second before a row, written `+02:00`', near((at) => inZoneAhead(at - 1000)), 'refuse or ignore'],
]

/** The spellings of an instant. */
export const SPELLINGS: readonly (readonly [
  words: string,
  write: (at: number) => string,
  freedom?: Freedom,
])[] = [
  ['', iso],
  [', written `+02:00`', inZoneAhead, 'refuse or ignore'],
  [', written `.000Z`', withFraction, 'refuse or ignore'],
]

/** Instants around the time of a row, and far from all rows. */
export const INSTANTS: readonly ValueLine[] = [
  ...NEAR_ROWS,
  [
    'at midnight after a row of the last two hours of a day',
    (source) => near(midnightAfter)({ ...source, at: source.late }),
  ],
  ['at the beginning of 1970', () => BEFORE_ALL],
  ['after all rows', () => AFTER_ALL],
  ...ODD_INSTANTS,
]

function midnightAfter(at: number): string {
  return iso(Math.floor(at / DAY_MS + 1) * DAY_MS)
}

/** Finds an instant near the time of a row. The end of 9999 is followed by no year of four digits. */
function near(write: (at: number) => string): ValueLine[1] {
  return ({ at }) => (at === undefined ? undefined : /^\d{4}-.*/.exec(write(at))?.[0])
}

function inZoneAhead(at: number): string {
  return iso(at + 2 * 3_600_000).replace('Z', '+02:00')
}

function withFraction(at: number): string {
  return iso(at).replace('Z', '.000Z')
}

/** The offset and limit of a page in a list of a given length; undefined if there is no such page. */
export interface PagePlace {
  readonly words: string
  readonly at: (items: number) => { readonly limit?: number; readonly offset: number } | undefined
}

/** Only the last item, on a full page. */
const AT_THE_LAST: PagePlace = {
  words: '`limit=1` at the last item',
  at: (items) => (items >= 2 ? { limit: 1, offset: items - 1 } : undefined),
}

export const IN_THE_MIDDLE: PagePlace = {
  words: '`limit=2` from the middle on',
  at: (items) => (items >= 4 ? { limit: 2, offset: Math.floor(items / 2) } : undefined),
}

/** The specification states two default limits, 50 and 20: `has_more` shows which one the service uses. */
const WITHOUT_A_LIMIT: PagePlace = {
  words: 'no `limit`, from the middle on or fifty before the end',
  at: (items) => (items >= 2 ? { offset: Math.max(Math.floor(items / 2), items - 50) } : undefined),
}

/** Places of a page among filtered rows. */
export const PLACES: readonly PagePlace[] = [IN_THE_MIDDLE, AT_THE_LAST, WITHOUT_A_LIMIT]

/** Places of a page in the whole list. */
export const PLACES_OF_THE_WHOLE: readonly PagePlace[] = [
  AT_THE_LAST,
  WITHOUT_A_LIMIT,
  { words: 'an `offset` of `total`', at: (items) => ({ offset: items }) },
]

/**
 * Further places: each on one list, by the seed; in `full`, all on each list. A service may refuse an offset of
 * more than 31 bits, but must not take it for another one.
 */
export const FURTHER_PLACES: readonly PagePlace[] = [
  { words: '`offset=4294967296`', at: () => ({ offset: 2 ** 32 }) },
  {
    words: '`limit=3` from the last item but one on',
    at: (items) => (items >= 2 ? { limit: 3, offset: items - 2 } : undefined),
  },
  {
    words: 'a `limit` that leaves one item',
    at: (items) => (items > 2 && items <= 101 ? { limit: items - 1, offset: 0 } : undefined),
  },
  { words: '`offset=2147483648`', at: () => ({ offset: 2 ** 31 }) },
]
