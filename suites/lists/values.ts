/**
 * The tables from which reads of lists are drawn: a line a value. Each value is taken from the workspace's own rows, and
 * says in words what it is. To try another one, add a line.
 */
import { distinct, idsOf } from '../../lib/engine/case/items.ts'
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/spec/api.ts'
import { DAY_MS, instant, iso } from '../../lib/engine/util/time.ts'
import { type JsonObject, text } from '../../lib/engine/util/values.ts'

/** Earlier and later than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** Mixes a list, the same way for the same seed. */
export type Shuffled = <T>(items: readonly T[]) => readonly T[]

/** The rows of a workspace that values of a filter are taken from. */
export interface Known {
  readonly name: string
  /** The field in which the rows differ. */
  readonly field: string
  readonly rows: readonly JsonObject[]
  readonly chatbots: readonly JsonObject[]
  readonly unknownChatbot: string
  /** A row that the seed drew: bounds lie near it, or near rows like it, so that the filters of a read together keep some. */
  readonly drawn: JsonObject | undefined
  readonly shuffled: Shuffled
}

/** What a service may do with a value in place of applying it. */
export type Freedom = 'refuse' | 'refuse or ignore'

/** A value of a filter: what it is in words, and its text. */
export interface Value {
  readonly words: string
  readonly text: string
  /** Of an instant near a row, the time of that row. */
  readonly rowTime?: number
  readonly freedom?: Freedom | undefined
}

/** A line of a table: what a value is in words, how it is found, and whether the service need not apply it. */
type Line<Source> = readonly [
  words: string,
  find: (source: Source, known: Known) => string | undefined,
  freedom?: Freedom,
]

/**
 * The source is the texts that rows have in a field, the most frequent first. The last values are texts of no row:
 * patterns, query languages and careless conversions mistake them for others.
 */
const TEXTS: readonly Line<readonly string[]>[] = [
  ['of most rows', ([first]) => first],
  ['of fewest rows', (texts) => texts.at(-1)],
  ['of a drawn row', (_texts, { drawn, field }) => text(drawn?.[field])],
  ['with a blank inside', (texts) => texts.find((text) => /\S\s\S/.test(text))],
  ['hardest to compare', (texts) => texts.toSorted((a, b) => hardness(b) - hardness(a))[0]],
  ['that lacks the last letter', ([first = '']) => unlike([first], first.slice(0, -1)), 'refuse'],
  // A pattern that the text fits to, and that begins like it.
  [
    'with `%` for the last letter',
    ([first = '']) => unlike([first], first && `${first.slice(0, -1)}%`),
    'refuse',
  ],
]

/** A sign or a letter outside ASCII is harder to compare than a long text. */
function hardness(text: string): number {
  return text.length + 100 * Number(/[^\p{L}\p{N}]/u.test(text)) + 200 * Number(/[^ -~]/.test(text))
}

/** A text, unless it equals one of some others, blanks and letter case apart, or is shorter than two characters. */
function unlike(texts: readonly string[], text = ''): string | undefined {
  const isKnown = texts.some((one) => one.toLowerCase() === text.trim().toLowerCase())
  return text.trim().length > 1 && !isKnown ? text : undefined
}

const FLAGS: readonly Line<unknown>[] = [
  ['`true`', () => 'true'],
  ['`false`', () => 'false'],
]

/** Chatbots by the rows they have; `busy` holds their ids, those with most rows first. Deleted chatbots are left out: nobody can name them. */
const CHATBOTS: readonly Line<Known & { readonly busy: readonly string[] }>[] = [
  ['with most rows', ({ busy }) => busy[0]],
  ['with fewest rows', ({ busy }) => busy.at(-1)],
  ['of a drawn row', ({ busy, drawn }) => busy.find((id) => id === drawn?.['chatbot_id'])],
  [
    'that is paused',
    ({ busy, chatbots }) =>
      busy.find((id) => chatbots.some((one) => one['id'] === id && one['is_active'] === false)),
  ],
  [
    'without rows',
    ({ busy, chatbots }, { shuffled }) => shuffled(idsOf(chatbots)).find((id) => !busy.includes(id)),
  ],
  ['that is unknown', ({ unknownChatbot }) => unknownChatbot, 'refuse'],
]

/** Statuses of reservations; the source is the statuses that rows have, the most frequent first. */
const STATUSES: readonly Line<readonly string[]>[] = [
  ['of most rows', ([first]) => first],
  ['of a drawn row', (_texts, { drawn }) => text(drawn?.['status'])],
  ['drawn from all nine', (_texts, { shuffled }) => shuffled(STATUSES_OF_RESERVATIONS)[0]],
  ['`held`', () => 'held'],
  ['`blocked`', () => 'blocked'],
  [
    'of two statuses, one of them named twice',
    (texts) => [...texts.slice(0, 2), ...texts.slice(0, 1)].toReversed().join(','),
  ],
  [
    'of four statuses, one of them `held`',
    (texts) => [...texts.filter((one) => one !== 'held').slice(1, 4), 'held'].join(),
  ],
  ['of all nine statuses', () => STATUSES_OF_RESERVATIONS.join(',')],
]

/**
 * Instants around the time of a row, and far from all rows. RFC 3339 also has offsets and fractions, which some frameworks
 * do not read by default: a service may refuse or ignore such a value, but must not read it as another instant.
 */
const INSTANTS: readonly Line<number>[] = [
  ['at a row', (at) => iso(at)],
  ['a second before a row', (at) => iso(at - 1000)],
  ['a second after a row', (at) => iso(at + 1000)],
  ['at the beginning of 1970', () => BEFORE_ALL],
  ['after all rows', () => AFTER_ALL],
  ['at a row, written `.000Z`', (at) => iso(at).replace('Z', '.000Z'), 'refuse or ignore'],
  ['at a row, written `+05:30`', (at) => inZone(at, 330, '+05:30'), 'refuse or ignore'],
  ['at a row, written `-08:00`', (at) => inZone(at, -480, '-08:00'), 'refuse or ignore'],
]

/** Midnights around the time of a row, of which the seed draws one. */
const MIDNIGHTS: readonly Line<number>[] = [
  ['at midnight before a row', (at) => iso(Math.floor(at / DAY_MS) * DAY_MS)],
  ['at midnight after a row', (at) => iso(Math.floor(at / DAY_MS + 1) * DAY_MS)],
]

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

/** Limits of a page, by how many items follow its offset: smaller than that, equal, and larger. */
export const LIMITS: readonly Amount[] = [
  { words: '`limit=2`', of: (left) => (left >= 2 ? 2 : undefined) },
  {
    words: 'a `limit` of one less than what follows',
    of: (left) => (left > 2 ? Math.min(100, left - 1) : undefined),
  },
  { words: 'a `limit` of what follows', of: (left) => (left >= 2 && left <= 100 ? left : undefined) },
]

/**
 * Offsets of a page, by how many items there are: none at all, and one that enough items follow. They are at most fifty: the
 * specification states two default limits, 50 and 20, and `has_more` shows which one it is computed with.
 */
export const OFFSETS: readonly Amount[] = [
  { words: '', of: () => undefined },
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

/** The values of each kind of filter. */
const VALUES = {
  texts: (known) => from(TEXTS, textsOf(known), known),
  flags: (known) => from(FLAGS, undefined, known),
  chatbots: (known) => {
    const listed = new Set(idsOf(known.chatbots))
    return from(CHATBOTS, { ...known, busy: textsOf(known).filter((id) => listed.has(id)) }, known)
  },
  statuses: (known) => from(STATUSES, textsOf(known), known),
  instants,
  'odd instants': (known) => instants(known).filter(({ freedom }) => freedom),
} satisfies Readonly<Record<string, (known: Known) => readonly Value[]>>

export type ValueKind = keyof typeof VALUES

/** The values of a kind of filter that a workspace gives, each once. */
export function valuesOf(kind: ValueKind, known: Known): readonly Value[] {
  const found = VALUES[kind](known)
  return found.filter(({ text }, index) => found.findIndex((one) => one.text === text) === index)
}

function instants(known: Known): readonly Value[] {
  const at = instant(boundRow(known)?.[known.field])
  if (at === undefined) return []
  // After a row at the end of 9999 comes no year of four digits.
  const lines = [...INSTANTS, ...known.shuffled(MIDNIGHTS).slice(0, 1)]
  const written = from(lines, at, known).filter((value) => /^\d{4}-/.test(value.text))
  return written.map((value) => ({ ...value, rowTime: at }))
}

function textsOf({ rows, field }: Known): readonly string[] {
  return distinct(rows, field)
}

/**
 * The row that a bound lies near: the drawn one or, for the end of a window, the next one of the same chatbot and status. Windows
 * are short, as calendars ask for them: nothing says that a service accepts one of years.
 */
function boundRow({ name, field, rows, drawn = {} }: Known): JsonObject | undefined {
  if (name !== 'to') return drawn
  const after = (row: JsonObject): number => (instant(row[field]) ?? 0) - (instant(drawn[field]) ?? 0)
  const likeness = (row: JsonObject): number =>
    ['chatbot_id', 'status'].filter((one) => row[one] === drawn[one]).length
  const later = rows.filter((row) => after(row) > 0).toSorted((one, other) => after(one) - after(other))
  return later.toSorted((one, other) => likeness(other) - likeness(one))[0] ?? drawn
}

/** The values of a table for a source. */
function from<Source>(table: readonly Line<Source>[], source: Source, known: Known): Value[] {
  return table.flatMap(([words, find, freedom]) => {
    const text = find(source, known)
    return text === undefined || text === '' ? [] : [{ words, text, freedom }]
  })
}
