/** The law of a list: a page is exactly what the rows of the list give for the parameters of the request. */
import { LARGEST_OFFSET } from '../../lib/engine/judge/page.ts'
import type { Answer } from '../../lib/engine/case/answer.ts'
import { instant } from '../../lib/engine/util/time.ts'
import { count } from '../../lib/engine/util/text.ts'
import { given, integer, type JsonObject, quote } from '../../lib/engine/util/values.ts'
import { isLimitOpen, LIST_FACTS, type ListRule } from './facts.ts'
import { isHidden } from './filters.ts'
import { firstRise } from './order.ts'
import { isUnnamedIn, membershipIn, type Read } from './reads.ts'
import type { Part, Snapshot } from './snapshot.ts'

/** What a page shows that it must not. */
export interface Problem {
  /** A rule of the pages of every list; or which rows are shown: the rule of the filters; or of hidden ones, named or not. */
  readonly rule: ListRule | 'rows' | 'hidden' | 'unnamed'
  readonly page: Answer
  readonly expected: string
  readonly received: string
  readonly pointer?: string
}

/** What is wrong with the pages of a read, the plainest first; undefined if nothing is. */
export function pageProblem(snapshot: Snapshot, read: Read, pages: readonly Answer[]): Problem | undefined {
  const problem = problemIn(snapshot, read, pages)
  const ignored = read.filters.filter(({ mayIgnore }) => mayIgnore)
  if (problem === undefined || ignored.length === 0) return problem
  const others = { ...read, filters: read.filters.filter((one) => !ignored.includes(one)) }
  return problemIn(snapshot, others, pages) && problem
}

function problemIn(snapshot: Snapshot, read: Read, pages: readonly Answer[]): Problem | undefined {
  const { list, rows } = snapshot
  const keeps = membershipIn(list, read)
  const kept: Kept = {
    in: rows.filter((row) => keeps(row) === 'in'),
    open: rows.filter((row) => keeps(row) === 'open'),
  }
  for (const [number, page] of pages.entries()) {
    const offset = (read.offset ?? 0) + number * (read.limit ?? 0)
    const problem = ofStatus(snapshot, read, page, offset) ?? ofPage(snapshot, read, page, offset, kept)
    if (problem !== undefined) return problem
  }
  const isAsAsked = pages.every((page) => appliedLimit(list, read, page) === read.limit)
  return pages.length > 1 && kept.open.length === 0 && isAsAsked
    ? ofNeighbours(snapshot, read, pages, kept.in)
    : undefined
}

/** The rows of a list that a read keeps, and those of which it is open. */
interface Kept {
  readonly in: readonly JsonObject[]
  readonly open: readonly JsonObject[]
}

/** A read is answered, unless what it asks for may be refused. */
function ofStatus(snapshot: Snapshot, read: Read, page: Answer, offset: number): Problem | undefined {
  const { list } = snapshot
  const isOpen =
    read.filters.some(({ mayRefuse }) => mayRefuse) ||
    offset > LARGEST_OFFSET ||
    (isLimitOpen(list) && read.limit !== undefined && read.limit !== snapshot.limit)
  if (page.status === 200 || (isOpen && page.isRefusal)) return undefined
  const rule = read.filters.length > 0 ? 'rows' : placeRule(snapshot, read, offset)
  return {
    rule,
    page,
    expected: isOpen ? 'status 200, or a refusal (4xx)' : 'status 200',
    received: `status ${page.status}`,
  }
}

/** The rule that the refusal of a page violates: the one about its place. */
function placeRule({ list, parts }: Snapshot, { limit }: Read, offset: number): ListRule {
  if (offset > 0 && offset >= (parts[0]?.total ?? 0)) return 'beyondEnd'
  return limit === 1 && offset === 0 && !isLimitOpen(list) ? 'limitOne' : 'offset'
}

function ofPage(
  { list, rows, isWhole, parts }: Snapshot,
  read: Read,
  page: Answer,
  offset: number,
  kept: Kept,
): Problem | undefined {
  if (page.status !== 200) return undefined
  const limit = appliedLimit(list, read, page)
  const { items, total } = page
  const problem = (
    rule: Problem['rule'],
    expected: string,
    received: string,
    pointer = '/data',
  ): Problem => ({ rule, page, expected, received, pointer })
  const isFiltered = read.filters.length > 0
  const [least, most] = sizes({ isWhole, parts }, isFiltered, kept)

  const known = new Map(rows.map((row) => [row['id'], row]))
  const keeps = membershipIn(list, read)
  const wrong = items.findIndex((item) => keeps(item) === 'out')
  if (wrong >= 0)
    return problem(
      isUnnamedIn(list, read) && isHidden(items[wrong]?.['status']) ? 'unnamed' : 'rows',
      'only items that match',
      rowInWords(list, items[wrong], read),
      `/data/${wrong}`,
    )
  const strange = items.findIndex((item) => isWhole && !known.has(item['id']))
  if (strange >= 0)
    return problem(
      isHidden(items[strange]?.['status']) && list === 'GET /reservations' ? 'hidden' : 'rows',
      'only items that the whole list shows, too',
      `${rowInWords(list, items[strange], read)}, which no page of the whole list shows`,
      `/data/${strange}`,
    )
  const again = items.findIndex((item, at) => items.findIndex(({ id }) => id === item['id']) < at)
  if (again >= 0)
    return problem('walk', 'each item only once', `item ${quote(items[again]?.['id'])} comes twice`)

  const isUncut = offset === 0 && limit !== undefined && limit >= most
  const missing = reached(list, page, isUncut, offset, kept.in)
  if (missing !== undefined)
    return problem(
      isFiltered || isUncut ? 'rows' : 'filled',
      `every item that ${isFiltered ? 'matches' : 'is listed'}, ${count(least, 'item')}${least < most ? ' or more' : ''}`,
      `${rowInWords(list, missing, read)} is missing`,
    )
  if (isWhole && kept.open.length === 0) {
    const other = misplaced(list, read, page, offset, kept.in)
    if (other !== undefined) return problem('offset', ...other)
  }
  const due = Math.max(0, Math.min(limit ?? items.length, least - offset))
  if (items.length < due)
    return problem(
      shortRule(isFiltered, items.length, offset),
      count(due, 'item'),
      count(items.length, 'item'),
    )
  if (items.length > Math.max(0, most - offset))
    return problem(
      'beyondEnd',
      `${count(due, 'item')}: offset ${offset} of ${most}`,
      count(items.length, 'item'),
    )
  if (total !== undefined && (total < least || total > most))
    return problem(
      'total',
      `total ${least}${most > least ? ` to ${most}` : ''}, the items that the list shows`,
      `total ${total}`,
      '/pagination/total',
    )
  const hasMore = page.page['has_more']
  if (least === most && typeof hasMore === 'boolean' && hasMore !== offset + items.length < most)
    return problem(
      hasMore && offset >= most ? 'beyondEnd' : 'hasMore',
      `has_more ${!hasMore}: offset ${offset} and ${count(items.length, 'item')} of ${most}`,
      `has_more ${hasMore}`,
      '/pagination/has_more',
    )
  return undefined
}

/** How many items a read keeps, at least and at most. */
function sizes(
  { isWhole, parts }: Pick<Snapshot, 'isWhole' | 'parts'>,
  isFiltered: boolean,
  kept: Kept,
): readonly [least: number, most: number] {
  if (isWhole) return [kept.in.length, kept.in.length + kept.open.length]
  const total = parts[0]?.total ?? 0
  return isFiltered ? [0, Infinity] : [total, total]
}

/** The rule that a page with too few items violates: at its beginning a filter has lost some, an empty one is not found. */
function shortRule(isFiltered: boolean, shown: number, offset: number): Problem['rule'] {
  if (isFiltered && offset === 0) return 'rows'
  return shown === 0 && offset > 0 && !isFiltered ? 'offset' : 'filled'
}

/** The limit that a page has: the one that was asked for or, where that is open or absent, the one that it states. */
function appliedLimit(list: Snapshot['list'], { limit }: Read, { page }: Answer): number | undefined {
  const stated = integer(page['limit'])
  return limit === undefined || (isLimitOpen(list) && stated !== undefined) ? stated : limit
}

/** An item that a page reaches and lacks: any if it is the whole list, else one that is newer than its last item. */
function reached(
  list: Snapshot['list'],
  { items }: Answer,
  isUncut: boolean,
  offset: number,
  rows: readonly JsonObject[],
): JsonObject | undefined {
  const shown = new Set(items.map(({ id }) => id))
  const lacking = rows.filter(({ id }) => !shown.has(id))
  if (isUncut) return lacking[0]
  const field = LIST_FACTS[list].orderedBy
  if (offset > 0 || field === undefined || firstRise(items, field) !== undefined) return undefined
  const last = instant(items.at(-1)?.[field]) ?? Infinity
  return lacking.find((row) => (instant(row[field]) ?? -Infinity) > last)
}

/** Part 8: a page has the items from its offset on. Items of the same time may change places. */
function misplaced(
  list: Snapshot['list'],
  { filters }: Read,
  { items }: Answer,
  offset: number,
  rows: readonly JsonObject[],
): readonly [expected: string, received: string, pointer: string] | undefined {
  // An order that is not stated may be another one beside a filter.
  if (LIST_FACTS[list].orderedBy === undefined && filters.length > 0) return undefined
  const at = items.findIndex((item, index) => {
    const due = rows[offset + index]
    return due !== undefined && item['id'] !== due['id'] && !areTied(list, item, due)
  })
  if (at < 0) return undefined
  const due = quote(rows[offset + at]?.['id'])
  return [`item ${due} at position ${offset + at}`, `item ${quote(items[at]?.['id'])}`, `/data/${at}`]
}

/** Part 8: consecutive pages repeat nothing, and lack nothing whose time lies inside them. */
function ofNeighbours(
  { list }: Snapshot,
  { offset = 0, limit = 0 }: Read,
  pages: readonly Answer[],
  rows: readonly JsonObject[],
): Problem | undefined {
  const last = pages.at(-1)
  if (last === undefined || pages.some(({ status }) => status !== 200)) return undefined
  const items = pages.flatMap((page) => page.items)
  const shown = new Set(items.map(({ id }) => id))
  const again = items.find((item, at) => items.findIndex(({ id }) => id === item['id']) < at)
  const [before, behind] = [rows[offset - 1], rows[offset + 2 * limit]]
  const lost = rows
    .slice(offset, offset + 2 * limit)
    .find((row) => !shown.has(row['id']) && !areTied(list, row, before) && !areTied(list, row, behind))
  const isFull = items.length === Math.min(2 * limit, rows.length - offset)
  if (again === undefined && (lost === undefined || !isFull)) return undefined
  return {
    rule: 'walk',
    page: last,
    expected: 'each item once on consecutive pages',
    received:
      again === undefined
        ? `item ${quote(lost?.['id'])} is skipped`
        : `item ${quote(again['id'])} comes twice`,
    pointer: '/data',
  }
}

/** Whether two items have the same time. In a list whose order is open, any of its times may be the one. */
function areTied(list: Snapshot['list'], one: JsonObject, other: JsonObject = {}): boolean {
  const { orderedBy } = LIST_FACTS[list]
  const times = orderedBy === undefined ? ['created_at', 'start_at'] : [orderedBy]
  return times.some((field) => given(one[field]) && one[field] === other[field])
}

/** What is wrong with the pages of a whole list, one behind the other. */
export function problemsOfWalk({ list, parts }: Snapshot): readonly Problem[] {
  return parts.flatMap((part) => [...repeatedOrSkipped(part), ...uneven(part), ...rising(list, part)])
}

function repeatedOrSkipped({ pages, total, isWhole }: Part): Problem[] {
  const seen = new Set<unknown>()
  for (const { page } of pages)
    for (const [at, { id }] of page.items.entries()) {
      if (seen.has(id))
        return [walked(page, 'each item only once', `item ${quote(id)} comes twice`, `/data/${at}`)]
      seen.add(id)
    }
  const last = pages.at(-1)
  return last === undefined || !isWhole || seen.size >= total
    ? []
    : [walked(last.page, `${count(total, 'item')} on all pages`, count(seen.size, 'item'))]
}

const walked = (page: Answer, expected: string, received: string, pointer = '/data'): Problem => ({
  rule: 'walk',
  page,
  expected,
  received,
  pointer,
})

/** Part 2: the total is the same on each page. */
function uneven({ pages, total }: Part): Problem[] {
  const odd = pages.find(({ page }) => page.total !== undefined && page.total !== total)
  if (odd === undefined) return []
  const received = `total ${odd.page.total}`
  const expected = `total ${total}, as on the first page`
  return [{ rule: 'total', page: odd.page, expected, received, pointer: '/pagination/total' }]
}

/** Part 4: times fall from page to page, too. */
function rising(list: Snapshot['list'], { pages }: Part): Problem[] {
  const field = LIST_FACTS[list].orderedBy
  const last = pages.at(-1)
  if (field === undefined || last === undefined) return []
  const rise = firstRise(
    pages.flatMap(({ page }) => page.items),
    field,
  )
  if (rise === undefined) return []
  const received = rise.items.map((item) => quote(item[field])).join(', then ')
  return [{ rule: 'order', page: last.page, expected: `${field} that never increases`, received }]
}

/** An item as evidence, with the fields that the filters of a read test: `item "a1" with status "new"`. */
function rowInWords(list: Snapshot['list'], item: JsonObject = {}, { filters }: Read): string {
  // Of reservations, a read without a status leaves some out.
  const fields = [...filters.map(({ field }) => field), ...(list === 'GET /reservations' ? ['status'] : [])]
  const values = [...new Set(fields)].map((field) => `${field} ${quote(item[field])}`)
  return `item ${quote(item['id'])}${values.length === 0 ? '' : ` with ${values.join(', ')}`}`
}
