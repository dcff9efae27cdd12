import type { Contract, Field } from '../contract/index.ts'
import type { DefectKind } from './defects.ts'

/** The rules of one field of a body, as the contract states them. */
export interface FieldRules {
  readonly name: string
  readonly required: boolean
  readonly type: 'string' | 'boolean' | 'array'
  readonly nullable: boolean
  /** For a string its own bounds, for an array those of its items. */
  readonly minLength: number
  readonly maxLength: number | undefined
  readonly maxItems: number | undefined
  readonly format: string | undefined
}

/** A request body that inputs are made for: what its contract says of it, and which requirement each defect breaks. */
export interface BodySchema extends DefectRulings {
  /** Its fields, in the order of the contract. */
  readonly rules: readonly FieldRules[]
  /** Sets of fields of which a body must have one: its required fields, or each alternative where it has some. */
  readonly requiredSets: readonly (readonly string[])[]
  /** Whether the contract calls a value, as it goes over the wire, valid. */
  readonly isValid: (value: unknown) => boolean
}

/** What a specification says of a defective body beyond its contract. */
export interface DefectRulings {
  /** The requirement whose plain case finds the same defect; the field is empty where the body as a whole is broken. */
  readonly hint: (field: string, kind: DefectKind) => string
  /** Whether a refusal of the defect may be a 404 as well. */
  readonly notFoundIsOpen: (field: string, kind: DefectKind) => boolean
}

/** The body with this name in the contract's components. */
export function bodySchemaOf(contract: Contract, name: string, rulings: DefectRulings): BodySchema {
  const schemas = asRecord(asRecord(contract.document['components'])['schemas'])
  const { anyOf, required } = asRecord(schemas[name])
  const always = names(required)
  return {
    ...rulings,
    rules: contract.fieldsOf(name).map(rulesOf),
    requiredSets: Array.isArray(anyOf)
      ? anyOf.map((option) => [...always, ...names(asRecord(option)['required'])])
      : [always],
    isValid: (value) => contract.validate(name, value).length === 0,
  }
}

function rulesOf({ name, required, schema }: Field): FieldRules {
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
    format: typeof schema['format'] === 'string' ? schema['format'] : undefined,
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
