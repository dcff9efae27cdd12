import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { must, derived, open, section } from '../../lib/engine/judge/rows.ts'
import { type ListKey, LISTS, operationOf } from '../../lib/engine/spec/operations.ts'
import { isLimitOpen, LIST_FACTS, type ListRule, listRule } from './facts.ts'

/** The sentence that states an order. */
const ORDERED = { created_at: 'newest first', start_at: 'ordered newest start first' } as const
const OFFSET_BASED = 'Pagination is offset-based'

/** Parts 2, 4 and 8: what every paginated list has to do. The numbers of the ids are the same on each list. */
function lawsOf(list: ListKey): Requirement[] {
  const id = (rule: ListRule): string => listRule(list, rule)
  const { items } = LIST_FACTS[list]
  const { resource } = operationOf(list)
  return [
    ...section(
      { part: 4, section: list },
      must(
        id('answer'),
        `Response 200: { data: [${resource}], pagination }`,
        `A request without parameters returns 200 with ${items} in \`data\` and a \`pagination\` object.`,
      ),
    ),
    ...orderOf(list),
    ...(isLimitOpen(list) ? openLimits(list) : statedLimits(list)),
    ...section(
      { part: 8, section: '', endpoint: list },
      must(
        id('offset'),
        OFFSET_BASED,
        '`offset=N` returns a page that begins with the item at position N of the whole list.',
      ),
      derived(
        id('walk'),
        OFFSET_BASED,
        'Consecutive pages repeat no item and skip none.',
        'A client that advances `offset` until `has_more` is false reads each item once.',
      ),
    ),
    ...section(
      { part: 2, section: 'Pagination', endpoint: list },
      must(
        id('hasMore'),
        'has_more',
        '`pagination.has_more` is false if and only if no further page exists.',
      ),
      derived(
        id('total'),
        'total',
        '`pagination.total` is the number of items in the whole list, on every page.',
        'A count of the whole list does not depend on the page.',
      ),
      derived(
        id('beyondEnd'),
        'has_more',
        'A page past the end is empty, and its `has_more` is false.',
        'No items exist beyond `total`, and no page follows.',
      ),
      derived(
        id('filled'),
        'limit',
        'A page holds `limit` items, or all remaining items, if fewer.',
        '`limit` is the page size; clients treat a shorter page as the last one.',
      ),
    ),
  ]
}

function orderOf(list: ListKey): Requirement[] {
  const { items, orderedBy } = LIST_FACTS[list]
  const id = listRule(list, 'order')
  if (orderedBy === undefined)
    return section(
      { part: 4, section: 'GET /reservations', endpoint: list },
      open(id, `Sort order of ${items}: not shown`, `The order of ${items}.`),
    )
  return section(
    { part: 4, section: list },
    must(
      id,
      ORDERED[orderedBy],
      `${initial(items)} are listed newest first: \`${orderedBy}\` never increases, within a page or across pages.`,
    ),
  )
}

function statedLimits(list: ListKey): Requirement[] {
  const id = (rule: ListRule): string => listRule(list, rule)
  return [
    ...section(
      { part: 8, section: '', endpoint: list },
      must(id('limitOne'), 'Page size limit', '`limit=1` returns a page of one item.'),
      must(
        id('limitHundred'),
        'Page size limit',
        '`limit=100` returns up to 100 items, and no page holds more items than its limit.',
      ),
      open(
        id('defaultLimit'),
        'Default limit',
        'The default `limit`; the specification states both 50 and 20.',
      ),
      open(
        id('outOfBounds'),
        'Page size limit',
        'Whether a `limit` or `offset` outside its bounds is refused or replaced by a valid one.',
      ),
      derived(
        id('outOfBoundsAnswer'),
        'Page size limit',
        'A `limit` or `offset` outside its bounds returns a 4xx, or a value inside the bounds is applied.',
        'No page can have values outside the bounds, so the service refuses or replaces them.',
      ),
    ),
    ...section(
      { part: 2, section: 'Pagination', endpoint: list },
      derived(
        id('echo'),
        'limit',
        '`pagination.limit` and `pagination.offset` are the values that were applied.',
        'The `pagination` object describes its own page.',
      ),
    ),
  ]
}

function openLimits(list: ListKey): Requirement[] {
  const id = (rule: ListRule): string => listRule(list, rule)
  const item = 'Bounds and default of `limit` and `offset` on reservations: not shown'
  return section(
    { part: 4, section: list },
    open(id('limitOne'), item, 'Whether `limit=1` returns a page of one item.'),
    open(id('limitHundred'), item, 'Whether `limit=100` returns up to 100 items.'),
    open(id('defaultLimit'), item, 'The default `limit`.'),
    open(id('outOfBounds'), item, 'Which values of `limit` and `offset` are refused.'),
    open(
      id('outOfBoundsAnswer'),
      item,
      'Which `limit` is applied if a request asks for more than 100 items or fewer than one.',
    ),
    open(id('echo'), item, 'Whether `pagination.limit` and `pagination.offset` repeat the requested values.'),
  )
}

function initial(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What every paginated list has to do, once for each list. */
export const LAW_ROWS: readonly Requirement[] = LISTS.flatMap(lawsOf)
