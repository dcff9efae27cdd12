/**
 * The tables from which reads of lists are drawn: a line a value. Each value is taken from the workspace's own rows, and
 * says in words what it is. To try another one, add a line.
 */
import { distinct, idsOf } from '../../lib/engine/case/items.ts'
import { STATUSES_OF_RESERVATIONS } from '../../lib/engine/spec/api.ts'
import { DAY_MS, instant, iso } from '../../lib/engine/util/time.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'

/** Earlier and later than every listed item. */
export const BEFORE_ALL = '1970-01-01T00:00:00Z'
export const AFTER_ALL = '2999-01-01T00:00:00Z'

/** The rows of a workspace that values are taken from. */
export interface Known {
  /** The field in which the rows differ. */
  readonly field: string
  readonly rows: readonly JsonObject[]
  readonly chatbots: readonly JsonObject[]
  readonly unknownChatbot: string
  /** Mixes a list, the same way for the same seed. */
  readonly shuffled: <T>(items: readonly T[]) => readonly T[]
  /** How many values are tried of those that may be refused: they are seldom asked for. */
  readonly most: number
}

/** A value of a filter: what it is in words, and its text. */
export interface Value {
  readonly words: string
  readonly text: string
  /** An instant that the text names in another form than that of the specification. */
  readonly instant?: string
  /** The time of the row that it lies near. */
  readonly near?: number
  /** Whether the service may refuse it. */
  readonly mayRefuse?: true
}

/** A line of a table: what a value is in words, how it is found, and whether it may be refused. */
type Line<Source> = readonly [
  words: string,
  find: (source: Source) => string | Pick<Value, 'text' | 'instant'> | undefined,
  mayRefuse?: true,
]

/**
 * The source is the texts that rows have in a field, the most frequent first. The last ones are texts of no row, which
 * patterns, query languages and careless conversions mistake for others.
 */
const TEXTS: readonly Line<readonly string[]>[] = [
  ['of most rows', ([first]) => first],
  ['of fewest rows', (texts) => texts.at(-1)],
  ['with a blank inside', (texts) => texts.find((text) => /\S\s\S/.test(text))],
  ['hardest to compare', (texts) => texts.toSorted((a, b) => hardness(b) - hardness(a))[0]],
  ['that lacks the last letter', ([first = '']) => unlike([first], first.slice(0, -1)), true],
  [
    'that lacks the first letter',
    (texts) => texts.map((text) => unlike(texts, text.slice(1))).find((text) => text !== undefined),
    true,
  ],
  ['`%`', () => '%', true],
  ['`null`', () => 'null', true],
  ['of no row, with quotes', () => `no'such"value`, true],
]

/** A sign or a letter outside ASCII is harder to compare than a long text. */
function hardness(text: string): number {
  return text.length + 100 * Number(/[^\p{L}\p{N}]/u.test(text)) + 200 * Number(/[^ -~]/.test(text))
}

/** A text that none of some others begins with; undefined if one does, or if it is none. */
function unlike(texts: readonly string[], text = ''): string | undefined {
  const isKnown = texts.some((one) => one.toLowerCase() === text.trim().toLowerCase())
  return text.trim().length > 1 && !isKnown ? text : undefined
}

const FLAGS: readonly Line<unknown>[] = [
  ['`true`', () => 'true'],
  ['`false`', () => 'false'],
]

/** Chatbots by what rows they have: ids of listed ones only, as a deleted one cannot be named. */
const CHATBOTS: readonly Line<Known & { readonly busy: readonly string[] }>[] = [
  ['with most rows', ({ busy }) => busy[0]],
  ['with fewest rows', ({ busy }) => busy.at(-1)],
  [
    'that is paused',
    ({ busy, chatbots }) =>
      busy.find((id) => chatbots.some((one) => one['id'] === id && one['is_active'] === false)),
  ],
  ['without rows', ({ busy, chatbots }) => idsOf(chatbots).find((id) => !busy.includes(id))],
  ['that is unknown', ({ unknownChatbot }) => unknownChatbot, true],
]

/** Statuses of reservations; the source is the statuses that rows have, the most frequent first. */
const STATUSES: readonly Line<readonly string[]>[] = [
  ...STATUSES_OF_RESERVATIONS.map((status): Line<unknown> => [`\`${status}\``, () => status]),
  ['of two statuses', (texts) => texts.slice(0, 2).toReversed().join(',')],
  [
    'of four statuses, one of them `held`',
    (texts) => [...texts.filter((one) => one !== 'held').slice(1, 4), 'held'].join(),
  ],
  ['of all nine statuses', () => STATUSES_OF_RESERVATIONS.join(',')],
  ['that names one status twice', ([first]) => first && `${first},${first}`],
]

/**
 * Instants around the time of a row, and far from all rows. RFC 3339 has offsets and fractions, too, but some frameworks
 * read the form of the specification alone by default: another one may be refused or ignored. Read as another instant it
 * may not be.
 */
const INSTANTS: readonly Line<number>[] = [
  ['at a row', (at) => iso(at)],
  ['a second before a row', (at) => iso(at - 1000)],
  ['a second after a row', (at) => iso(at + 1000)],
  ['at midnight before a row', (at) => iso(Math.floor(at / DAY_MS) * DAY_MS)],
  ['at midnight after a row', (at) => iso(Math.ceil((at + 1) / DAY_MS) * DAY_MS)],
  ['at the beginning of 1970', () => BEFORE_ALL],
  ['after all rows', () => AFTER_ALL],
  ['at a row, written `.000Z`', (at) => ({ text: iso(at).replace('Z', '.000Z'), instant: iso(at) }), true],
  ['at a row, written `+05:30`', (at) => ({ text: shifted(at, 330, '+05:30'), instant: iso(at) }), true],
  ['at a row, written `-08:00`', (at) => ({ text: shifted(at, -480, '-08:00'), instant: iso(at) }), true],
  ['at the beginning of the year 1', () => '0001-01-01T00:00:00Z', true],
  ['at the end of 9999', () => '9999-12-31T23:59:59Z', true],
]

/** An instant in the time of a zone so many minutes ahead. */
function shifted(at: number, minutes: number, zone: string): string {
  return iso(at + minutes * 60_000).replace('Z', zone)
}

/** A limit or an offset: in words, and as a number for a list of so many items; undefined where there is none. */
export type Amount = readonly [words: string, of: (items: number) => number | undefined]

export const NONE: Amount = ['', () => undefined]

/** Limits of a page, by how many items follow its offset. Some show where a page ends: fewer items than follow, or just as many. */
export const LIMITS: readonly Amount[] = [
  NONE,
  ['`limit=1`', () => 1],
  ['`limit=2`', (left) => (left >= 2 ? 2 : undefined)],
  ['a `limit` of one less than what follows', (left) => (left > 2 ? Math.min(100, left - 1) : undefined)],
  ['a `limit` of what follows', (left) => (left >= 2 && left <= 100 ? left : undefined)],
  ['`limit=100`', () => 100],
]

/** Limits of pages that part items of the same time. */
export const SMALL_LIMITS = [1, 2, 3, 5, 10]

/** Offsets of a page, by how many items there are: some follow, by which filters show. */
export const OFFSETS: readonly Amount[] = [
  NONE,
  ['an `offset` in the middle', (items) => Math.floor(items / 2)],
]

/** Without a limit, the two defaults that the specification states show here whether `has_more` uses the one that applies. */
export const FIFTY_LEFT: Amount = ['an `offset` fifty before the end', (items) => Math.max(0, items - 50)]

/** Further offsets, of the list without a filter. One that takes more than 32 bits may be refused; taken for 0 it may not be. */
export const OFFSETS_OF_THE_WHOLE: readonly Amount[] = [
  ['an `offset` at the last item', (items) => Math.max(0, items - 1)],
  ['an `offset` of `total`', (items) => items],
  ['an `offset` beyond `total`', (items) => items + 10_000],
  ['`offset=2147483648`', () => 2 ** 31],
  ['`offset=4294967296`', () => 2 ** 32],
  FIFTY_LEFT,
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
  'odd instants': (known) => instants(known).filter(({ mayRefuse }) => mayRefuse),
} satisfies Readonly<Record<string, (known: Known) => readonly Value[]>>

export type ValueKind = keyof typeof VALUES

/** The values of a kind of filter that a workspace gives, each once. */
export function valuesOf(kind: ValueKind, known: Known): readonly Value[] {
  const found = VALUES[kind](known)
  return found.filter(({ text }, index) => found.findIndex((one) => one.text === text) === index)
}

function instants(known: Known): readonly Value[] {
  const { rows, field, shuffled } = known
  const at = timeAmong(shuffled(changedLater(rows)), field, rows)
  if (at === undefined) return []
  // Behind the last row of the year 9999 there is no instant with four digits for its year.
  const written = from(INSTANTS, at, known).filter(({ text }) => /^\d{4}-/.test(text))
  return written.map((value) => ({ ...value, near: at }))
}

function textsOf({ rows, field }: Known): readonly string[] {
  return distinct(rows, field)
}

/** The time of one of some rows that another row follows within an hour, if there is one: a bound in another time zone parts them. */
function timeAmong(
  some: readonly JsonObject[],
  field: string,
  rows: readonly JsonObject[],
): number | undefined {
  const timesOf = (of: readonly JsonObject[]): number[] => of.flatMap((row) => instant(row[field]) ?? [])
  const [times, all] = [timesOf(some), timesOf(rows)]
  const isFollowed = (at: number): boolean =>
    all.some((other) => other > at + 1000 && other <= at + DAY_MS / 24)
  return times.find(isFollowed) ?? times[0]
}

/** Rows that were changed on a later day than they were created: a service that compares the other date gets them wrong. */
function changedLater(rows: readonly JsonObject[]): readonly JsonObject[] {
  const dayOf = (time: unknown): string => (typeof time === 'string' ? time.slice(0, 10) : '')
  const changed = rows.filter((row) => dayOf(row['updated_at']) > dayOf(row['created_at']))
  return changed.length > 0 ? changed : rows
}

/** The values of a table that a source gives, and only some of those that may be refused. */
function from<Source>(table: readonly Line<Source>[], source: Source, { shuffled, most }: Known): Value[] {
  const values = table.flatMap(([words, find, mayRefuse]) => {
    const found = find(source)
    if (found === undefined || found === '') return []
    return [{ words, mayRefuse, ...(typeof found === 'string' ? { text: found } : found) }]
  })
  const seldom = shuffled(values.filter(({ mayRefuse }) => mayRefuse))
  return [...values.filter(({ mayRefuse }) => !mayRefuse), ...seldom.slice(0, most)]
}
