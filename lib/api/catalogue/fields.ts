import type { Endpoint, Requirement, Strength } from './requirement.ts'

/** The resources of part 2, and the error envelope of part 7. */
export type ResourceName =
  | 'Pagination'
  | 'Chatbot'
  | 'Conversation'
  | 'Message'
  | 'Lead'
  | 'Booking'
  | 'Reservation'
  | 'KnowledgeSource'
  | 'Me'
  | 'AnalyticsSummary'
  | 'AnalyticsTotals'
  | 'AnalyticsDay'
  | 'Error'

/** One row of a field table: which requirement speaks of which field. */
export interface FieldRow {
  readonly id: string
  readonly resource: ResourceName
  readonly field: string
  readonly requirement: Requirement
}

type FieldEntry = readonly [id: string, field: string, says: string, strength?: Strength]

function table(
  part: 2 | 7,
  resource: ResourceName,
  endpoint: Endpoint,
  entries: readonly FieldEntry[],
): FieldRow[] {
  return entries.map(([id, field, says, strength = 'must']) => ({
    id,
    resource,
    field,
    requirement: { id, part, endpoint, strength, text: `${resource} \`${field}\` ${says}.` },
  }))
}

/** Part 2 (and the envelope of part 7): one requirement for each field of each resource. */
export const FIELDS: readonly FieldRow[] = [
  ...table(2, 'Pagination', '*', [
    ['PAGINATION-01', 'limit', 'is there, an integer from 1 to 100'],
    ['PAGINATION-02', 'offset', 'is there, an integer not below 0'],
    ['PAGINATION-03', 'total', 'is there, an integer not below 0'],
    ['PAGINATION-04', 'has_more', 'is there, a boolean'],
  ]),
  ...table(2, 'Chatbot', 'GET /chatbots', [
    ['CHATBOT-01', 'id', 'is there, a string'],
    ['CHATBOT-02', 'name', 'is there, a string'],
    ['CHATBOT-03', 'is_active', 'is there, a boolean'],
    ['CHATBOT-04', 'created_at', 'is there, a date-time'],
  ]),
  ...table(2, 'Conversation', '*', [
    ['CONVERSATION-01', 'id', 'is there, a string'],
    ['CONVERSATION-02', 'chatbot_id', 'is there, a string'],
    ['CONVERSATION-03', 'visitor_id', 'is a string where it is given'],
    ['CONVERSATION-04', 'is_lead', 'is there, a boolean'],
    ['CONVERSATION-05', 'is_resolved', 'is there, a boolean'],
    ['CONVERSATION-06', 'status', 'is a string where it is given'],
    ['CONVERSATION-07', 'tags', 'is an array of strings where it is given'],
    ['CONVERSATION-08', 'message_count', 'is there, an integer not below 0'],
    ['CONVERSATION-09', 'language_code', 'is a string where it is given'],
    ['CONVERSATION-10', 'created_at', 'is there, a date-time'],
    ['CONVERSATION-11', 'updated_at', 'is a date-time where it is given'],
    ['CONVERSATION-12', 'messages', 'is there in the detail of a conversation, an array of messages'],
  ]),
  ...table(2, 'Message', '*', [
    ['MESSAGE-01', 'id', 'is there, a string'],
    ['MESSAGE-02', 'role', 'is there, one of user, assistant, system, note'],
    ['MESSAGE-03', 'content', 'is there, a string'],
    ['MESSAGE-04', 'created_at', 'is there, a date-time'],
  ]),
  ...table(2, 'Lead', '*', [
    ['LEAD-01', 'id', 'is there, a string'],
    ['LEAD-02', 'chatbot_id', 'is there, a string'],
    ['LEAD-03', 'name', 'is a string where it is given'],
    ['LEAD-04', 'email', 'is an e-mail address where it is given'],
    ['LEAD-05', 'phone', 'is a string where it is given'],
    ['LEAD-06', 'status', 'is there, a string'],
    ['LEAD-07', 'notes', 'is a string where it is given'],
    ['LEAD-08', 'conversation_id', 'is a string where it is given'],
    ['LEAD-09', 'created_at', 'is there, a date-time'],
  ]),
  ...table(2, 'Booking', 'GET /bookings', [
    ['BOOKING-01', 'id', 'is there, a UUID'],
    ['BOOKING-02', 'chatbot_id', 'is there, a string'],
    ['BOOKING-03', 'conversation_id', 'is a string where it is given'],
    ['BOOKING-04', 'name', 'is a string where it is given'],
    ['BOOKING-05', 'email', 'is an e-mail address where it is given'],
    ['BOOKING-06', 'event_label', 'is a string where it is given'],
    ['BOOKING-07', 'provider', 'is a string where it is given'],
    ['BOOKING-08', 'external_uid', 'is a string where it is given'],
    ['BOOKING-09', 'start_at', 'is a date-time where it is given'],
    ['BOOKING-10', 'end_at', 'is a date-time where it is given'],
    ['BOOKING-11', 'attendee_timezone', 'is the name of an IANA time zone where it is given'],
    ['BOOKING-12', 'status', 'is there, a string'],
    ['BOOKING-13', 'created_at', 'is there, a date-time'],
  ]),
  ...table(2, 'Reservation', 'GET /reservations', [
    ['RESERVATION-01', 'id', 'is there, a UUID'],
    ['RESERVATION-02', 'chatbot_id', 'is there, a string'],
    ['RESERVATION-03', 'conversation_id', 'is a string where it is given'],
    ['RESERVATION-04', 'customer_id', 'is an integer where it is given'],
    ['RESERVATION-05', 'status', 'is there, one of the nine reservation statuses'],
    ['RESERVATION-06', 'service_id', 'is an integer where it is given'],
    ['RESERVATION-07', 'service_name', 'is a string where it is given'],
    ['RESERVATION-08', 'resource_id', 'is an integer where it is given'],
    ['RESERVATION-09', 'resource_name', 'is a string where it is given'],
    ['RESERVATION-10', 'start_at', 'is there, a date-time'],
    ['RESERVATION-11', 'end_at', 'is there, a date-time'],
    ['RESERVATION-12', 'party_size', 'is there, an integer'],
    ['RESERVATION-13', 'name', 'is a string where it is given'],
    ['RESERVATION-14', 'email', 'is an e-mail address where it is given'],
    ['RESERVATION-15', 'phone', 'is a string where it is given'],
    ['RESERVATION-16', 'answers', 'is an object where it is given'],
    ['RESERVATION-17', 'notes', 'is a string where it is given'],
    ['RESERVATION-18', 'source', 'is there, one of agent, card, manual, manage, api, channel'],
    ['RESERVATION-19', 'channel', 'is a string where it is given'],
    ['RESERVATION-20', 'language', 'is a string where it is given'],
    ['RESERVATION-21', 'attendee_timezone', 'is a string where it is given'],
    ['RESERVATION-22', 'cancel_reason', 'is a string where it is given'],
    ['RESERVATION-23', 'cancelled_by', 'is one of customer, staff, system where it is given'],
    ['RESERVATION-24', 'decline_reason', 'is a string where it is given'],
    ['RESERVATION-25', 'reschedule_count', 'is an integer where it is given'],
    ['RESERVATION-26', 'created_at', 'is there, a date-time'],
    ['RESERVATION-27', 'updated_at', 'is there, a date-time'],
  ]),
  ...table(2, 'KnowledgeSource', 'GET /knowledge/sources', [
    ['SOURCE-01', 'source_url', 'is there, a string'],
    ['SOURCE-02', 'chunk_count', 'is there, an integer'],
    ['SOURCE-03', 'last_indexed_at', 'is a date-time where it is given'],
  ]),
  ...table(2, 'Me', 'GET /me', [
    ['ME-01', 'team_id', 'is there, a string'],
    ['ME-02', 'team_name', 'is a string where it is given'],
    ['ME-03', 'key_name', 'is there, a string'],
    ['ME-04', 'key_prefix', 'is there, a string'],
  ]),
  ...table(2, 'AnalyticsSummary', 'GET /analytics/summary', [
    ['ANALYTICS-01', 'window', 'is there, always `30d`'],
    ['ANALYTICS-02', 'totals', 'is there, an object'],
    ['ANALYTICS-03', 'by_day', 'is there, an array of objects'],
  ]),
  ...table(2, 'AnalyticsTotals', 'GET /analytics/summary', [
    ['ANALYTICS-04', 'conversations', 'is there, an integer'],
    ['ANALYTICS-05', 'leads', 'is there, an integer'],
    ['ANALYTICS-06', 'messages', 'is there, an integer'],
    ['ANALYTICS-07', 'tokens', 'is there, an integer'],
  ]),
  ...table(2, 'AnalyticsDay', 'GET /analytics/summary', [
    ['ANALYTICS-08', 'date', 'is there, a date'],
    ['ANALYTICS-09', 'conversations', 'is there, an integer'],
    ['ANALYTICS-10', 'messages', 'is there, an integer'],
    ['ANALYTICS-11', 'tokens', 'is there, an integer'],
  ]),
  ...table(7, 'Error', '*', [
    ['ERROR-01', 'error', 'is there, a string for people to read'],
    ['ERROR-02', 'code', 'is there, one of the eight codes of the specification'],
    ['ERROR-03', 'docs_url', 'is a URI where it is given'],
  ]),
]

const byField = new Map(FIELDS.map((row) => [`${row.resource}.${row.field}`, row.id]))

/** The id of the requirement that speaks of a field, if there is one. */
export function fieldRequirement(resource: ResourceName, field: string): string | undefined {
  return byField.get(`${resource}.${field}`)
}
