import { type ListKey, LISTS, operationOf } from '../../lib/spec/operations.ts'
import { derived, must, open, type Requirement, section } from '../../lib/judge/rows.ts'

/** What distinguishes one list from the others. */
interface ListFacts {
  /** The family of its requirements. */
  readonly prefix: string
  /** The plural of its items. */
  readonly items: string
  /** The field by which it descends; absent if no order is stated. */
  readonly orderedBy?: 'created_at' | 'start_at'
  /** The requirement that it shows items of the key's workspace only. */
  readonly isolation: string
  /** The requirement on the `chatbot_id` of another workspace. */
  readonly foreignChatbot?: string
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
    foreignChatbot: 'ISOLATION-09',
    combined: 'LIST-CONVERSATIONS-26',
    paged: 'LIST-CONVERSATIONS-27',
  },
  'GET /leads': {
    prefix: 'LIST-LEADS',
    items: 'leads',
    orderedBy: 'created_at',
    isolation: 'ISOLATION-22',
    foreignChatbot: 'ISOLATION-10',
    combined: 'LIST-LEADS-26',
    paged: 'LIST-LEADS-27',
  },
  'GET /bookings': {
    prefix: 'LIST-BOOKINGS',
    items: 'bookings',
    isolation: 'ISOLATION-23',
    foreignChatbot: 'ISOLATION-11',
    paged: 'LIST-BOOKINGS-27',
  },
  'GET /reservations': {
    prefix: 'LIST-RESERVATIONS',
    items: 'reservations',
    orderedBy: 'start_at',
    isolation: 'ISOLATION-24',
    foreignChatbot: 'ISOLATION-07',
    combined: 'LIST-RESERVATIONS-34',
    paged: 'LIST-RESERVATIONS-35',
  },
}

/** The sentence that states an order. */
const ORDERED = { created_at: 'newest first', start_at: 'ordered newest start first' } as const

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
export function listRules(
  list: ListKey,
  ...rules: readonly [ListRule, ...ListRule[]]
): [string, ...string[]] {
  const [first, ...others] = rules
  return [listRule(list, first), ...others.map((rule) => listRule(list, rule))]
}

const OFFSET_BASED = 'Pagination is offset-based'

function sharedRows(list: ListKey): Requirement[] {
  const id = (rule: ListRule): string => listRule(list, rule)
  const { items, orderedBy } = LIST_FACTS[list]
  const { resource } = operationOf(list)
  return [
    ...section(
      { part: 4, section: list },
      must(
        id('answer'),
        `Response 200: { data: [${resource}], pagination }`,
        `A plain request returns 200 with ${items} in \`data\` and a \`pagination\` object.`,
      ),
      ...(orderedBy === undefined
        ? []
        : [
            must(
              id('order'),
              ORDERED[orderedBy],
              `${initial(items)} come newest first: \`${orderedBy}\` never rises from item to item, page to page.`,
            ),
          ]),
    ),
    ...(orderedBy === undefined
      ? section(
          { part: 4, section: 'GET /reservations', endpoint: list },
          open(id('order'), `Sort order of ${items}: not shown`, `In which order ${items} come.`),
        )
      : []),
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
        'Pages that follow each other repeat no item and lose none.',
        'A client that advances `offset` until `has_more` is false reads each item once.',
      ),
    ),
    ...section(
      { part: 2, section: 'Pagination', endpoint: list },
      must(id('hasMore'), 'has_more', '`pagination.has_more` is false exactly when no further page exists.'),
      derived(
        id('total'),
        'total',
        '`pagination.total` counts the items of the whole list, whatever the page.',
        'A count of the whole list does not depend on the page.',
      ),
      derived(
        id('beyondEnd'),
        'has_more',
        'A page past the end is empty, and its `has_more` is false.',
        'No item stands at an `offset` beyond the total, and no page follows it.',
      ),
      derived(
        id('filled'),
        'limit',
        'A page holds `limit` items, or all that remain where those are fewer.',
        'The limit is the size of the page; a client takes a shorter page for the last one.',
      ),
    ),
  ]
}

/** Whether bounds, default and echo of `limit` and `offset` are open on a list, as on reservations. */
export function isLimitOpen(list: ListKey): boolean {
  return list === 'GET /reservations'
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
      open(id('defaultLimit'), 'Default limit', 'The default `limit`: 50 and 20 are both given.'),
      open(
        id('outOfBounds'),
        'Page size limit',
        'How a `limit` or `offset` outside its bounds is treated: refused, or brought inside.',
      ),
      derived(
        id('outOfBoundsAnswer'),
        'Page size limit',
        'A `limit` or `offset` outside its bounds is refused with a 4xx, or a value inside the bounds is applied.',
        'Only values inside the bounds exist for a page: any other is refused or replaced.',
      ),
    ),
    ...section(
      { part: 2, section: 'Pagination', endpoint: list },
      derived(
        id('echo'),
        'limit',
        '`pagination.limit` and `pagination.offset` are the values that were applied.',
        'The pagination object describes the page that it comes with.',
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
      'Which `limit` is applied where more than 100 items or fewer than one are asked for.',
    ),
    open(id('echo'), item, 'Whether `pagination.limit` and `pagination.offset` repeat what was asked for.'),
  )
}

function initial(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Parts 2, 4 and 8: the rules that every paginated list shares, once for each list. */
export const LIST_ROWS: readonly Requirement[] = LISTS.flatMap(sharedRows)
