import type { Arbitrary } from 'fast-check'
import type { BodyName, Ground } from '../api/generate/ground.ts'
import type { FastCheck } from './sampling.ts'
import { type FieldRules, requiredSets, rulesOf } from './schema.ts'
import { email, phone, text, uri } from './text.ts'

export type Body = Readonly<Record<string, unknown>>

const FALLBACK = 200

/**
 * Bodies that are valid by construction, made of values that no conformant service has a reason to refuse or to change: whatever the
 * specification leaves open (outer blanks, empty text, letter case, astral characters, duplicates) does not occur.
 */
export function validBody(fc: FastCheck, body: BodyName, ground: Ground): Arbitrary<Body> {
  const rules = rulesOf(body).filter(({ name }) => !ground.without?.includes(name))
  const model = Object.fromEntries(rules.map((rule) => [rule.name, fieldValue(fc, rule, ground)]))
  const sets = requiredSets(body).map((required) => {
    const requiredKeys = [...new Set([...required, ...Object.keys(ground.fixed)])].filter(
      (name) => name in model,
    )
    return fc.record(model, { requiredKeys, noNullPrototype: true })
  })
  return fc.oneof(...sets)
}

/** Valid bodies with every field, of which one is null: a body for each field that may be. */
export function soleNulls(fc: FastCheck, body: BodyName, ground: Ground): Arbitrary<Body>[] {
  const rules = rulesOf(body).filter(({ name }) => !ground.without?.includes(name))
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
