/** The tables of fields of part 2, and the envelope of part 7: one requirement for each field. */
import { asObject, own } from '../../lib/engine/contract/json.ts'
import type { Field } from '../../lib/engine/contract/contract.ts'
import { CONTRACT } from '../../lib/engine/contract/api.ts'
import type { Resource } from '../../lib/engine/contract/operations.ts'
import type { Requirement } from '../../lib/engine/judge/requirement.ts'
import { type Endpoint, type Harm, major, minor } from '../../lib/engine/judge/rows.ts'
import { type JsonObject, text } from '../../lib/engine/util/values.ts'

/** The resources of part 2, by the tables of their fields, and the error envelope of part 7. */
export type ResourceName =
  | Exclude<Resource, 'ConversationDetail'>
  | 'Pagination'
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

/** A table of fields: its place in the specification, and the source of its fields in the contract. */
interface Table {
  readonly resource: ResourceName
  readonly endpoint: Endpoint
  /** Absent: the fields of the schema with the name of the resource. */
  readonly fields?: readonly Field[]
  readonly part?: 2 | 7
  /** The heading in the specification, which texts use for the resource; absent: its name. */
  readonly section?: string
  /** The member whose notes list the fields. */
  readonly member?: string
}

const SUMMARY = 'GET /analytics/summary'
const inSummary = (member: string): unknown =>
  CONTRACT.fieldsOf('AnalyticsSummary').find(({ name }) => name === member)?.schema

const TABLES: readonly Table[] = [
  { resource: 'Pagination', endpoint: '*' },
  { resource: 'Chatbot', endpoint: 'GET /chatbots' },
  { resource: 'Conversation', endpoint: '*' },
  {
    resource: 'Conversation',
    endpoint: '*',
    section: 'ConversationDetail',
    fields: CONTRACT.fieldsOf('ConversationDetail').filter(({ name }) => name === 'messages'),
  },
  { resource: 'Message', endpoint: '*' },
  { resource: 'Lead', endpoint: '*' },
  { resource: 'Booking', endpoint: 'GET /bookings' },
  { resource: 'Reservation', endpoint: 'GET /reservations' },
  { resource: 'KnowledgeSource', endpoint: 'GET /knowledge/sources' },
  { resource: 'Me', endpoint: 'GET /me' },
  { resource: 'AnalyticsSummary', endpoint: SUMMARY },
  {
    resource: 'AnalyticsTotals',
    endpoint: SUMMARY,
    section: 'AnalyticsSummary',
    member: 'totals',
    fields: CONTRACT.fieldsOf(asObject(inSummary('totals'))),
  },
  {
    resource: 'AnalyticsDay',
    endpoint: SUMMARY,
    section: 'AnalyticsSummary',
    member: 'by_day',
    fields: CONTRACT.fieldsOf(asObject(own(inSummary('by_day'), 'items'))),
  },
  { resource: 'Error', endpoint: '*', part: 7, section: '' },
]

/** Statements of the notes about a field, beyond its type. */
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

/** The harm to readers of a resource if one of its fields is wrong. */
const LOST: Readonly<Record<ResourceName, string>> = {
  Pagination: 'Whoever walks the pages stops too early, or never.',
  Chatbot: 'Integrations cannot list or choose the agent.',
  Conversation: 'Inboxes and exports lose the conversation.',
  Message: 'Transcripts cannot be shown or exported.',
  Lead: 'The CRM that imports leads loses the contact.',
  Booking: 'Calendars lose the meeting.',
  Reservation: 'The team sees another state of the table or appointment than the guest.',
  KnowledgeSource: 'Nobody sees what the agent was trained on, and when.',
  Me: 'Setup screens cannot tell which workspace and key they work with.',
  AnalyticsSummary: 'Dashboards stay empty.',
  AnalyticsTotals: 'Dashboards show no total, or a wrong one.',
  AnalyticsDay: 'Charts have a gap, or a wrong day.',
  Error: 'Nobody can tell what went wrong.',
}

/**
 * One requirement for each field of each resource. In the contract, `x-requirement` gives its id, and
 * `x-since` the version that added it.
 */
export const FIELDS: readonly FieldRow[] = TABLES.flatMap((table) =>
  (table.fields ?? CONTRACT.fieldsOf(table.resource)).map((field) => rowOf(table, field)),
)

function rowOf({ resource, endpoint, part = 2, section = resource, member }: Table, field: Field): FieldRow {
  const { name, schema } = field
  const id = schema['x-requirement']
  if (typeof id !== 'string') throw new Error(`${resource}.${name} has no x-requirement in the contract`)
  const shown = member === undefined ? name : `${member}.${name}`
  const type = NOTED[`${resource}.${name}`] ?? kindOf(schema)
  return {
    id,
    resource,
    field: name,
    requirement: {
      id,
      part,
      endpoint,
      strength: 'must',
      source: { part, section, item: member === undefined ? name : `${member} ${name}` },
      text: `${section || resource} \`${shown}\` ${says(field, type)}.`,
      since: text(schema['x-since']),
      ...harmOf(resource, field, shown),
    },
  }
}

const byField = new Map(FIELDS.map((row) => [`${row.resource}.${row.field}`, row.id]))

/** The id of the requirement about a field, if there is one. */
export function fieldRequirement(resource: ResourceName, field: string): string | undefined {
  return byField.get(`${resource}.${field}`)
}

/**
 * The harm of a wrong field: for errors, clients decide by `code` only, and the other fields are for people.
 */
function harmOf(resource: ResourceName, { name, required }: Field, shown: string): Harm {
  const why = required
    ? `Typed clients refuse a response without a valid \`${shown}\`. ${LOST[resource]}`
    : `Clients expect that \`${shown}\` may be missing, but not another type. ${LOST[resource]}`
  return resource === 'Error' && name !== 'code' ? minor(why) : major(why)
}

/** A row of a field table in words: `is required and is a string`, `is an integer, null or absent`. */
function says({ required, schema }: Field, type: string): string {
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
