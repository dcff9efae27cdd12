import type { Contract, Field } from '../../lib/spec/contract.ts'

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

/** A request body for which inputs are generated: its contract, and the requirement that each defect violates. */
export interface BodySchema extends DefectRulings {
  /** Its fields, in the order of the contract. */
  readonly rules: readonly FieldRules[]
  /** A body needs all fields of one of these sets: its required fields, or those of an alternative. */
  readonly requiredSets: readonly (readonly string[])[]
  /** Whether the contract accepts a value in its form on the wire. */
  readonly isValid: (value: unknown) => boolean
}

/** What is known of a body beyond its contract. */
export interface DefectRulings {
  /** Formats of texts that the contract leaves free, by field: `phone`. */
  readonly formats?: Readonly<Record<string, string>>
  /** The requirement for which a plain case finds the same defect; `field` is empty for the body as a whole. */
  readonly hint: (field: string, kind: DefectKind) => string
  /** Whether a refusal of the defect may also be a 404. */
  readonly notFoundIsOpen: (field: string, kind: DefectKind) => boolean
}

/** The body with this name in the components of the contract. */
export function bodySchemaOf(contract: Contract, name: string, rulings: DefectRulings): BodySchema {
  const schemas = asRecord(asRecord(contract.document['components'])['schemas'])
  const { anyOf, required } = asRecord(schemas[name])
  const always = names(required)
  return {
    ...rulings,
    rules: contract.fieldsOf(name).map((field) => rulesOf(field, rulings.formats)),
    requiredSets: Array.isArray(anyOf)
      ? anyOf.map((option) => [...always, ...names(asRecord(option)['required'])])
      : [always],
    isValid: (value) => contract.validate(name, value).length === 0,
  }
}

function rulesOf({ name, required, schema }: Field, formats: DefectRulings['formats'] = {}): FieldRules {
  const types = [schema['type']].flat()
  const type = types.find((t) => t === 'string' || t === 'boolean' || t === 'array') ?? 'string'
  const lengths = type === 'array' ? asRecord(schema['items']) : schema
  return {
    name,
    required,
    type,
    nullable: types.includes('null'),
    minLength: number(lengths['minLength']) ?? 0,
    maxLength: number(lengths['maxLength']),
    maxItems: number(schema['maxItems']),
    format: typeof schema['format'] === 'string' ? schema['format'] : formats[name],
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function names(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
