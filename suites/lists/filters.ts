/** The filters of the lists, one entry each: its rule, the tested field, and its kind. */
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { major, statementsOf } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/contract/operations.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import {
  CHATBOT,
  FLAG,
  type FilterKind,
  FROM,
  LANGUAGE,
  type Membership,
  NOT_SHOWN,
  SINCE_DATE,
  SINCE_INSTANT,
  STATUSES,
  TEXT,
  TO,
} from './filter-kinds.ts'

/** A filter of a list. */
export interface ListFilter {
  readonly rule: Requirement
  /** The tested field of an item. */
  readonly field: string
  readonly kind: FilterKind
}

const conversations = statementsOf({ part: 4, section: 'GET /conversations', theme: 'filters' })
const leads = statementsOf({ part: 4, section: 'GET /leads', theme: 'filters' })
const bookings = statementsOf({ part: 4, section: 'GET /bookings', theme: 'filters' })
const reservations = statementsOf({ part: 4, section: 'GET /reservations', theme: 'filters' })

/** The filters of each list, by the name of the parameter. */
export const FILTERS: Readonly<Record<ListKey, Readonly<Record<string, ListFilter>>>> = {
  'GET /chatbots': {},
  'GET /conversations': {
    chatbot_id: {
      rule: conversations.must(
        'LIST-CONVERSATIONS-20',
        'chatbot_id',
        '`chatbot_id` returns exactly the conversations of that chatbot.',
        major('A client of one agent reads, answers or exports the conversations of another agent.'),
      ),
      field: 'chatbot_id',
      kind: CHATBOT,
    },
    is_lead: {
      rule: conversations.must(
        'LIST-CONVERSATIONS-21',
        'is_lead',
        '`is_lead` returns exactly the conversations with that value.',
        major('Sales teams follow up the wrong conversations, and miss those that led to a contact.'),
      ),
      field: 'is_lead',
      kind: FLAG,
    },
    is_resolved: {
      rule: conversations.must(
        'LIST-CONVERSATIONS-22',
        'is_resolved',
        '`is_resolved` returns exactly the conversations with that value.',
        major('A queue of open conversations lacks visitors who wait, or shows some who have been helped.'),
      ),
      field: 'is_resolved',
      kind: FLAG,
    },
    status: {
      rule: conversations.must(
        'LIST-CONVERSATIONS-23',
        'status',
        '`status` returns exactly the conversations with that status.',
        major('An automation that waits for a handoff starts on the wrong conversations, or never.'),
      ),
      field: 'status',
      kind: TEXT,
    },
    language: {
      rule: conversations.must(
        'LIST-CONVERSATIONS-24',
        'language',
        '`language` returns the conversations in that language and none in another.',
        major('Teams that divide work by language get conversations that they cannot read.'),
      ),
      field: 'language_code',
      kind: LANGUAGE,
    },
    since: {
      rule: conversations.must(
        'LIST-CONVERSATIONS-25',
        'since',
        '`since` is a lower bound on the start date of the conversation.',
        major('An import that asks for what is new misses conversations, or reads all of them each time.'),
      ),
      field: 'created_at',
      kind: SINCE_DATE,
    },
  },
  'GET /leads': {
    chatbot_id: {
      rule: leads.must(
        'LIST-LEADS-20',
        'chatbot_id',
        '`chatbot_id` returns exactly the leads of that chatbot.',
        major('Contacts of one agent end up in the campaign of another one.'),
      ),
      field: 'chatbot_id',
      kind: CHATBOT,
    },
    status: {
      rule: leads.must(
        'LIST-LEADS-21',
        'status',
        '`status` returns exactly the leads with that status.',
        major('A lead that the filter loses is never called, and one that it adds is called twice.'),
      ),
      field: 'status',
      kind: TEXT,
    },
    since: {
      rule: leads.must(
        'LIST-LEADS-22',
        'since',
        '`since` is a lower bound on the capture date of the lead.',
        major('A CRM that polls for new leads misses some, or imports old ones again.'),
      ),
      field: 'created_at',
      kind: SINCE_DATE,
    },
  },
  'GET /bookings': {
    chatbot_id: {
      rule: bookings.must(
        'LIST-BOOKINGS-20',
        'chatbot_id',
        '`chatbot_id` returns exactly the bookings of that chatbot.',
        major('A calendar shows meetings that belong to the agent of another team.'),
      ),
      field: 'chatbot_id',
      kind: CHATBOT,
    },
    since: {
      rule: statementsOf({ part: 4, section: 'GET /reservations', endpoint: 'GET /bookings' }).open(
        'LIST-BOOKINGS-22',
        'Meaning of `since` for bookings: not shown',
        'Whether `since` is a lower bound on bookings.',
      ),
      field: 'created_at',
      kind: NOT_SHOWN,
    },
  },
  'GET /reservations': {
    chatbot_id: {
      rule: reservations.must(
        'LIST-RESERVATIONS-20',
        'chatbot_id',
        '`chatbot_id` returns exactly the reservations of that chatbot.',
        major('A place of business prepares tables for the guests of another one.'),
      ),
      field: 'chatbot_id',
      kind: CHATBOT,
    },
    status: {
      rule: reservations.must(
        'LIST-RESERVATIONS-21',
        'status',
        'A `status` returns exactly the reservations with that status.',
        major('Requests stay unanswered, or cancelled guests are expected, if the filter is wrong.'),
      ),
      field: 'status',
      kind: STATUSES,
    },
    from: {
      rule: reservations.must(
        'LIST-RESERVATIONS-27',
        'from',
        '`from` returns exactly the reservations that start at that instant or later.',
        major('The plan of a day lacks its first guests, or begins with those of the day before.'),
      ),
      field: 'start_at',
      kind: FROM,
    },
    to: {
      rule: reservations.must(
        'LIST-RESERVATIONS-28',
        'to',
        '`to` returns exactly the reservations that start before that instant.',
        major('Consecutive windows show a reservation twice, or never.'),
      ),
      field: 'start_at',
      kind: TO,
    },
    since: {
      rule: reservations.must(
        'LIST-RESERVATIONS-30',
        'since',
        '`since` is a lower bound on the creation time.',
        major('A client that polls for new reservations misses some of them.'),
      ),
      field: 'created_at',
      kind: SINCE_INSTANT,
    },
  },
}

/** A condition on each item of an answer: one of the filters of its request, or the absence of a status. */
export interface Demand {
  readonly requirement: string
  readonly expected: string
  readonly field: string
  readonly keeps: (item: JsonObject) => Membership
}

/** The condition on reservations in an answer to a request without a status. */
export const UNNAMED: Demand = {
  requirement: 'LIST-RESERVATIONS-23',
  expected: 'neither held nor blocked without a status filter',
  field: 'status',
  keeps: (item) => (isHidden(item['status']) ? 'out' : 'in'),
}

/** Whether all demands include an item. */
export function membershipOf(item: JsonObject, demands: readonly Pick<Demand, 'keeps'>[]): Membership {
  let seen: Membership = 'in'
  for (const { keeps } of demands) {
    const one = keeps(item)
    if (one === 'out') return 'out'
    if (one === 'open') seen = 'open'
  }
  return seen
}

/**
 * The condition that a filter with a value sets. Lists of statuses, and hidden statuses, have requirements of
 * their own.
 */
export function demandOf(name: string, { rule, kind, field }: ListFilter, value: string): Demand {
  const keeps = kind.keeps(value)
  const ofOneStatus = isHidden(value) ? 'LIST-RESERVATIONS-24' : rule.id
  return {
    requirement: kind === STATUSES && value.includes(',') ? 'LIST-RESERVATIONS-22' : ofOneStatus,
    expected: `only items that match ${name}=${value}`,
    field,
    keeps: (item) => keeps(item[field]),
  }
}

/** The filter behind a parameter of a list; undefined for any other parameter. */
export function filterOf(list: ListKey, name: string): ListFilter | undefined {
  return Object.hasOwn(FILTERS[list], name) ? FILTERS[list][name] : undefined
}

/** Statuses of reservations that are listed only if named. */
export const HIDDEN_STATUSES = ['held', 'blocked'] as const

/** Whether a reservation with this status is listed only if the status is named. */
export function isHidden(status: unknown): boolean {
  return HIDDEN_STATUSES.some((hidden) => hidden === status)
}

/**
 * Part 4: whether the list shows an item if no status is named. Held and blocked reservations are then
 * hidden.
 */
export function isShownUnnamed(list: ListKey, item: JsonObject): boolean {
  return list !== 'GET /reservations' || !isHidden(item['status'])
}
