import type { JsonObject } from '../../lib/util/values.ts'
import { asObject, entries as entriesOf, own, strings } from '../../lib/spec/json.ts'
import type { Field } from '../../lib/spec/contract.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import type { Resource } from '../../lib/spec/operations.ts'
import type { Requirement, Source } from '../../lib/judge/requirement.ts'
import type { Endpoint } from '../../lib/judge/rows.ts'

/** The resources of part 2, by the tables of their fields, and the error envelope of part 7. */
export type ResourceName =
  | Exclude<Resource, 'ConversationDetail'>
  | 'Pagination'
  | 'AnalyticsTotals'
  | 'AnalyticsDay'
  | 'Error'

/** The table of a resource: a detail is a conversation with one more field. */
export function tableOf(resource: Resource): Exclude<Resource, 'ConversationDetail'> {
  return resource === 'ConversationDetail' ? 'Conversation' : resource
}

/** One row of a field table: the requirement about a field. */
export interface FieldRow {
  readonly id: string
  readonly resource: ResourceName
  readonly field: string
  readonly requirement: Requirement
}

/** The requirements about the fields of a resource: `x-requirement` in the contract gives the id of each. */
function table(part: 2 | 7, resource: ResourceName, endpoint: Endpoint): FieldRow[] {
  return contractFields(resource).map((stands) => {
    const field = stands.name
    const id = stands.schema['x-requirement']
    if (typeof id !== 'string') throw new Error(`${resource}.${field} has no x-requirement in the contract`)
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
      if (typeof maximum === 'number') return `an integer from ${minimum} to ${maximum}`
      return minimum === 0 ? 'a non-negative integer' : `an integer of at least ${minimum}`
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
  ...table(2, 'Pagination', '*'),
  ...table(2, 'Chatbot', 'GET /chatbots'),
  ...table(2, 'Conversation', '*'),
  ...table(2, 'Message', '*'),
  ...table(2, 'Lead', '*'),
  ...table(2, 'Booking', 'GET /bookings'),
  ...table(2, 'Reservation', 'GET /reservations'),
  ...table(2, 'KnowledgeSource', 'GET /knowledge/sources'),
  ...table(2, 'Me', 'GET /me'),
  ...table(2, 'AnalyticsSummary', 'GET /analytics/summary'),
  ...table(2, 'AnalyticsTotals', 'GET /analytics/summary'),
  ...table(2, 'AnalyticsDay', 'GET /analytics/summary'),
  ...table(7, 'Error', '*'),
]

const byField = new Map(FIELDS.map((row) => [`${row.resource}.${row.field}`, row.id]))

/** The id of the requirement about a field, if there is one. */
export function fieldRequirement(resource: ResourceName, field: string): string | undefined {
  return byField.get(`${resource}.${field}`)
}
