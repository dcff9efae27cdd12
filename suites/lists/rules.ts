/**
 * Parts 2, 4 and 8: the properties that distinguish one list from the others, and the rules that all lists
 * share.
 */
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { about, major, statementsOf } from '../../lib/engine/judge/rows.ts'
import { type ListKey, operationOf } from '../../lib/engine/contract/operations.ts'

interface ListFacts {
  /** The common beginning of its requirement ids. */
  readonly prefix: string
  /** The plural noun for its items. */
  readonly items: string
  /** The field by which the list descends; absent if no order is stated. */
  readonly orderedBy?: 'created_at' | 'start_at'
  /** The requirement that the list shows only items of the key's workspace. */
  readonly isolation: string
  /** The requirement on filters that are combined. */
  readonly combined?: string
  /** The requirement on the pages of a filtered list. */
  readonly paged?: string
}

export const LIST_FACTS: Readonly<Record<ListKey, ListFacts>> = {
  'GET /chatbots': {
    prefix: 'LIST-CHATBOTS',
    items: 'chatbots',
    orderedBy: 'created_at',
    isolation: 'ISOLATION-20',
  },
  'GET /conversations': {
    prefix: 'LIST-CONVERSATIONS',
    items: 'conversations',
    orderedBy: 'created_at',
    isolation: 'ISOLATION-21',
    combined: 'LIST-CONVERSATIONS-26',
    paged: 'LIST-CONVERSATIONS-27',
  },
  'GET /leads': {
    prefix: 'LIST-LEADS',
    items: 'leads',
    orderedBy: 'created_at',
    isolation: 'ISOLATION-22',
    combined: 'LIST-LEADS-26',
    paged: 'LIST-LEADS-27',
  },
  'GET /bookings': {
    prefix: 'LIST-BOOKINGS',
    items: 'bookings',
    isolation: 'ISOLATION-23',
    paged: 'LIST-BOOKINGS-27',
  },
  'GET /reservations': {
    prefix: 'LIST-RESERVATIONS',
    items: 'reservations',
    orderedBy: 'start_at',
    isolation: 'ISOLATION-24',
    combined: 'LIST-RESERVATIONS-34',
    paged: 'LIST-RESERVATIONS-35',
  },
}

/** The rules that every list shares. The number is the same on each list. */
export const LIST_RULES = {
  answer: '01',
  order: '02',
  limitOne: '03',
  limitHundred: '04',
  offset: '05',
  walk: '06',
  echo: '07',
  hasMore: '08',
  total: '09',
  beyondEnd: '10',
  filled: '11',
  defaultLimit: '12',
  outOfBounds: '13',
  outOfBoundsAnswer: '14',
} as const
export type ListRule = keyof typeof LIST_RULES

/** The requirement id of a shared rule on one list, e.g. `LIST-LEADS-08`. */
export function listRule(list: ListKey, rule: ListRule): string {
  return `${LIST_FACTS[list].prefix}-${LIST_RULES[rule]}`
}

/** The requirement ids of several shared rules on one list. */
export function listRules(list: ListKey, ...rules: readonly ListRule[]): string[] {
  return rules.map((rule) => listRule(list, rule))
}

/** Whether bounds, default and echo of `limit` and `offset` are open on a list: part 4 says so of reservations. */
export function isLimitOpen(list: ListKey): boolean {
  return list === 'GET /reservations'
}

/** The sentence that states an order. */
const ORDERED = { created_at: 'newest first', start_at: 'ordered newest start first' } as const
const OFFSET_BASED = 'Pagination is offset-based'

/** The rules of one list. The numbers of the ids are the same on each list. */
export function lawsOf(list: ListKey): Readonly<Record<ListRule, Requirement>> {
  const id = (rule: ListRule): string => listRule(list, rule)
  const { items, orderedBy } = LIST_FACTS[list]
  const pagination = statementsOf({ part: 2, section: 'Pagination', endpoint: list })
  const operation = statementsOf({ part: 4, section: list })
  const limits = statementsOf({ part: 8, section: '', endpoint: list })
  return {
    ...(isLimitOpen(list) ? openLimits(list) : statedLimits(list)),
    answer: about(
      'answers',
      operation.must(
        id('answer'),
        `Response 200: { data: [${operationOf(list).resource}], pagination }`,
        `A request without parameters returns 200 with ${items} in \`data\` and a \`pagination\` object.`,
        major('Every client begins with this request.'),
      ),
    ),
    order:
      orderedBy === undefined
        ? statementsOf({ part: 4, section: 'GET /reservations', endpoint: list }).open(
            id('order'),
            `Sort order of ${items}: not shown`,
            `The order of ${items}.`,
          )
        : operation.must(
            id('order'),
            ORDERED[orderedBy],
            `${initial(items)} are listed newest first: \`${orderedBy}\` never increases, within a page or across pages.`,
            major(`A client that reads until it meets known ${items} stops too early, and misses new ones.`),
          ),
    offset: limits.must(
      id('offset'),
      OFFSET_BASED,
      '`offset=N` returns a page that begins with the item at position N of the whole list.',
      major(`A client that asks for the next page gets other ${items} than those that follow.`),
    ),
    walk: limits.derived(
      id('walk'),
      OFFSET_BASED,
      'Consecutive pages repeat no item and skip none.',
      'A client that advances `offset` until `has_more` is false reads each item once.',
      major(`An import loses ${items}, or has some twice, and no error says so.`),
    ),
    hasMore: pagination.must(
      id('hasMore'),
      'has_more',
      '`pagination.has_more` is false if and only if no further page exists.',
      major('A client stops before the end, or asks for pages that do not exist.'),
    ),
    total: pagination.derived(
      id('total'),
      'total',
      '`pagination.total` is the number of items in the whole list, on every page.',
      'A count of the whole list does not depend on the page.',
      major('People see this number, and clients compute from it how many pages there are.'),
    ),
    beyondEnd: pagination.derived(
      id('beyondEnd'),
      'has_more',
      'A page past the end is empty, and its `has_more` is false.',
      'No items exist beyond `total`, and no page follows.',
      major('A client that reads until a page is empty never ends, or reads items again.'),
    ),
    filled: pagination.derived(
      id('filled'),
      'limit',
      'A page holds `limit` items, or all remaining items, if fewer.',
      '`limit` is the page size; clients treat a shorter page as the last one.',
      major('A client that takes a short page for the last one stops before the end.'),
    ),
  }
}

type LimitRule = 'limitOne' | 'limitHundred' | 'defaultLimit' | 'outOfBounds' | 'outOfBoundsAnswer' | 'echo'

function statedLimits(list: ListKey): Record<LimitRule, Requirement> {
  const id = (rule: ListRule): string => listRule(list, rule)
  const limits = statementsOf({ part: 8, section: '', endpoint: list })
  return {
    limitOne: limits.must(
      id('limitOne'),
      'Page size limit',
      '`limit=1` returns a page of one item.',
      major('Clients that look for the newest item alone get an error, or more than they can hold.'),
    ),
    limitHundred: limits.must(
      id('limitHundred'),
      'Page size limit',
      '`limit=100` returns up to 100 items, and no page holds more items than its limit.',
      major('Clients ask for the largest page to save requests, and reserve room for no more.'),
    ),
    defaultLimit: limits.open(
      id('defaultLimit'),
      'Default limit',
      'The default `limit`; the specification states both 50 and 20.',
    ),
    outOfBounds: limits.open(
      id('outOfBounds'),
      'Page size limit',
      'Whether a `limit` or `offset` outside its bounds is refused or replaced by a valid one.',
    ),
    outOfBoundsAnswer: limits.derived(
      id('outOfBoundsAnswer'),
      'Page size limit',
      'A `limit` or `offset` outside its bounds returns a 4xx, or a value inside the bounds is applied.',
      'No page can have values outside the bounds, so the service refuses or replaces them.',
      major('One request with a wrong number makes the service fail, or sends the whole table.'),
    ),
    echo: statementsOf({ part: 2, section: 'Pagination', endpoint: list }).derived(
      id('echo'),
      'limit',
      '`pagination.limit` and `pagination.offset` are the values that were applied.',
      'The `pagination` object describes its own page.',
      major('Clients compute the next offset from these numbers.'),
    ),
  }
}

function openLimits(list: ListKey): Record<LimitRule, Requirement> {
  const item = 'Bounds and default of `limit` and `offset` on reservations: not shown'
  const open = (rule: LimitRule, text: string): Requirement =>
    statementsOf({ part: 4, section: list }).open(listRule(list, rule), item, text)
  return {
    limitOne: open('limitOne', 'Whether `limit=1` returns a page of one item.'),
    limitHundred: open('limitHundred', 'Whether `limit=100` returns up to 100 items.'),
    defaultLimit: open('defaultLimit', 'The default `limit`.'),
    outOfBounds: open('outOfBounds', 'Which values of `limit` and `offset` are refused.'),
    outOfBoundsAnswer: open(
      'outOfBoundsAnswer',
      'Which `limit` is applied if a request asks for more than 100 items or fewer than one.',
    ),
    echo: open('echo', 'Whether `pagination.limit` and `pagination.offset` repeat the requested values.'),
  }
}

function initial(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
