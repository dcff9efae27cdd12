import type { BodyName } from '../../lib/spec/request-bodies.ts'
import { CONTRACT } from '../../lib/spec/api.ts'
import type { Field } from '../../lib/spec/contract.ts'
import { atPointer, own, strings } from '../../lib/spec/json.ts'
import { integer } from '../../lib/util/values.ts'

/** A way in which a generated body violates the contract. */
export type DefectKind =
  | 'missing'
  | 'wrong type'
  | 'null'
  | 'too long'
  | 'too short'
  | 'too many items'
  | 'bad format'
  | 'not an object'
  | 'not JSON'

/** The rules of one field of a body, from the contract. */
export interface FieldRules {
  readonly name: string
  readonly required: boolean
  readonly type: 'string' | 'boolean' | 'array'
  readonly nullable: boolean
  /** Bounds of a string, or of the items of an array. */
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly maxItems: number | undefined
  readonly format: string | undefined
}

/** A request body for which inputs are generated. */
export interface BodySchema {
  /** Its fields, in the order of the contract. */
  readonly rules: readonly FieldRules[]
  /** A body needs all fields of one of these sets: its required fields, or those of an alternative. */
  readonly requiredSets: readonly (readonly string[])[]
}

/** The schema of each body. */
export const SCHEMAS: Readonly<Record<BodyName, BodySchema>> = {
  LeadCreate: schemaOf('LeadCreate'),
  ConversationPatch: schemaOf('ConversationPatch'),
  MessageCreate: schemaOf('MessageCreate'),
}

function schemaOf(name: BodyName): BodySchema {
  const schema = atPointer(CONTRACT.document, `/components/schemas/${name}`)
  const alternatives = own(schema, 'anyOf')
  const always = strings(own(schema, 'required'))
  return {
    rules: CONTRACT.fieldsOf(name).map(rulesOf),
    requiredSets: Array.isArray(alternatives)
      ? alternatives.map((option) => [...always, ...strings(own(option, 'required'))])
      : [always],
  }
}

function rulesOf({ name, required, schema }: Field): FieldRules {
  const types = [own(schema, 'type')].flat()
  const type = types.find((t) => t === 'string' || t === 'boolean' || t === 'array') ?? 'string'
  const lengths = type === 'array' ? own(schema, 'items') : schema
  // Any text is a valid `phone`, but letters in one may be lost.
  const format = name === 'phone' ? 'phone' : own(schema, 'format')
  return {
    name,
    required,
    type,
    nullable: types.includes('null'),
    minLength: integer(own(lengths, 'minLength')) ?? 0,
    maxLength: integer(own(lengths, 'maxLength')),
    maxItems: integer(own(schema, 'maxItems')),
    format: typeof format === 'string' ? format : undefined,
  }
}

/** A value of the wrong type is not an id, so it is also an unknown id: 400 or 404 is open. */
export function isNotFoundOpen(field: string, kind: DefectKind): boolean {
  return field.endsWith('_id') && (kind === 'wrong type' || kind === 'null')
}
