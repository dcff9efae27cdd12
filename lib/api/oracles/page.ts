import { isOwnedKey } from '../../http/keys.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Judgements } from '../../judge/judgements.ts'
import { isLimitOpen, LIST_FACTS, listRule, type ListRule } from '../catalogue/index.ts'
import { FULL_PAGE } from '../contract.ts'
import { filteredPaging } from './filters.ts'
import { type Oracle, outOfBounds, type PageReading, readPage } from './oracle.ts'

/** A page and the requirements for its arithmetic. */
interface PageCheck extends PageReading {
  readonly rule: (rule: ListRule) => string
  readonly causes: (...rules: readonly ListRule[]) => string[]
}

const FOUNDATIONS: readonly ListRule[] = [
  'total',
  'hasMore',
  'filled',
  'echo',
  'beyondEnd',
  'limitOne',
  'limitHundred',
  'offset',
]

/** With a filter, the arithmetic is that of filtered pages, unless the plain list is wrong too. */
function checkOf(exchange: Exchange, page: PageReading): PageCheck {
  const filtered = filteredPaging(exchange, page.list)
  const plain = (rule: ListRule): string => listRule(page.list, rule)
  const ofChatbot = exchange.request.query.some(([name]) => name === 'chatbot_id')
  // An empty page of a chatbot: if it is a foreign one, its hidden items were counted.
  const uncounted = ofChatbot && page.items.length === 0 ? LIST_FACTS[page.list].foreignChatbot : undefined
  return {
    ...page,
    rule: (rule) => filtered ?? plain(rule),
    causes: (...rules) => [
      ...[...rules, ...(filtered === undefined ? [] : FOUNDATIONS)].map(plain),
      ...(uncounted === undefined ? [] : [uncounted]),
    ],
  }
}

/** Parts 2 and 8: the arithmetic of one page. */
export const pageArithmetic: Oracle = (exchange, judgements) => {
  // Answers to wrong keys are judged by their status alone.
  if (!isOwnedKey(exchange.key)) return
  const reading = readPage(exchange)
  if (reading === undefined) return
  const page = checkOf(exchange, reading)
  const odd = outOfBounds(exchange, page)
  const isOpen = isLimitOpen(page.list)
  if (!isOpen) size(page, judgements, odd)
  if (!isOpen && cutShort(page)) {
    judgements.fail(
      page.rule(page.asked.limit === 1 ? 'limitOne' : 'limitHundred'),
      `limit ${page.asked.limit} applied`,
      `limit ${page.limit} applied`,
      {
        pointer: '/pagination/limit',
        explainedBy: page.asked.limit === 1 ? page.causes() : page.causes('limitOne'),
      },
    )
    return
  }
  if (!isOpen && !odd) echo(page, judgements)
  const limits = limitsOf(page)
  // Without an offset in the request, the page is the first one, whatever it states.
  const offset = page.asked.offset ?? (odd ? page.offset : 0)
  if (limits === undefined || offset === undefined || page.total === undefined) return
  // Parameters that the request lacks are taken from the page.
  const stated: readonly ListRule[] =
    page.asked.limit === limits.least && page.asked.offset === offset ? [] : ['echo']
  extent(page, { limits, offset, stated }, page.total, judgements)
  if (page.hasMore === undefined) return
  const more = offset + page.items.length < page.total
  if (page.hasMore && !more && offset >= page.total) {
    judgements.fail(page.rule('beyondEnd'), 'has_more false past the end', 'has_more true', {
      pointer: '/pagination/has_more',
      explainedBy: page.causes('total', 'offset', 'hasMore', ...stated),
    })
    return
  }
  judgements.check(
    page.hasMore === more,
    page.rule('hasMore'),
    `has_more ${more}: ${offset} + ${page.items.length} items of ${page.total}`,
    () => `has_more ${page.hasMore}`,
    {
      pointer: '/pagination/has_more',
      explainedBy: page.causes('total', 'filled', 'offset', 'limitOne', 'limitHundred', ...stated),
    },
  )
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
function cutShort(page: PageCheck): boolean {
  const { limit: wanted, offset = 0 } = page.asked
  if (wanted === undefined || page.limit === undefined || page.total === undefined) return false
  return page.limit < wanted && page.items.length === page.limit && page.total - offset > page.items.length
}

function size(page: PageCheck, judgements: Judgements, odd: boolean): void {
  const most = page.asked.limit ?? Math.min(page.limit ?? FULL_PAGE, FULL_PAGE)
  const rule = page.asked.limit === 1 ? 'limitOne' : 'limitHundred'
  const requirement = odd ? listRule(page.list, 'outOfBoundsAnswer') : page.rule(rule)
  if (page.items.length > most) {
    judgements.fail(requirement, `at most ${most} items`, `${page.items.length} items`, {
      pointer: '/data',
      explainedBy: !odd && rule === 'limitOne' ? page.causes() : page.causes('limitOne'),
    })
  } else if (page.items.length > 0) judgements.pass(requirement)
}

function echo(page: PageCheck, judgements: Judgements): void {
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
        explainedBy: page.causes('limitOne', 'limitHundred', 'offset'),
      },
    )
  }
}

function extent(
  page: PageCheck,
  { limits, offset, stated }: { limits: Limits; offset: number; stated: readonly ListRule[] },
  total: number,
  judgements: Judgements,
): void {
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
        explainedBy: page.causes('offset', 'total', ...stated),
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
        explainedBy: page.causes('total', 'limitHundred', 'limitOne', 'offset', ...stated),
      },
    )
  } else if (count > limits.most) {
    judgements.fail(page.rule('filled'), `at most ${limits.most} items`, `${count} items`, {
      pointer: '/data',
    })
  } else if (count > left) {
    judgements.fail(page.rule('total'), `at most the ${left} items that \`total\` leaves`, `${count} items`, {
      pointer: '/pagination/total',
      explainedBy: page.causes('offset', 'walk', 'limitHundred', 'limitOne', ...stated),
    })
  } else {
    judgements.pass(page.rule('filled'))
  }
}
