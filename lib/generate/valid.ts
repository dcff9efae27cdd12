import type { Arbitrary } from 'fast-check'
import type { FastCheck } from './sampling.ts'
import type { BodySchema, FieldRules } from './schema.ts'
import { email, phone, text, uri } from './text.ts'

/** What generated bodies stand on: values of the workspace, and a mark that tells ours from others. */
export interface Ground {
  /** Lower-case ASCII letters, digits and hyphens, at most 24 characters. */
  readonly mark: string
  /** Fields that every body carries with just this value, unless the defect is planted there. */
  readonly fixed: Readonly<Record<string, unknown>>
  /** Values of fields that a body may carry, where it carries them. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Optional fields that no body carries. */
  readonly without?: readonly string[]
}

export type Body = Readonly<Record<string, unknown>>

const FALLBACK = 200

/**
 * Bodies that are valid by construction, made of values that no conformant service has a reason to refuse or to change: whatever the
 * specification leaves open (outer blanks, empty text, letter case, astral characters, duplicates) does not occur.
 */
export function validBody(fc: FastCheck, body: BodySchema, ground: Ground): Arbitrary<Body> {
  const rules = body.rules.filter(({ name }) => !ground.without?.includes(name))
  const model = Object.fromEntries(rules.map((rule) => [rule.name, fieldValue(fc, rule, ground)]))
  const sets = body.requiredSets.map((required) => {
    const requiredKeys = [...new Set([...required, ...Object.keys(ground.fixed)])].filter(
      (name) => name in model,
    )
    return fc.record(model, { requiredKeys, noNullPrototype: true })
  })
  return fc.oneof(...sets)
}

/** Valid bodies with every field, of which one is null: a body for each field that may be. */
export function soleNulls(fc: FastCheck, body: BodySchema, ground: Ground): Arbitrary<Body>[] {
  const rules = body.rules.filter(({ name }) => !ground.without?.includes(name))
  const given = { ...ground.values, ...ground.fixed }
  const filled = rules.map(
    (rule) => [rule.name, fieldValue(fc, { ...rule, nullable: false }, ground)] as const,
  )
  return rules
    .filter(({ name, nullable }) => nullable && !Object.hasOwn(given, name))
    .map(({ name }) =>
      fc.record(Object.fromEntries([...filled, [name, fc.constant(null)]]), { noNullPrototype: true }),
    )
}

/** A valid value of one field. */
export function fieldValue(fc: FastCheck, rule: FieldRules, ground: Ground): Arbitrary<unknown> {
  const given = { ...ground.values, ...ground.fixed }
  if (Object.hasOwn(given, rule.name)) return fc.constant(given[rule.name])
  const value = plainValue(fc, rule, ground.mark)
  return rule.nullable ? fc.option(value, { freq: 6, nil: null }) : value
}

function plainValue(fc: FastCheck, rule: FieldRules, mark: string): Arbitrary<unknown> {
  if (rule.type === 'boolean') return fc.boolean()
  if (rule.type === 'array')
    return fc.oneof(
      { weight: 5, arbitrary: tags(fc, rule, mark, 0, 4) },
      { weight: 1, arbitrary: tags(fc, rule, mark, rule.maxItems ?? 4, rule.maxItems ?? 4) },
    )
  const longest = rule.maxLength ?? FALLBACK
  if (rule.format === 'email') return email(fc, mark)
  if (rule.format === 'uri') return uri(fc, longest)
  if (rule.name === 'phone') return phone(fc)
  return text(fc, longest, longest < 100 ? '' : mark)
}

/** Tags that differ from each other: each begins with its position. */
export function tags(
  fc: FastCheck,
  { maxLength = FALLBACK }: FieldRules,
  mark: string,
  fewest: number,
  most: number,
): Arbitrary<string[]> {
  // The position is two digits, and a hyphen follows it.
  return fc
    .array(text(fc, maxLength - 3, mark), { minLength: fewest, maxLength: most })
    .map((list) => list.map((tag, index) => `${String(index).padStart(2, '0')}-${tag}`))
}
