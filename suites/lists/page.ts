import { isOwnedKey } from '../../lib/http/keys.ts'
import type { Exchange } from '../../lib/http/exchange.ts'
import type { Judgements } from '../../lib/judge/judgements.ts'
import { isLimitOpen, listRule, type ListRule } from './facts.ts'
import { FULL_PAGE } from '../../lib/spec/api.ts'
import { filteredPaging } from './filters.ts'
import { type Oracle, outOfBounds, type PageReading, readPage } from '../../lib/judge/oracle.ts'

/** A page and the requirements for its arithmetic. */
interface PageCheck extends PageReading {
  /** Whether the request's limit or offset is outside the specified bounds. */
  readonly isOutOfBounds: boolean
  readonly rule: (rule: ListRule) => string
}

/** With a filter, the arithmetic is that of filtered pages, unless the plain list is wrong too. */
function checkOf(exchange: Exchange, page: PageReading): PageCheck {
  const filtered = filteredPaging(exchange, page.list)
  const plain = (rule: ListRule): string => listRule(page.list, rule)
  return {
    ...page,
    isOutOfBounds: outOfBounds(exchange, page),
    rule: (rule) => filtered ?? plain(rule),
  }
}

/** Parts 2 and 8: the arithmetic of one page. */
export const pageArithmetic: Oracle = (exchange, judgements) => {
  // Answers to wrong keys are judged by their status alone.
  if (!isOwnedKey(exchange.key)) return
  const reading = readPage(exchange)
  if (reading === undefined) return
  const page = checkOf(exchange, reading)
  if (!isLimitOpen(page.list)) {
    judgeSize(page, judgements)
    if (isCutShort(page)) return failLimit(page, judgements)
    if (!page.isOutOfBounds) judgeEcho(page, judgements)
  }
  const position = positionOf(page)
  if (position === undefined) return
  judgeExtent(page, position, judgements)
  judgeHasMore(page, position, judgements)
}

/** Where a page lies in its list. */
interface Position {
  readonly limits: Limits
  readonly offset: number
  readonly total: number
}

/** Parameters that the request lacks are taken from the page. */
function positionOf(page: PageCheck): Position | undefined {
  const limits = limitsOf(page)
  // Without an offset in the request, the page is the first one, whatever it states.
  const offset = page.asked.offset ?? (page.isOutOfBounds ? page.offset : 0)
  if (limits === undefined || offset === undefined || page.total === undefined) return undefined
  return { limits, offset, total: page.total }
}

/** The least and greatest size of a full page. */
interface Limits {
  readonly least: number
  readonly most: number
}

/** The requested limit, or the one that the page states; both, if it is open which of them is applied. */
function limitsOf({ list, asked, limit }: PageCheck): Limits | undefined {
  const one = asked.limit ?? limit
  if (one === undefined) return undefined
  const other = isLimitOpen(list) ? (limit ?? one) : one
  return { least: Math.min(one, other), most: isLimitOpen(list) ? Math.max(one, other) : Infinity }
}

/** Whether a smaller limit than requested was applied and cut items off. */
function isCutShort(page: PageCheck): boolean {
  const { limit: wanted, offset = 0 } = page.asked
  if (wanted === undefined || page.limit === undefined || page.total === undefined) return false
  return page.limit < wanted && page.items.length === page.limit && page.total - offset > page.items.length
}

function judgeSize(page: PageCheck, judgements: Judgements): void {
  const most = page.asked.limit ?? Math.min(page.limit ?? FULL_PAGE, FULL_PAGE)
  const rule = page.asked.limit === 1 ? 'limitOne' : 'limitHundred'
  const requirement = page.isOutOfBounds ? listRule(page.list, 'outOfBoundsAnswer') : page.rule(rule)
  if (page.items.length > most) {
    judgements.fail(requirement, `at most ${most} items`, `${page.items.length} items`, {
      pointer: '/data',
    })
  } else if (page.items.length > 0) judgements.pass(requirement)
}

function failLimit(page: PageCheck, judgements: Judgements): void {
  const isOne = page.asked.limit === 1
  judgements.fail(
    page.rule(isOne ? 'limitOne' : 'limitHundred'),
    `limit ${page.asked.limit} applied`,
    `limit ${page.limit} applied`,
    { pointer: '/pagination/limit' },
  )
}

function judgeEcho(page: PageCheck, judgements: Judgements): void {
  for (const name of ['limit', 'offset'] as const) {
    const wanted = page.asked[name]
    if (wanted === undefined || page[name] === undefined) continue
    judgements.check(
      page[name] === wanted,
      page.rule('echo'),
      `pagination.${name} ${wanted}, as asked`,
      () => `pagination.${name} ${page[name]}`,
      {
        pointer: `/pagination/${name}`,
      },
    )
  }
}

/** Judges whether a page holds as many items as its place in the list leaves. */
function judgeExtent(page: PageCheck, { limits, offset, total }: Position, judgements: Judgements): void {
  const count = page.items.length
  const left = Math.max(0, total - offset)
  if (left === 0) {
    judgements.check(
      count === 0,
      page.rule('beyondEnd'),
      `no item past ${total} items`,
      () => `${count} items at offset ${offset}`,
      {
        pointer: '/data',
        again: true,
      },
    )
    return
  }
  const full = Math.min(limits.least, left)
  if (count < full) {
    judgements.fail(
      page.rule('filled'),
      `${full} items: limit ${limits.least}, offset ${offset}, total ${total}`,
      `${count} items`,
      {
        pointer: '/data',
        again: true,
      },
    )
  } else if (count > limits.most) {
    judgements.fail(page.rule('filled'), `at most ${limits.most} items`, `${count} items`, {
      pointer: '/data',
      again: true,
    })
  } else if (count > left) {
    judgements.fail(page.rule('total'), `at most the ${left} items that \`total\` leaves`, `${count} items`, {
      pointer: '/pagination/total',
      again: true,
    })
  } else {
    judgements.pass(page.rule('filled'))
  }
}

function judgeHasMore(page: PageCheck, { offset, total }: Position, judgements: Judgements): void {
  if (page.hasMore === undefined) return
  const count = page.items.length
  const more = offset + count < total
  if (page.hasMore && !more && offset >= total) {
    judgements.fail(page.rule('beyondEnd'), 'has_more false past the end', 'has_more true', {
      pointer: '/pagination/has_more',
      again: true,
    })
    return
  }
  judgements.check(
    page.hasMore === more,
    page.rule('hasMore'),
    `has_more ${more}: ${offset} + ${count} items of ${total}`,
    () => `has_more ${page.hasMore}`,
    {
      pointer: '/pagination/has_more',
      again: true,
    },
  )
}
