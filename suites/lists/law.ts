/**
 * The law of a list: its pages are exactly those that follow from its rows and the parameters of a request.
 * The oracles of `page.ts` judge properties of a single page, such as its size and its `has_more`, in every
 * answer.
 */
import { LARGEST_OFFSET } from '../../lib/engine/judge/page.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { outcome } from '../../lib/engine/case/expect.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { count } from '../../lib/engine/util/text.ts'
import { given, integer, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { isHidden } from './filters.ts'
import { firstRise } from './order.ts'
import { isUnnamedIn, membershipIn, type Read } from './reads.ts'
import { isLimitOpen, LIST_FACTS, type ListRule } from './rules.ts'
import type { PlacedPage, Snapshot } from './snapshot.ts'

interface WrongPage {
  /**
   * A rule of the pages of every list, or `rows`: the rule of the filters; `unnamed`: that of reservations
   * without a status; `unlisted`: that of several statuses, since the list of all statuses lacks a
   * reservation.
   */
  readonly rule: ListRule | 'rows' | 'unnamed' | 'unlisted'
  readonly expected: string
  readonly received: string
  readonly pointer?: string
  /** The filter that an item fails, by its name. */
  readonly failed?: string | undefined
  /** The wrong page, if it is not the one under examination. */
  readonly page?: Answer | undefined
}

/** The mistake of a page, and the page. */
export interface Problem extends WrongPage {
  readonly page: Answer
}

/** A read, and the items that the rows of its list require for it. */
interface Due {
  readonly snapshot: Snapshot
  readonly read: Read
  /** The rows that match, in the order of the list. */
  readonly matching: readonly JsonObject[]
  /**
   * How many items match, at least and at most: some rows may or may not match, and the rest of a long list
   * is unknown.
   */
  readonly least: number
  readonly most: number
  /** Whether every item of the list is known: then no other one can match. */
  readonly isKnown: boolean
}

interface ReadPage extends PlacedPage {
  /**
   * The limit that applies: the requested one or, if that is open or absent, the one that the page states.
   */
  readonly limit: number | undefined
  readonly before: readonly JsonObject[]
}

/** One clause of the law: it returns the mistake of a page. */
type Clause = (due: Due, page: ReadPage) => WrongPage | undefined

/** The clauses, the most telling first: the first violated one is reported. */
const CLAUSES: readonly Clause[] = [
  showsOnlyItsItems,
  fallsFromPageToPage,
  showsEveryMatching,
  beginsAtItsOffset,
  isEmptyBeyondTheEnd,
  countsEveryMatching,
  saysWhetherMoreFollow,
]

/** The first problem of the pages of a read; undefined if they are right. */
export function problemIn(
  snapshot: Snapshot,
  read: Read,
  placed: readonly PlacedPage[],
): Problem | undefined {
  const due = dueFor(snapshot, read)
  const pages = pagesOf(snapshot, read, placed)
  const unanswered = firstWrong([isAnswered], due, pages)
  if (unanswered !== undefined || pages.some(({ page }) => page.status !== 200)) return unanswered
  const problem = firstWrong(CLAUSES, due, pages)
  // A filter that a service may ignore: then the page must be right without it.
  const others = read.filters.filter(({ freedom }) => freedom !== 'refuse or ignore')
  const isRightWithout = (): boolean =>
    others.length < read.filters.length &&
    problemIn(snapshot, { ...read, filters: others }, placed) === undefined
  return problem === undefined || isRightWithout() ? undefined : problem
}

function firstWrong(clauses: readonly Clause[], due: Due, pages: readonly ReadPage[]): Problem | undefined {
  for (const clause of clauses)
    for (const one of pages) {
      const wrong = clause(due, one)
      if (wrong !== undefined) return { ...wrong, page: wrong.page ?? one.page }
    }
  return undefined
}

function dueFor(snapshot: Snapshot, read: Read): Due {
  const { list, pages, total, isWhole, refusal, rows } = snapshot
  const keeps = membershipIn(list, read)
  const matching = rows.filter((row) => keeps(row) === 'in')
  const open = rows.filter((row) => keeps(row) === 'open')
  const isUnnamed = isUnnamedIn(list, read)
  // If the list of all statuses is refused, the rows of hidden statuses are unknown, and so is their number.
  const lacksRows = refusal !== undefined && !isUnnamed
  const onPages = pages.reduce((sum, { page }) => sum + page.items.length, 0)
  const onUnreadPages = isWhole ? 0 : Math.max(0, total - onPages)
  const unknown = lacksRows ? Infinity : onUnreadPages
  // Without a filter, all rows match, including those on unread pages of a long list.
  const keepsAll = read.filters.length === 0 && !isUnnamed
  return {
    snapshot,
    read,
    matching,
    least: matching.length + (keepsAll ? unknown : 0),
    most: matching.length + open.length + unknown,
    isKnown: isWhole && !lacksRows,
  }
}

/**
 * The pages of a read. A page that begins before the end of the previous page is left out: the service
 * applied a larger limit.
 */
function pagesOf({ list }: Snapshot, read: Read, placed: readonly PlacedPage[]): readonly ReadPage[] {
  const pages = placed.map(({ page, offset }, number): ReadPage => {
    const stated = integer(page.page['limit'])
    const isStated = read.limit === undefined || (isLimitOpen(list) && stated !== undefined)
    const before = placed.slice(0, number).flatMap((earlier) => earlier.page.items)
    return { page, offset, limit: isStated ? stated : read.limit, before }
  })
  return pages.filter(({ offset, before }) => offset >= (read.offset ?? 0) + before.length)
}

/** A read is answered, unless the service may refuse it. */
function isAnswered(due: Due, { page, offset }: ReadPage): WrongPage | undefined {
  const { read } = due
  const { list, limit } = due.snapshot
  const mayRefuse =
    read.filters.some(({ freedom }) => freedom) ||
    offset > LARGEST_OFFSET ||
    // Where the longest page is refused, it is unknown which limits are.
    ((isLimitOpen(list) || limit === undefined) && read.limit !== undefined && read.limit !== limit)
  if (page.status === 200 || (mayRefuse && page.fate === 'refused')) return undefined
  const ruleBehindTheFirst = offset >= due.most ? 'beyondEnd' : 'offset'
  const ruleOfPlace = offset === 0 ? 'filled' : ruleBehindTheFirst
  return {
    rule: read.filters.length > 0 ? 'rows' : ruleOfPlace,
    expected: mayRefuse ? 'status 200, or a refusal (4xx)' : 'status 200',
    received: outcome(page),
  }
}

/**
 * Each item matches, here and in the list without filters; it is in that list, too; and it comes once, also
 * on consecutive pages (part 8).
 */
function showsOnlyItsItems(
  { snapshot: { list, rows, pages }, read, isKnown }: Due,
  { page, before }: ReadPage,
): WrongPage | undefined {
  const keeps = membershipIn(list, read)
  const known = new Map(rows.map((row) => [row['id'], row]))
  const seen = new Set(before.map(({ id }) => id))
  for (const [at, item] of page.items.entries()) {
    const [words, pointer] = [rowInWords(list, item, read), `/data/${at}`]
    const listed = known.get(item['id'])
    if (keeps(item) === 'out' || (listed && keeps(listed) === 'out')) {
      const rule = isUnnamedIn(list, read) && isHidden(item['status']) ? 'unnamed' : 'rows'
      const elsewhere = listed && rowInWords(list, listed, read)
      const differs = elsewhere === undefined || elsewhere === words ? '' : `; without filters: ${elsewhere}`
      const failed = read.filters.find((one) => one.keeps(item) === 'out')?.name
      return { rule, expected: 'only items that match', received: words + differs, pointer, failed }
    }
    if (isKnown && listed === undefined) {
      if (list === 'GET /reservations')
        return {
          rule: 'unlisted',
          expected: `${words}, which a narrower list shows`,
          received: 'no page with it, although all statuses are named',
          page: pages[0]?.page,
        }
      const received = `${words}, which no page of the whole list shows`
      return { rule: 'rows', expected: 'only items that the whole list shows, too', received, pointer }
    }
    if (seen.has(item['id']))
      return { rule: 'walk', expected: 'each item only once', received: `${words} comes twice`, pointer }
    seen.add(item['id'])
  }
  return undefined
}

/** Part 4: times also fall from page to page. The order within a page is judged separately. */
function fallsFromPageToPage({ snapshot: { list } }: Due, { page, before }: ReadPage): WrongPage | undefined {
  const field = LIST_FACTS[list].orderedBy
  const rise = field && firstRise([...before.slice(-1), ...page.items.slice(0, 1)], field)
  if (field === undefined || rise === undefined) return undefined
  const received = rise.items.map((item) => quote(item[field])).join(', then ')
  return { rule: 'order', expected: `${field} that never increases`, received, pointer: '/data/0' }
}

/**
 * Pages from the first one on show every matching item: all of them, if the last page has room for more;
 * otherwise those that are newer than its last item.
 */
function showsEveryMatching(
  { snapshot: { list }, read, matching, least, most }: Due,
  { page, offset, limit = Infinity, before }: ReadPage,
): WrongPage | undefined {
  const isFromTheFirst = offset === before.length
  if (!isFromTheFirst) return undefined
  const items = [...before, ...page.items]
  const shown = new Set(items.map(({ id }) => id))
  const isLast = page.items.length < limit
  const isReached = isLast ? () => true : isNewerThanThese(list, items)
  const missing = matching.find((row) => !shown.has(row['id']) && isReached(row))
  if (missing === undefined) return undefined
  const isFiltered = read.filters.length > 0
  // A page with as many items as its limit is filled, whichever items they are.
  const ruleOfWhole = isLast ? 'filled' : 'walk'
  const howMany = isLast
    ? count(least, 'item') + (least < most ? ' or more' : '')
    : 'down to the last one here'
  return {
    rule: isFiltered ? 'rows' : ruleOfWhole,
    expected: `every item that ${isFiltered ? 'matches' : 'is listed'}, ${howMany}`,
    received: `${count(page.items.length, 'item')}: ${rowInWords(list, missing, read)} is missing`,
    pointer: '/data',
  }
}

/**
 * Whether a row is newer than the last of some items; false if the list has no stated order, or lacks the
 * items.
 */
function isNewerThanThese(list: ListKey, items: readonly JsonObject[]): (row: JsonObject) => boolean {
  const field = LIST_FACTS[list].orderedBy
  if (field === undefined || firstRise(items, field) !== undefined) return () => false
  const last = instant(items.at(-1)?.[field]) ?? Infinity
  return (row) => (instant(row[field]) ?? -Infinity) > last
}

/** Part 8: a page has the items from its offset on. Items of the same time may change places. */
function beginsAtItsOffset(
  { snapshot: { list }, read, matching, least, most, isKnown }: Due,
  { page: { items }, offset }: ReadPage,
): WrongPage | undefined {
  // An unstated order may be another one with a filter.
  const isOrdered = LIST_FACTS[list].orderedBy !== undefined || read.filters.length === 0
  if (!isOrdered || !isKnown || least < most) return undefined
  const positions = items.length === 0 ? [0] : [...items.keys()]
  const at = positions.find((position) => {
    const [item, wanted] = [items[position], matching[offset + position]]
    return wanted !== undefined && item?.['id'] !== wanted['id'] && !areTied(list, wanted, item)
  })
  if (at === undefined) return undefined
  return {
    rule: 'offset',
    expected: `item ${quote(matching[offset + at]?.['id'])} at position ${offset + at}`,
    received: items.length === 0 ? 'no item' : placeInWords(matching, items[at]),
    pointer: `/data/${at}`,
  }
}

/** An item and its position in the list without filters: `item "a1", which is at position 0`. */
function placeInWords(matching: readonly JsonObject[], item: JsonObject = {}): string {
  const at = matching.findIndex(({ id }) => id === item['id'])
  return `item ${quote(item['id'])}${at < 0 ? '' : `, which is at position ${at}`}`
}

/** Whether two items have the same time. A list whose order is open may be ordered by either of its times. */
function areTied(list: ListKey, one: JsonObject, other: JsonObject = {}): boolean {
  const { orderedBy } = LIST_FACTS[list]
  const times = orderedBy === undefined ? ['created_at', 'start_at'] : [orderedBy]
  return times.some((field) => given(one[field]) && one[field] === other[field])
}

function isEmptyBeyondTheEnd({ most }: Due, { page: { items }, offset }: ReadPage): WrongPage | undefined {
  if (items.length === 0 || offset < most) return undefined
  const [expected, received] = [`0 items: offset ${offset} of ${most}`, count(items.length, 'item')]
  return { rule: 'beyondEnd', expected, received, pointer: '/data' }
}

function countsEveryMatching({ least, most }: Due, { page: { total } }: ReadPage): WrongPage | undefined {
  if (total === undefined || (total >= least && total <= most)) return undefined
  const expected = `total ${least}${most > least ? ` to ${most}` : ''}, the items that belong in the list`
  return { rule: 'total', expected, received: `total ${total}`, pointer: '/pagination/total' }
}

/** Part 2: `has_more` agrees with the page's own `total`. */
function saysWhetherMoreFollow(
  _: Due,
  { page: { items, total, page }, offset }: ReadPage,
): WrongPage | undefined {
  const [more, said] = [offset + items.length < (total ?? 0), page['has_more']]
  if (total === undefined || typeof said !== 'boolean' || said === more) return undefined
  return {
    rule: offset < total ? 'hasMore' : 'beyondEnd',
    expected: `has_more ${more}: offset ${offset} and ${count(items.length, 'item')} of ${total}`,
    received: `has_more ${said}`,
    pointer: '/pagination/has_more',
  }
}

/** An item as evidence, with the fields that the filters of a read test: `item "a1" with status "new"`. */
function rowInWords(list: ListKey, item: JsonObject = {}, { filters }: Read): string {
  // A read of reservations without a status hides some, by their status.
  const fields = [...filters.map(({ field }) => field), ...(list === 'GET /reservations' ? ['status'] : [])]
  const values = [...new Set(fields)].map((field) => `${field} ${quote(item[field])}`)
  return `item ${quote(item['id'])}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`
}
