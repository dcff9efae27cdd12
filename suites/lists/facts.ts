import type { ListKey } from '../../lib/engine/spec/operations.ts'

/** What distinguishes one list from the others. */
interface ListFacts {
  /** The family of its requirements. */
  readonly prefix: string
  /** The plural of its items. */
  readonly items: string
  /** The rules that the specification leaves open on this list. */
  readonly open: readonly ListRule[]
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
    open: [],
    orderedBy: 'created_at',
    isolation: 'ISOLATION-20',
  },
  'GET /conversations': {
    prefix: 'LIST-CONVERSATIONS',
    items: 'conversations',
    open: [],
    orderedBy: 'created_at',
    isolation: 'ISOLATION-21',
    foreignChatbot: 'ISOLATION-09',
    combined: 'LIST-CONVERSATIONS-26',
    paged: 'LIST-CONVERSATIONS-27',
  },
  'GET /leads': {
    prefix: 'LIST-LEADS',
    items: 'leads',
    open: [],
    orderedBy: 'created_at',
    isolation: 'ISOLATION-22',
    foreignChatbot: 'ISOLATION-10',
    combined: 'LIST-LEADS-26',
    paged: 'LIST-LEADS-27',
  },
  'GET /bookings': {
    prefix: 'LIST-BOOKINGS',
    items: 'bookings',
    open: ['order'],
    isolation: 'ISOLATION-23',
    foreignChatbot: 'ISOLATION-11',
    paged: 'LIST-BOOKINGS-27',
  },
  'GET /reservations': {
    prefix: 'LIST-RESERVATIONS',
    items: 'reservations',
    open: ['limitOne', 'limitHundred', 'outOfBounds', 'outOfBoundsAnswer', 'echo'],
    orderedBy: 'start_at',
    isolation: 'ISOLATION-24',
    foreignChatbot: 'ISOLATION-07',
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

/** Whether the specification leaves a rule open on a list. */
export function isOpen(list: ListKey, rule: ListRule): boolean {
  return LIST_FACTS[list].open.includes(rule)
}

/** Whether bounds, default and echo of `limit` and `offset` are open on a list, as on reservations. */
export function isLimitOpen(list: ListKey): boolean {
  return isOpen(list, 'limitOne')
}
