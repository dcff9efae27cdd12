import type { Arbitrary } from 'fast-check'
import type { BodySchema, FieldRules } from './schema.ts'
import { email, type FastCheck, phone, text, uri, word } from './arbitraries.ts'

/** Values that generated bodies use: the mark of the run, and values of the workspace. */
export interface KnownValues {
  /** Lower-case ASCII letters, digits and hyphens, at most 24 characters. */
  readonly mark: string
  /** Fields with this value in every body, except a field that has the defect. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** Values of optional fields, for bodies that have them. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Optional fields that no body has. */
  readonly without?: readonly string[]
}

export type Body = Readonly<Record<string, unknown>>

/**
 * Valid bodies by construction, with values that no conformant service refuses or changes: without outer blanks,
 * empty text, letter case, astral characters or duplicates, which the specification leaves open.
 */
export function validBody(fc: FastCheck, body: BodySchema, known: KnownValues): Arbitrary<Body> {
  const rules = body.rules.filter(({ name }) => !known.without?.includes(name))
  const model = Object.fromEntries(rules.map((rule) => [rule.name, fieldValue(fc, rule, known)]))
  const sets = body.requiredSets.map((required) => {
    const requiredKeys = [...new Set([...required, ...Object.keys(known.fixed)])].filter(
      (name) => name in model,
    )
    return fc.record(model, { requiredKeys, noNullPrototype: true })
  })
  return fc.oneof(...sets)
}

/** Valid bodies with every field: of those that may be null every other one is, then the others. */
export function halfNulls(fc: FastCheck, body: BodySchema, known: KnownValues): Arbitrary<Body>[] {
  const rules = body.rules.filter(({ name }) => !known.without?.includes(name))
  const given = { ...known.values, ...known.fixed }
  const nullable = rules.filter((rule) => rule.nullable && !Object.hasOwn(given, rule.name))
  if (nullable.length === 0) return []
  return [0, 1].map((turn) => {
    const nulls = new Set(nullable.filter((_, index) => index % 2 === turn))
    const value = (rule: FieldRules): Arbitrary<unknown> =>
      nulls.has(rule) ? fc.constant(null) : fieldValue(fc, { ...rule, nullable: false }, known)
    return fc.record(Object.fromEntries(rules.map((rule) => [rule.name, value(rule)])), {
      noNullPrototype: true,
    })
  })
}

/** A valid value of one field. */
export function fieldValue(fc: FastCheck, rule: FieldRules, known: KnownValues): Arbitrary<unknown> {
  const given = { ...known.values, ...known.fixed }
  if (Object.hasOwn(given, rule.name)) return fc.constant(given[rule.name])
  const value = plainValue(fc, rule, known.mark)
  return rule.nullable ? fc.option(value, { freq: 6, nil: null }) : value
}

function plainValue(fc: FastCheck, rule: FieldRules, mark: string): Arbitrary<unknown> {
  if (rule.type === 'boolean') return fc.boolean()
  if (rule.type === 'array')
    return fc.oneof(
      { weight: 5, arbitrary: distinctTexts(fc, rule, mark, 0, 4) },
      { weight: 1, arbitrary: distinctTexts(fc, rule, mark, rule.maxItems ?? 4, rule.maxItems ?? 4) },
    )
  const { maxLength: longest } = rule
  // An id.
  if (longest === undefined) return word(fc)
  if (rule.format === 'email') return email(fc, mark)
  if (rule.format === 'uri') return uri(fc, longest)
  if (rule.format === 'phone') return phone(fc)
  return text(fc, longest, longest < 100 ? '' : mark)
}

/** Distinct texts: each starts with its position. */
export function distinctTexts(
  fc: FastCheck,
  { maxLength = 0 }: FieldRules,
  mark: string,
  fewest: number,
  most: number,
): Arbitrary<string[]> {
  // The position has two digits and a hyphen.
  return fc
    .array(text(fc, maxLength - 3, mark), { minLength: fewest, maxLength: most })
    .map((list) => list.map((tag, index) => `${String(index).padStart(2, '0')}-${tag}`))
}
