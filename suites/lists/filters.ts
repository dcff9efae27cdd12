/** The filters of the lists, one row each: `filter-kinds.ts` says what a kind keeps, `filter-cases.ts` how each is tried. */
import type { Query } from '../../lib/engine/case/actor.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { FEW } from '../support/kinds.ts'
import {
  CHATBOT,
  FLAG,
  type FilterKind,
  type Known,
  FROM,
  LANGUAGE,
  NOT_SHOWN,
  optional,
  SINCE_DATE,
  SINCE_INSTANT,
  STATUSES,
  TEXT,
  TO,
} from './filter-kinds.ts'

/** A filter of a list. */
export interface Filter {
  readonly requirement: string
  /** The field of an item that it tests. */
  readonly field: string
  readonly kind: FilterKind
  /** What it requires; absent where the specification does not show what the parameter means. */
  readonly text?: string
}

/** The filters of each list, by the name of the parameter. */
export const FILTERS: Readonly<Record<ListKey, Readonly<Record<string, Filter>>>> = {
  'GET /chatbots': {},
  'GET /conversations': {
    chatbot_id: {
      requirement: 'LIST-CONVERSATIONS-20',
      field: 'chatbot_id',
      kind: CHATBOT,
      text: '`chatbot_id` returns exactly the conversations of that chatbot.',
    },
    is_lead: {
      requirement: 'LIST-CONVERSATIONS-21',
      field: 'is_lead',
      kind: FLAG,
      text: '`is_lead` returns exactly the conversations with that value.',
    },
    is_resolved: {
      requirement: 'LIST-CONVERSATIONS-22',
      field: 'is_resolved',
      kind: FLAG,
      text: '`is_resolved` returns exactly the conversations with that value.',
    },
    status: {
      requirement: 'LIST-CONVERSATIONS-23',
      field: 'status',
      kind: optional(TEXT),
      text: '`status` returns exactly the conversations with that status.',
    },
    language: {
      requirement: 'LIST-CONVERSATIONS-24',
      field: 'language_code',
      kind: optional(LANGUAGE),
      text: '`language` returns the conversations in that language and none in another.',
    },
    since: {
      requirement: 'LIST-CONVERSATIONS-25',
      field: 'created_at',
      kind: SINCE_DATE,
      text: '`since` is a lower bound on the start date of the conversation.',
    },
  },
  'GET /leads': {
    chatbot_id: {
      requirement: 'LIST-LEADS-20',
      field: 'chatbot_id',
      kind: CHATBOT,
      text: '`chatbot_id` returns exactly the leads of that chatbot.',
    },
    status: {
      requirement: 'LIST-LEADS-21',
      field: 'status',
      kind: TEXT,
      text: '`status` returns exactly the leads with that status.',
    },
    since: {
      requirement: 'LIST-LEADS-22',
      field: 'created_at',
      kind: SINCE_DATE,
      text: '`since` is a lower bound on the capture date of the lead.',
    },
  },
  'GET /bookings': {
    chatbot_id: {
      requirement: 'LIST-BOOKINGS-20',
      field: 'chatbot_id',
      kind: CHATBOT,
      text: '`chatbot_id` returns exactly the bookings of that chatbot.',
    },
    since: {
      requirement: 'LIST-BOOKINGS-22',
      field: 'created_at',
      kind: NOT_SHOWN,
    },
  },
  'GET /reservations': {
    chatbot_id: {
      requirement: 'LIST-RESERVATIONS-20',
      field: 'chatbot_id',
      kind: CHATBOT,
      text: '`chatbot_id` returns exactly the reservations of that chatbot.',
    },
    status: {
      requirement: 'LIST-RESERVATIONS-21',
      field: 'status',
      kind: STATUSES,
      text: 'A `status` returns exactly the reservations with that status.',
    },
    from: {
      requirement: 'LIST-RESERVATIONS-27',
      field: 'start_at',
      kind: FROM,
      text: '`from` returns exactly the reservations that start at that instant or later.',
    },
    to: {
      requirement: 'LIST-RESERVATIONS-28',
      field: 'start_at',
      kind: TO,
      text: '`to` returns exactly the reservations that start before that instant.',
    },
    since: {
      requirement: 'LIST-RESERVATIONS-30',
      field: 'created_at',
      kind: SINCE_INSTANT,
      text: '`since` is a lower bound on the creation time.',
    },
  },
}

/** A few values with which a filter is tried, the most telling first. */
export function valuesOf({ kind, field }: Filter, known: Known): readonly string[] {
  return kind.values(field, known).slice(0, FEW)
}

/** The filter that a parameter of a list is; undefined for any other parameter. */
export function filterOf(list: ListKey, name: string): Filter | undefined {
  return Object.hasOwn(FILTERS[list], name) ? FILTERS[list][name] : undefined
}

/** Each filter but `chatbot_id`, so wide that it excludes almost nothing: whatever it lets in shows. */
export function wideFilters(list: ListKey, items: readonly JsonObject[]): Query[] {
  return Object.entries(FILTERS[list])
    .filter(([name]) => name !== 'chatbot_id')
    .map(([name, filter]) => ({
      [name]: filter.kind.widest ?? valuesOf(filter, { items, chatbots: [] })[0],
    }))
}

/** Statuses of reservations that are listed only if named. */
export const HIDDEN_STATUSES = ['held', 'blocked'] as const

/** Whether a reservation with this status is listed only if the status is named. */
export function isHidden(status: unknown): boolean {
  return HIDDEN_STATUSES.some((hidden) => hidden === status)
}

/** Part 4: whether the list shows an item if no status is named. Held and blocked reservations are hidden then. */
export function isShownUnnamed(list: ListKey, item: JsonObject): boolean {
  return list !== 'GET /reservations' || !isHidden(item['status'])
}
