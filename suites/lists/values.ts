/**
 * The tables from which reads of lists are drawn: a line a value. Each value is taken from the workspace's own rows, and
 * says in words what it is. To try another one, add a line.
 */
import { idsOf } from '../../lib/engine/case/items.ts'
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/contract/api.ts'
import { DAY_MS, iso } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'

/** Earlier and later than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** Mixes a list, the same way for the same seed. */
export type Shuffled = <T>(items: readonly T[]) => readonly T[]

/** What the values of a filter are taken from. */
export interface FilterSource {
  /** The texts that rows have in its field, the most frequent first. */
  readonly texts: readonly string[]
  /** The text of a row that the seed drew: all filters have a value of that row, so that together they keep it. */
  readonly drawn: string | undefined
  /** Of a bound in time, the time of a row. */
  readonly at: number | undefined
  readonly chatbots: readonly JsonObject[]
  readonly unknownChatbot: string
  readonly shuffled: Shuffled
}

/** What a service may do with a value in place of applying it. */
export type Freedom = 'refuse' | 'refuse or ignore'

/** A line of a table: what a value is in words, how it is found, and whether the service need not apply it. */
export type ValueLine = readonly [
  words: string,
  find: (source: FilterSource) => string | undefined,
  freedom?: Freedom,
]

/** A value of a filter: what it is in words, and its text. */
export interface Value {
  readonly words: string
  readonly text: string
  readonly freedom?: Freedom | undefined
}

/** The values of a table that a workspace gives, each once. */
export function valuesOf(table: readonly ValueLine[], source: FilterSource): readonly Value[] {
  const found = new Map<string, Value>()
  for (const [words, find, freedom] of table) {
    const text = find(source) ?? ''
    if (text !== '' && !found.has(text)) found.set(text, { words, text, freedom })
  }
  return [...found.values()]
}

/** Texts that rows have. */
const TEXTS_OF_ROWS: readonly ValueLine[] = [
  ['of most rows', ({ texts }) => texts[0]],
  ['next in frequency', ({ texts }) => texts[1]],
  ['third in frequency', ({ texts }) => texts[2]],
  ['of fewest rows', ({ texts }) => texts.at(-1)],
  ['of a drawn row', ({ drawn }) => drawn],
  ['with a blank inside', ({ texts }) => texts.find((text) => /\S\s\S/.test(text))],
  ['hardest to compare', ({ texts }) => texts.toSorted((a, b) => hardness(b) - hardness(a))[0]],
]

/** Texts, and some of no row: patterns, query languages and careless conversions mistake them for others. */
export const TEXTS: readonly ValueLine[] = [
  ...TEXTS_OF_ROWS,
  ['that lacks the last letter', ({ texts }) => altered(texts[0], ''), 'refuse'],
  // A pattern that the text fits to, and that begins like it.
  ['with `%` for the last letter', ({ texts }) => altered(texts[0], '%'), 'refuse'],
]

/** Codes of languages. Nobody says what a service makes of the first letter of a region. */
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

/** A text with another ending for its last letter; undefined if that leaves less than two characters. */
function altered(text = '', ending: string): string | undefined {
  const other = text.slice(0, -1).trimEnd() + ending
  return other.length > 1 ? other : undefined
}

export const FLAGS: readonly ValueLine[] = [
  ['`true`', () => 'true'],
  ['`false`', () => 'false'],
]

/** Chatbots by the rows they have. One that is paused says so, whatever else it is. */
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

/** The chatbots that have rows, those with most rows first. Deleted ones are left out: nobody can name them. */
function withRows({ texts, chatbots }: FilterSource): readonly string[] {
  const listed = new Set(idsOf(chatbots))
  return texts.filter((id) => listed.has(id))
}

/** Statuses of reservations. */
export const STATUSES: readonly ValueLine[] = [
  ['of most rows', ({ texts }) => texts[0]],
  ['of a drawn row', ({ drawn }) => drawn],
  ['drawn from all nine', ({ shuffled }) => shuffled(STATUSES_OF_RESERVATIONS)[0]],
  ['`held`', () => 'held'],
  ['`blocked`', () => 'blocked'],
  [
    'of two statuses, one of them named twice',
    ({ texts }) => [...texts.slice(0, 2), ...texts.slice(0, 1)].toReversed().join(','),
  ],
  [
    'of four statuses, one of them `held`',
    ({ texts }) => [...texts.filter((one) => one !== 'held').slice(1, 4), 'held'].join(),
  ],
  ['of all nine statuses', () => STATUSES_OF_RESERVATIONS.join(',')],
]

/**
 * Instants in forms that RFC 3339 has, too, and that some frameworks do not read by default: a service may refuse or ignore such
 * a value, but must not read it as another instant. One that overlooks the zone puts the row on the other side of the bound.
 */
export const ODD_INSTANTS: readonly ValueLine[] = [
  ['at a row, written `.000Z`', near((at) => iso(at).replace('Z', '.000Z')), 'refuse or ignore'],
  [
    'a second before a row, written `+05:30`',
    near((at) => inZone(at - 1000, 330, '+05:30')),
    'refuse or ignore',
  ],
  [
    'a second after a row, written `-08:00`',
    near((at) => inZone(at + 1000, -480, '-08:00')),
    'refuse or ignore',
  ],
]

/** Instants around the time of a row, and far from all rows. */
export const INSTANTS: readonly ValueLine[] = [
  ['at a row', near(iso)],
  ['a second before a row', near((at) => iso(at - 1000))],
  ['a second after a row', near((at) => iso(at + 1000))],
  ['at midnight after a row', near((at) => iso(Math.floor(at / DAY_MS + 1) * DAY_MS))],
  ['at the beginning of 1970', () => BEFORE_ALL],
  ['after all rows', () => AFTER_ALL],
  ...ODD_INSTANTS,
]

/** Finds an instant near the time of a row. After a row at the end of 9999 comes no year of four digits. */
function near(write: (at: number) => string): ValueLine[1] {
  return ({ at }) => (at === undefined ? undefined : /^\d{4}-.*/.exec(write(at))?.[0])
}

/** An instant in the time of a zone so many minutes ahead. */
function inZone(at: number, minutes: number, zone: string): string {
  return iso(at + minutes * 60_000).replace('Z', zone)
}

/** A limit or an offset: in words, and as a number for a list of so many items; undefined where there is none. */
export interface Amount {
  readonly words: string
  readonly of: (items: number) => number | undefined
  readonly freedom?: Freedom
}

/** No limit, or no offset: pages without them show most of what filters keep. */
export const NONE: Amount = { words: '', of: () => undefined }

/** Limits of a page, by how many items follow its offset: smaller than that, equal, and larger. */
export const LIMITS: readonly Amount[] = [
  NONE,
  { words: '`limit=2`', of: (left) => (left >= 2 ? 2 : undefined) },
  {
    words: 'a `limit` of one less than what follows',
    of: (left) => (left > 2 ? Math.min(100, left - 1) : undefined),
  },
  { words: 'a `limit` of what follows', of: (left) => (left >= 2 && left <= 100 ? left : undefined) },
  { words: '`limit=100`', of: () => 100 },
]

/**
 * Offsets of a page, by how many items there are: none at all, and one that enough items follow. They are at most fifty: the
 * specification states two default limits, 50 and 20, and `has_more` shows which one it is computed with.
 */
export const OFFSETS: readonly Amount[] = [
  NONE,
  {
    words: 'an `offset` in the middle, or fifty before the end',
    of: (items) => Math.max(Math.floor(items / 2), items - 50),
  },
]

/** Further offsets, for a list without a filter. A service may refuse an offset of more than 32 bits, but must not take it for 0. */
export const OFFSETS_OF_THE_WHOLE: readonly Amount[] = [
  { words: 'an `offset` at the last item', of: (items) => Math.max(0, items - 1) },
  { words: 'an `offset` of `total`', of: (items) => items },
  { words: '`offset=2147483648`', of: () => 2 ** 31, freedom: 'refuse' },
  { words: '`offset=4294967296`', of: () => 2 ** 32, freedom: 'refuse' },
]
