import type { Field } from '../../lib/spec/contract.ts'
import { own } from '../../lib/spec/json.ts'
import type { JsonObject } from '../../lib/util/values.ts'

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
export function says({ required, schema }: Field, name: string): string {
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
