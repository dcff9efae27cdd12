import { CONTRACT } from '../api/contract.ts'
import type { BodyName } from '../api/generate/ground.ts'

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

/** The fields of a body, in the order of its table in part 4. */
export function rulesOf(body: BodyName): readonly FieldRules[] {
  return CONTRACT.fieldsOf(body).map(({ name, required, schema }) => {
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
  })
}

/** Sets of fields of which a body must have one: its required fields, or each alternative where it has some. */
export function requiredSets(body: BodyName): readonly (readonly string[])[] {
  const schemas = asRecord(asRecord(CONTRACT.document['components'])['schemas'])
  const { anyOf, required } = asRecord(schemas[body])
  const always = names(required)
  return Array.isArray(anyOf)
    ? anyOf.map((option) => [...always, ...names(asRecord(option)['required'])])
    : [always]
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
