import type { JsonObject } from '../../contract/json.ts'
import { asObject, entries as entriesOf, own, strings } from '../../contract/json.ts'
import type { Field } from '../../contract/index.ts'
import { CONTRACT } from '../contract.ts'
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

/** One row of a field table: the requirement about a field. */
export interface FieldRow {
  readonly id: string
  readonly resource: ResourceName
  readonly field: string
  readonly requirement: Requirement
}

type FieldEntry = readonly [id: string, field: string]

function table(
  part: 2 | 7,
  resource: ResourceName,
  endpoint: Endpoint,
  entries: readonly FieldEntry[],
): FieldRow[] {
  const known = new Map(contractFields(resource).map((field) => [field.name, field]))
  return entries.map(([id, field]) => {
    const stands = known.get(field)
    if (stands === undefined) throw new Error(`${id}: the contract has no field ${resource}.${field}`)
    const named = resource === 'Conversation' && field === 'messages' ? 'ConversationDetail' : resource
    return {
      id,
      resource,
      field,
      requirement: {
        id,
        part,
        endpoint,
        strength: 'must',
        source: { part, ...stated(resource, field) },
        text: `${named} \`${field}\` ${says(stands, `${resource}.${field}`)}.`,
      },
    }
  })
}

/**
 * The fields of a resource in the contract, including those of the conversation detail and of the objects in the
 * rollup.
 */
export function contractFields(resource: ResourceName): readonly Field[] {
  switch (resource) {
    case 'Conversation':
      return CONTRACT.fieldsOf('ConversationDetail')
    case 'AnalyticsTotals':
      return inside(rollup('totals'))
    case 'AnalyticsDay':
      return inside(own(rollup('by_day'), 'items'))
    default:
      return CONTRACT.fieldsOf(resource)
  }
}

function rollup(field: string): unknown {
  return CONTRACT.fieldsOf('AnalyticsSummary').find(({ name }) => name === field)?.schema
}

function inside(schema: unknown): Field[] {
  const required = strings(own(schema, 'required'))
  return entriesOf(own(schema, 'properties')).map(([name, value]) => ({
    name,
    required: required.includes(name),
    schema: asObject(value),
  }))
}

/** What the notes state of a field beyond its type. */
const NOTED: Readonly<Record<string, string>> = {
  'Booking.attendee_timezone': 'the name of an IANA time zone',
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  uri: 'a URI',
  date: 'a date',
  'date-time': 'a date-time',
}

/** A row of a field table in words: `is required and is a string`, `is an integer, null or absent`. */
function says({ required, schema }: Field, name: string): string {
  const type = NOTED[name] ?? kindOf(schema)
  if (required) return `is required and is ${type}`
  return [own(schema, 'type')].flat().includes('null') ? `is ${type}, null or absent` : `is ${type} or absent`
}

function kindOf(schema: JsonObject): string {
  const { enum: values, const: only, format, minimum, maximum } = schema
  if (typeof only === 'string') return `always \`${only}\``
  if (Array.isArray(values)) return `one of ${values.filter((value) => value !== null).join(', ')}`
  if (typeof format === 'string' && FORMATS[format] !== undefined) return FORMATS[format]
  const [type] = [schema['type']].flat()
  switch (type) {
    case 'integer':
      if (typeof minimum !== 'number') return 'an integer'
      return typeof maximum === 'number'
        ? `an integer from ${minimum} to ${maximum}`
        : `an integer not below ${minimum}`
    case 'array':
      return own(schema['items'], 'type') === 'string' ? 'an array of strings' : 'an array of objects'
    case 'object':
      return 'an object'
    default:
      return `a ${String(type)}`
  }
}

/** Where a field is tabulated. Members of the rollup's objects are in the notes of its table. */
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

/** Part 2, and the envelope of part 7: one requirement for each field of each resource. */
export const FIELDS: readonly FieldRow[] = [
  ...table(2, 'Pagination', '*', [
    ['PAGINATION-01', 'limit'],
    ['PAGINATION-02', 'offset'],
    ['PAGINATION-03', 'total'],
    ['PAGINATION-04', 'has_more'],
  ]),
  ...table(2, 'Chatbot', 'GET /chatbots', [
    ['CHATBOT-01', 'id'],
    ['CHATBOT-02', 'name'],
    ['CHATBOT-03', 'is_active'],
    ['CHATBOT-04', 'created_at'],
  ]),
  ...table(2, 'Conversation', '*', [
    ['CONVERSATION-01', 'id'],
    ['CONVERSATION-02', 'chatbot_id'],
    ['CONVERSATION-03', 'visitor_id'],
    ['CONVERSATION-04', 'is_lead'],
    ['CONVERSATION-05', 'is_resolved'],
    ['CONVERSATION-06', 'status'],
    ['CONVERSATION-07', 'tags'],
    ['CONVERSATION-08', 'message_count'],
    ['CONVERSATION-09', 'language_code'],
    ['CONVERSATION-10', 'created_at'],
    ['CONVERSATION-11', 'updated_at'],
    ['CONVERSATION-12', 'messages'],
  ]),
  ...table(2, 'Message', '*', [
    ['MESSAGE-01', 'id'],
    ['MESSAGE-02', 'role'],
    ['MESSAGE-03', 'content'],
    ['MESSAGE-04', 'created_at'],
  ]),
  ...table(2, 'Lead', '*', [
    ['LEAD-01', 'id'],
    ['LEAD-02', 'chatbot_id'],
    ['LEAD-03', 'name'],
    ['LEAD-04', 'email'],
    ['LEAD-05', 'phone'],
    ['LEAD-06', 'status'],
    ['LEAD-07', 'notes'],
    ['LEAD-08', 'conversation_id'],
    ['LEAD-09', 'created_at'],
  ]),
  ...table(2, 'Booking', 'GET /bookings', [
    ['BOOKING-01', 'id'],
    ['BOOKING-02', 'chatbot_id'],
    ['BOOKING-03', 'conversation_id'],
    ['BOOKING-04', 'name'],
    ['BOOKING-05', 'email'],
    ['BOOKING-06', 'event_label'],
    ['BOOKING-07', 'provider'],
    ['BOOKING-08', 'external_uid'],
    ['BOOKING-09', 'start_at'],
    ['BOOKING-10', 'end_at'],
    ['BOOKING-11', 'attendee_timezone'],
    ['BOOKING-12', 'status'],
    ['BOOKING-13', 'created_at'],
  ]),
  ...table(2, 'Reservation', 'GET /reservations', [
    ['RESERVATION-01', 'id'],
    ['RESERVATION-02', 'chatbot_id'],
    ['RESERVATION-03', 'conversation_id'],
    ['RESERVATION-04', 'customer_id'],
    ['RESERVATION-05', 'status'],
    ['RESERVATION-06', 'service_id'],
    ['RESERVATION-07', 'service_name'],
    ['RESERVATION-08', 'resource_id'],
    ['RESERVATION-09', 'resource_name'],
    ['RESERVATION-10', 'start_at'],
    ['RESERVATION-11', 'end_at'],
    ['RESERVATION-12', 'party_size'],
    ['RESERVATION-13', 'name'],
    ['RESERVATION-14', 'email'],
    ['RESERVATION-15', 'phone'],
    ['RESERVATION-16', 'answers'],
    ['RESERVATION-17', 'notes'],
    ['RESERVATION-18', 'source'],
    ['RESERVATION-19', 'channel'],
    ['RESERVATION-20', 'language'],
    ['RESERVATION-21', 'attendee_timezone'],
    ['RESERVATION-22', 'cancel_reason'],
    ['RESERVATION-23', 'cancelled_by'],
    ['RESERVATION-24', 'decline_reason'],
    ['RESERVATION-25', 'reschedule_count'],
    ['RESERVATION-26', 'created_at'],
    ['RESERVATION-27', 'updated_at'],
  ]),
  ...table(2, 'KnowledgeSource', 'GET /knowledge/sources', [
    ['SOURCE-01', 'source_url'],
    ['SOURCE-02', 'chunk_count'],
    ['SOURCE-03', 'last_indexed_at'],
  ]),
  ...table(2, 'Me', 'GET /me', [
    ['ME-01', 'team_id'],
    ['ME-02', 'team_name'],
    ['ME-03', 'key_name'],
    ['ME-04', 'key_prefix'],
  ]),
  ...table(2, 'AnalyticsSummary', 'GET /analytics/summary', [
    ['ANALYTICS-01', 'window'],
    ['ANALYTICS-02', 'totals'],
    ['ANALYTICS-03', 'by_day'],
  ]),
  ...table(2, 'AnalyticsTotals', 'GET /analytics/summary', [
    ['ANALYTICS-04', 'conversations'],
    ['ANALYTICS-05', 'leads'],
    ['ANALYTICS-06', 'messages'],
    ['ANALYTICS-07', 'tokens'],
  ]),
  ...table(2, 'AnalyticsDay', 'GET /analytics/summary', [
    ['ANALYTICS-08', 'date'],
    ['ANALYTICS-09', 'conversations'],
    ['ANALYTICS-10', 'messages'],
    ['ANALYTICS-11', 'tokens'],
  ]),
  ...table(7, 'Error', '*', [
    ['ERROR-01', 'error'],
    ['ERROR-02', 'code'],
    ['ERROR-03', 'docs_url'],
  ]),
]

const byField = new Map(FIELDS.map((row) => [`${row.resource}.${row.field}`, row.id]))

/** The id of the requirement about a field, if there is one. */
export function fieldRequirement(resource: ResourceName, field: string): string | undefined {
  return byField.get(`${resource}.${field}`)
}
