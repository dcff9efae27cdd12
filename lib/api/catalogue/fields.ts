import type { Endpoint, Requirement, Source } from './requirement.ts'

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

type FieldEntry = readonly [id: string, field: string, says: string]

function table(
  part: 2 | 7,
  resource: ResourceName,
  endpoint: Endpoint,
  entries: readonly FieldEntry[],
): FieldRow[] {
  return entries.map(([id, field, says]) => ({
    id,
    resource,
    field,
    requirement: {
      id,
      part,
      endpoint,
      strength: 'must',
      source: { part, ...stated(resource, field) },
      text: `${resource} \`${field}\` ${says}.`,
    },
  }))
}

/** Where a field is tabulated. The members of the rollup's objects stand in the notes of its table. */
function stated(resource: ResourceName, field: string): Pick<Source, 'section' | 'item'> {
  switch (resource) {
    case 'AnalyticsTotals':
      return { section: 'AnalyticsSummary', item: `totals ${field}` }
    case 'AnalyticsDay':
      return { section: 'AnalyticsSummary', item: `by_day ${field}` }
    case 'Conversation':
      return { section: field === 'messages' ? 'ConversationDetail' : 'Conversation', item: field }
    case 'Error':
      return { section: '', item: field }
    default:
      return { section: resource, item: field }
  }
}

/** Part 2 (and the envelope of part 7): one requirement for each field of each resource. */
export const FIELDS: readonly FieldRow[] = [
  ...table(2, 'Pagination', '*', [
    ['PAGINATION-01', 'limit', 'is required and is an integer from 1 to 100'],
    ['PAGINATION-02', 'offset', 'is required and is an integer not below 0'],
    ['PAGINATION-03', 'total', 'is required and is an integer not below 0'],
    ['PAGINATION-04', 'has_more', 'is required and is a boolean'],
  ]),
  ...table(2, 'Chatbot', 'GET /chatbots', [
    ['CHATBOT-01', 'id', 'is required and is a string'],
    ['CHATBOT-02', 'name', 'is required and is a string'],
    ['CHATBOT-03', 'is_active', 'is required and is a boolean'],
    ['CHATBOT-04', 'created_at', 'is required and is a date-time'],
  ]),
  ...table(2, 'Conversation', '*', [
    ['CONVERSATION-01', 'id', 'is required and is a string'],
    ['CONVERSATION-02', 'chatbot_id', 'is required and is a string'],
    ['CONVERSATION-03', 'visitor_id', 'is a string, null or absent'],
    ['CONVERSATION-04', 'is_lead', 'is required and is a boolean'],
    ['CONVERSATION-05', 'is_resolved', 'is required and is a boolean'],
    ['CONVERSATION-06', 'status', 'is a string, null or absent'],
    ['CONVERSATION-07', 'tags', 'is an array of strings, null or absent'],
    ['CONVERSATION-08', 'message_count', 'is required and is an integer not below 0'],
    ['CONVERSATION-09', 'language_code', 'is a string, null or absent'],
    ['CONVERSATION-10', 'created_at', 'is required and is a date-time'],
    ['CONVERSATION-11', 'updated_at', 'is a date-time, null or absent'],
    [
      'CONVERSATION-12',
      'messages',
      'is required in the detail of a conversation and is an array of messages',
    ],
  ]),
  ...table(2, 'Message', '*', [
    ['MESSAGE-01', 'id', 'is required and is a string'],
    ['MESSAGE-02', 'role', 'is required and is one of user, assistant, system, note'],
    ['MESSAGE-03', 'content', 'is required and is a string'],
    ['MESSAGE-04', 'created_at', 'is required and is a date-time'],
  ]),
  ...table(2, 'Lead', '*', [
    ['LEAD-01', 'id', 'is required and is a string'],
    ['LEAD-02', 'chatbot_id', 'is required and is a string'],
    ['LEAD-03', 'name', 'is a string, null or absent'],
    ['LEAD-04', 'email', 'is an e-mail address, null or absent'],
    ['LEAD-05', 'phone', 'is a string, null or absent'],
    ['LEAD-06', 'status', 'is required and is a string'],
    ['LEAD-07', 'notes', 'is a string, null or absent'],
    ['LEAD-08', 'conversation_id', 'is a string, null or absent'],
    ['LEAD-09', 'created_at', 'is required and is a date-time'],
  ]),
  ...table(2, 'Booking', 'GET /bookings', [
    ['BOOKING-01', 'id', 'is required and is a UUID'],
    ['BOOKING-02', 'chatbot_id', 'is required and is a string'],
    ['BOOKING-03', 'conversation_id', 'is a string, null or absent'],
    ['BOOKING-04', 'name', 'is a string, null or absent'],
    ['BOOKING-05', 'email', 'is an e-mail address, null or absent'],
    ['BOOKING-06', 'event_label', 'is a string, null or absent'],
    ['BOOKING-07', 'provider', 'is a string, null or absent'],
    ['BOOKING-08', 'external_uid', 'is a string, null or absent'],
    ['BOOKING-09', 'start_at', 'is a date-time, null or absent'],
    ['BOOKING-10', 'end_at', 'is a date-time, null or absent'],
    ['BOOKING-11', 'attendee_timezone', 'is the name of an IANA time zone, null or absent'],
    ['BOOKING-12', 'status', 'is required and is a string'],
    ['BOOKING-13', 'created_at', 'is required and is a date-time'],
  ]),
  ...table(2, 'Reservation', 'GET /reservations', [
    ['RESERVATION-01', 'id', 'is required and is a UUID'],
    ['RESERVATION-02', 'chatbot_id', 'is required and is a string'],
    ['RESERVATION-03', 'conversation_id', 'is a string, null or absent'],
    ['RESERVATION-04', 'customer_id', 'is an integer, null or absent'],
    ['RESERVATION-05', 'status', 'is required and is one of the nine reservation statuses'],
    ['RESERVATION-06', 'service_id', 'is an integer, null or absent'],
    ['RESERVATION-07', 'service_name', 'is a string, null or absent'],
    ['RESERVATION-08', 'resource_id', 'is an integer, null or absent'],
    ['RESERVATION-09', 'resource_name', 'is a string, null or absent'],
    ['RESERVATION-10', 'start_at', 'is required and is a date-time'],
    ['RESERVATION-11', 'end_at', 'is required and is a date-time'],
    ['RESERVATION-12', 'party_size', 'is required and is an integer'],
    ['RESERVATION-13', 'name', 'is a string, null or absent'],
    ['RESERVATION-14', 'email', 'is an e-mail address, null or absent'],
    ['RESERVATION-15', 'phone', 'is a string, null or absent'],
    ['RESERVATION-16', 'answers', 'is an object, null or absent'],
    ['RESERVATION-17', 'notes', 'is a string, null or absent'],
    ['RESERVATION-18', 'source', 'is required and is one of agent, card, manual, manage, api, channel'],
    ['RESERVATION-19', 'channel', 'is a string, null or absent'],
    ['RESERVATION-20', 'language', 'is a string, null or absent'],
    ['RESERVATION-21', 'attendee_timezone', 'is a string, null or absent'],
    ['RESERVATION-22', 'cancel_reason', 'is a string, null or absent'],
    ['RESERVATION-23', 'cancelled_by', 'is one of customer, staff, system, null or absent'],
    ['RESERVATION-24', 'decline_reason', 'is a string, null or absent'],
    ['RESERVATION-25', 'reschedule_count', 'is an integer, null or absent'],
    ['RESERVATION-26', 'created_at', 'is required and is a date-time'],
    ['RESERVATION-27', 'updated_at', 'is required and is a date-time'],
  ]),
  ...table(2, 'KnowledgeSource', 'GET /knowledge/sources', [
    ['SOURCE-01', 'source_url', 'is required and is a string'],
    ['SOURCE-02', 'chunk_count', 'is required and is an integer'],
    ['SOURCE-03', 'last_indexed_at', 'is a date-time, null or absent'],
  ]),
  ...table(2, 'Me', 'GET /me', [
    ['ME-01', 'team_id', 'is required and is a string'],
    ['ME-02', 'team_name', 'is a string, null or absent'],
    ['ME-03', 'key_name', 'is required and is a string'],
    ['ME-04', 'key_prefix', 'is required and is a string'],
  ]),
  ...table(2, 'AnalyticsSummary', 'GET /analytics/summary', [
    ['ANALYTICS-01', 'window', 'is required and is always `30d`'],
    ['ANALYTICS-02', 'totals', 'is required and is an object'],
    ['ANALYTICS-03', 'by_day', 'is required and is an array of objects'],
  ]),
  ...table(2, 'AnalyticsTotals', 'GET /analytics/summary', [
    ['ANALYTICS-04', 'conversations', 'is required and is an integer'],
    ['ANALYTICS-05', 'leads', 'is required and is an integer'],
    ['ANALYTICS-06', 'messages', 'is required and is an integer'],
    ['ANALYTICS-07', 'tokens', 'is required and is an integer'],
  ]),
  ...table(2, 'AnalyticsDay', 'GET /analytics/summary', [
    ['ANALYTICS-08', 'date', 'is required and is a date'],
    ['ANALYTICS-09', 'conversations', 'is required and is an integer'],
    ['ANALYTICS-10', 'messages', 'is required and is an integer'],
    ['ANALYTICS-11', 'tokens', 'is required and is an integer'],
  ]),
  ...table(7, 'Error', '*', [
    ['ERROR-01', 'error', 'is required and is a string for people to read'],
    ['ERROR-02', 'code', 'is required and is one of the eight codes of the specification'],
    ['ERROR-03', 'docs_url', 'is a URI or absent'],
  ]),
]

const byField = new Map(FIELDS.map((row) => [`${row.resource}.${row.field}`, row.id]))

/** The id of the requirement that speaks of a field, if there is one. */
export function fieldRequirement(resource: ResourceName, field: string): string | undefined {
  return byField.get(`${resource}.${field}`)
}
