import type { JsonObject } from './json.ts'
import { asObject, atPointer, entries, own, pointerTo, strings } from './json.ts'
import { contractDocument } from './document.ts'

/** The objects whose fields part 2 tabulates, and the error envelope of part 7. */
export const RESOURCES = [
  'Pagination',
  'Chatbot',
  'Conversation',
  'Message',
  'ConversationDetail',
  'Lead',
  'Booking',
  'Reservation',
  'KnowledgeSource',
  'Me',
  'AnalyticsSummary',
  'Error',
] as const
export type Resource = (typeof RESOURCES)[number]

/** One row of a table of fields. */
export interface Field {
  readonly name: string
  /** False: the field may be absent or null. */
  readonly required: boolean
  /** The field's own schema; may be a `$ref` into the contract. */
  readonly schema: JsonObject
}

/** The fields of a resource or request body in the order of its table, inherited ones first. Empty for an unknown name. */
export function fieldsOf(schemaName: string): readonly Field[] {
  return fields(atPointer(contractDocument(), pointerTo('/components/schemas', schemaName)))
}

function fields(schema: unknown): Field[] {
  const ref = own(schema, '$ref')
  if (typeof ref === 'string') return fields(atPointer(contractDocument(), ref.slice(1)))
  const allOf = own(schema, 'allOf')
  const inherited = Array.isArray(allOf) ? allOf.flatMap(fields) : []
  const required = strings(own(schema, 'required'))
  const listed = entries(own(schema, 'properties')).map(([name, value]) => ({
    name,
    required: required.includes(name),
    schema: asObject(value),
  }))
  return [...inherited, ...listed]
}
