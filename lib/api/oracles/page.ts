import { isLimitOpen, type ListKey, listRule, type ListRule } from '../catalogue/index.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Judgements } from '../../judge/judgements.ts'
import { filteredPaging } from './filters.ts'
import type { Oracle } from './oracle.ts'
import { outOfBounds, type PageReading, readPage } from './reading.ts'

/** A page, with the names of the rules that its arithmetic is judged by. */
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

/** What says that nothing is counted of a foreign chatbot. */
const UNCOUNTED: Readonly<Partial<Record<ListKey, string>>> = {
  'GET /conversations': 'ISOLATION-09',
  'GET /leads': 'ISOLATION-10',
  'GET /bookings': 'ISOLATION-11',
  'GET /reservations': 'ISOLATION-07',
}

/** With a filter, the arithmetic belongs to the requirement on filtered pages, unless the plain list breaks it too. */
function checkOf(exchange: Exchange, page: PageReading): PageCheck {
  const filtered = filteredPaging(exchange, page.list)
  const plain = (rule: ListRule): string => listRule(page.list, rule)
  const ofChatbot = exchange.request.query.some(([name]) => name === 'chatbot_id')
  // A page without an item, of a chatbot: it may be a foreign one, whose items are counted and not shown.
  const uncounted = ofChatbot && page.items.length === 0 ? UNCOUNTED[page.list] : undefined
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
  // What a wrong key is answered is judged by its status alone.
  if (exchange.key === 'none' || exchange.key === 'invalid') return
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
  // Where no offset was asked for, the page is the first one, whatever it says of itself.
  const offset = page.asked.offset ?? (odd ? page.offset : 0)
  if (limits === undefined || offset === undefined || page.total === undefined) return
  // What was not asked for is taken from what the page says of itself.
  const told: readonly ListRule[] =
    page.asked.limit === limits.least && page.asked.offset === offset ? [] : ['echo']
  extent(page, { limits, offset, told }, page.total, judgements)
  if (page.hasMore === undefined) return
  const more = offset + page.items.length < page.total
  if (page.hasMore && !more && offset >= page.total) {
    judgements.fail(page.rule('beyondEnd'), 'has_more false past the end', 'has_more true', {
      pointer: '/pagination/has_more',
      explainedBy: page.causes('total', 'offset', 'hasMore', ...told),
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
      explainedBy: page.causes('total', 'filled', 'offset', 'limitOne', 'limitHundred', ...told),
    },
  )
}

/** The least and the greatest size that a full page may have. */
interface Limits {
  readonly least: number
  readonly most: number
}

/** The limit that was asked for, or the one that the page shows; where it is open which of them is applied, both may be. */
function limitsOf({ list, asked, limit }: PageCheck): Limits | undefined {
  const one = asked.limit ?? limit
  if (one === undefined) return undefined
  const other = isLimitOpen(list) ? (limit ?? one) : one
  return { least: Math.min(one, other), most: isLimitOpen(list) ? Math.max(one, other) : Infinity }
}

/** Whether a smaller limit than the one that was asked for was applied, and cost items. */
function cutShort(page: PageCheck): boolean {
  const { limit: wanted, offset = 0 } = page.asked
  if (wanted === undefined || page.limit === undefined || page.total === undefined) return false
  return page.limit < wanted && page.items.length === page.limit && page.total - offset > page.items.length
}

function size(page: PageCheck, judgements: Judgements, odd: boolean): void {
  const most = page.asked.limit ?? Math.min(page.limit ?? 100, 100)
  const rule = odd ? 'outOfBoundsAnswer' : page.asked.limit === 1 ? 'limitOne' : 'limitHundred'
  const requirement = odd ? listRule(page.list, rule) : page.rule(rule)
  if (page.items.length > most) {
    judgements.fail(requirement, `at most ${most} items`, `${page.items.length} items`, {
      pointer: '/data',
      explainedBy: rule === 'limitOne' ? page.causes() : page.causes('limitOne'),
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
  { limits, offset, told }: { limits: Limits; offset: number; told: readonly ListRule[] },
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
        explainedBy: page.causes('offset', 'total', ...told),
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
        explainedBy: page.causes('total', 'limitHundred', 'limitOne', 'offset', ...told),
      },
    )
  } else if (count > limits.most) {
    judgements.fail(page.rule('filled'), `at most ${limits.most} items`, `${count} items`, {
      pointer: '/data',
    })
  } else if (count > left) {
    judgements.fail(page.rule('total'), `at most the ${left} items that \`total\` leaves`, `${count} items`, {
      pointer: '/pagination/total',
      explainedBy: page.causes('offset', 'walk', 'limitHundred', 'limitOne', ...told),
    })
  } else {
    judgements.pass(page.rule('filled'))
  }
}
