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

/** The rows of a workspace that values are taken from. */
export interface Known {
  /** The field in which the rows differ. */
  readonly field: string
  readonly rows: readonly JsonObject[]
  readonly chatbots: readonly JsonObject[]
  readonly unknownChatbot: string
  /** The row near which the lower bound of creation times lies. Some values of the other filters are taken from it, too, so that all together keep it. */
  readonly pivot: JsonObject | undefined
  /** Mixes a list, the same way for the same seed. */
  readonly shuffled: <T>(items: readonly T[]) => readonly T[]
  /** How many of the values that may be refused are tried: clients seldom send those. */
  readonly most: number
}

/** A value of a filter: what it is in words, and its text. */
export interface Value {
  readonly words: string
  readonly text: string
  /** The instant in the form of the specification, where the text writes it in another form. */
  readonly instant?: string
  /** The time of the row that it lies near. */
  readonly near?: number
  /** Whether the service may refuse it. */
  readonly mayRefuse?: true
}

/** A line of a table: what a value is in words, how it is found, and whether it may be refused. */
type Line<Source> = readonly [
  words: string,
  find: (source: Source, known: Known) => string | Pick<Value, 'text' | 'instant'> | undefined,
  mayRefuse?: true,
]

/**
 * The source is the texts that rows have in a field, the most frequent first. The last values are texts of no row:
 * patterns, query languages and careless conversions mistake them for others.
 */
const TEXTS: readonly Line<readonly string[]>[] = [
  ['of most rows', ([first]) => first],
  ['of fewest rows', (texts) => texts.at(-1)],
  ['of the row near which bounds lie', (_texts, { pivot, field }) => text(pivot?.[field])],
  ['with a blank inside', (texts) => texts.find((text) => /\S\s\S/.test(text))],
  ['hardest to compare', (texts) => texts.toSorted((a, b) => hardness(b) - hardness(a))[0]],
  ['that lacks the last letter', ([first = '']) => unlike([first], first.slice(0, -1)), true],
  // A pattern that the text fits to, and that begins like it.
  [
    'with `%` for the last letter',
    ([first = '']) => unlike([first], first && `${first.slice(0, -1)}%`),
    true,
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
  ['of the row near which bounds lie', ({ busy, pivot }) => busy.find((id) => id === pivot?.['chatbot_id'])],
  [
    'that is paused',
    ({ busy, chatbots }) =>
      busy.find((id) => chatbots.some((one) => one['id'] === id && one['is_active'] === false)),
  ],
  [
    'without rows',
    ({ busy, chatbots }, { shuffled }) => shuffled(idsOf(chatbots)).find((id) => !busy.includes(id)),
  ],
  ['that is unknown', ({ unknownChatbot }) => unknownChatbot, true],
]

/** Statuses of reservations; the source is the statuses that rows have, the most frequent first. */
const STATUSES: readonly Line<readonly string[]>[] = [
  ...STATUSES_OF_RESERVATIONS.map((status): Line<unknown> => [`\`${status}\``, () => status]),
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
  ['at midnight before a row', (at) => iso(Math.floor(at / DAY_MS) * DAY_MS)],
  ['at midnight after a row', (at) => iso(Math.ceil((at + 1) / DAY_MS) * DAY_MS)],
  ['at the beginning of 1970', () => BEFORE_ALL],
  ['after all rows', () => AFTER_ALL],
  ['at a row, written `.000Z`', (at) => ({ text: iso(at).replace('Z', '.000Z'), instant: iso(at) }), true],
  ['at a row, written `+05:30`', (at) => ({ text: shifted(at, 330, '+05:30'), instant: iso(at) }), true],
  ['at a row, written `-08:00`', (at) => ({ text: shifted(at, -480, '-08:00'), instant: iso(at) }), true],
]

/** An instant in the time of a zone so many minutes ahead. */
function shifted(at: number, minutes: number, zone: string): string {
  return iso(at + minutes * 60_000).replace('Z', zone)
}

/** A limit or an offset: in words, and as a number for a list of so many items; undefined where there is none. */
export type Amount = readonly [words: string, of: (items: number) => number | undefined]

export const NONE: Amount = ['', () => undefined]

/** Limits of a page, by how many items follow its offset: smaller than that, equal, and larger. */
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

/** Offsets of a page, by how many items there are. Enough items follow that a filter which is ignored shows. */
export const OFFSETS: readonly Amount[] = [
  NONE,
  ['an `offset` in the middle', (items) => Math.floor(items / 2)],
]

/** The specification states two default limits, 50 and 20: where fifty items follow, `has_more` shows which one it is computed with. */
export const FIFTY_LEFT: Amount = ['an `offset` fifty before the end', (items) => Math.max(0, items - 50)]

/** Further offsets, for a list without a filter. A service may refuse an offset of more than 32 bits, but must not take it for 0. */
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
  // A near miss may be refused, and is tried nevertheless: whether a text is compared whole shows nowhere else.
  texts: (known) => from(TEXTS, textsOf(known), { ...known, most: Infinity }),
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
  const { rows, field, pivot = {} } = known
  const likeness = (row: JsonObject): number =>
    2 * Number(row['chatbot_id'] === pivot['chatbot_id']) + Number(row['status'] === pivot['status'])
  const alike = rows.toSorted((one, other) => likeness(other) - likeness(one))
  const at = instant((rows.includes(pivot) ? pivot : boundRow(alike, field))?.[field])
  if (at === undefined) return []
  // After a row at the end of 9999 comes no year of four digits.
  const written = from(INSTANTS, at, known).filter((value) => /^\d{4}-/.test(value.text))
  return written.map((value) => ({ ...value, near: at }))
}

function textsOf({ rows, field }: Known): readonly string[] {
  return distinct(rows, field)
}

/** A row for the bounds of a field, preferably one that another row follows within an hour: a bound read in a wrong time zone then parts the two. */
export function boundRow(rows: readonly JsonObject[], field: string): JsonObject | undefined {
  const timed = rows.filter((row) => instant(row[field]) !== undefined)
  const all = timed.map((row) => Number(instant(row[field])))
  const isFollowed = (row: JsonObject): boolean => {
    const at = Number(instant(row[field]))
    return all.some((other) => other > at + 1000 && other <= at + DAY_MS / 24)
  }
  const some = changedLater(timed)
  return some.find(isFollowed) ?? some[0]
}

/** The rows that were updated on a later day than created: a service that compares `updated_at` filters them wrongly. Without any, all rows. */
function changedLater(rows: readonly JsonObject[]): readonly JsonObject[] {
  const dayOf = (time: unknown): string => (typeof time === 'string' ? time.slice(0, 10) : '')
  const changed = rows.filter((row) => dayOf(row['updated_at']) > dayOf(row['created_at']))
  return changed.length > 0 ? changed : rows
}

/** The values of a table for a source: all plain ones, and some of those that may be refused. */
function from<Source>(table: readonly Line<Source>[], source: Source, known: Known): Value[] {
  const { shuffled, most } = known
  const values = table.flatMap(([words, find, mayRefuse]) => {
    const found = find(source, known)
    if (found === undefined || found === '') return []
    return [{ words, mayRefuse, ...(typeof found === 'string' ? { text: found } : found) }]
  })
  const seldom = shuffled(values.filter(({ mayRefuse }) => mayRefuse))
  return [...values.filter(({ mayRefuse }) => !mayRefuse), ...seldom.slice(0, most)]
}
