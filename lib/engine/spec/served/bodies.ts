import type { JsonObject } from '../../util/values.ts'
import { CONTRACT } from '../api.ts'
import type { Field } from '../contract.ts'
import { asObject } from '../json.ts'
import type { SchemaProblem } from '../schemas.ts'
import { acceptanceOf, firstMistake, type Mistake } from './acceptance.ts'
import type { Contradiction } from './contradiction.ts'
import type { Described } from './reader.ts'
import type { Objections } from './schemas.ts'

/** Compares request bodies: the first mistake on each field, or the one on the smallest body. */
export function compareBodies({ operations }: Described, objections: Objections): Contradiction[] {
  return [...operations.values()].flatMap(({ key, body }) => {
    const { requestSchema } = CONTRACT.operation(key)
    if (requestSchema === undefined || body?.schema === undefined) return []
    return mistakesIn(requestSchema, body.schema, objections).map(([field, mistake]) => ({
      kind: 'request-body',
      where: `${key} body ${field}`.trim(),
      ...mistake,
    }))
  })
}

/** @returns fields with their mistakes; a field is empty for the body as a whole */
function mistakesIn(name: string, at: string, objections: Objections): (readonly [field: string, Mistake])[] {
  const accepts = acceptanceOf(objections, at)
  if (accepts === undefined) return []
  const problemOf = (body: unknown): SchemaProblem | undefined => CONTRACT.validate(name, body)[0]
  const fields = CONTRACT.fieldsOf(name)
  const leastWith = (id: string): JsonObject =>
    Object.fromEntries(fields.flatMap((field) => (field.required ? [[field.name, textFor(field, id)]] : [])))
  const id = IDS.find((one) => accepts(leastWith(one))) ?? ID
  const least = leastWith(id)
  // Where the smallest body is refused, every other one is, too.
  const ofLeast = problemOf(least) === undefined ? firstMistake([least], problemOf, accepts) : undefined
  if (ofLeast !== undefined) return [['', ofLeast]]
  return fields.flatMap((field) => {
    const bodyWith = (value: unknown): JsonObject => ({ ...least, [field.name]: value })
    const mistake = firstMistake(
      valuesFor(field, id),
      (value) => problemOf(bodyWith(value)),
      (value) => accepts(bodyWith(value)),
    )
    return mistake === undefined ? [] : [[field.name, mistake]]
  })
}

const ID = 'Uk4x9Qw2LzB7dT3mYp5RcN8s'
/** Ids of every usual length: a description may state the length of its own. Part 1, convention 2: they are opaque. */
const IDS = Array.from(ID, (_, n) => ID.slice(0, n + 1)).toReversed()

/** Each field of a body is tried with each of these; the contract says where they are right. `undefined`: without the field. */
const VALUES: readonly unknown[] = [undefined, true, false, 17, {}, [], ['tag'], [17]]

/** The values that a field is tried with: those for all, and texts of its greatest length and one character more. */
function valuesFor(field: Field, id: string): readonly unknown[] {
  const { schema } = field
  // Part 4 says nothing of a null beside a valid field in PATCH, whose fields are no texts.
  if (![schema['type']].flat().includes('string'))
    return [...VALUES, ...lengthsOf(asObject(schema['items'])).map((text) => [text])]
  // No valid e-mail address is as long as its bound.
  const lengths = schema['format'] === 'email' ? [] : lengthsOf(schema)
  return [textFor(field, id), ...VALUES, null, ...lengths]
}

function lengthsOf({ format, maxLength }: JsonObject): string[] {
  if (typeof maxLength !== 'number') return []
  const beginning = format === 'uri' ? 'https://a.example/' : ''
  return [beginning.padEnd(maxLength, 'x'), beginning.padEnd(maxLength + 1, 'x')]
}

/** A text that no service refuses in this field. */
function textFor({ schema }: Field, id: string): string {
  if (schema['format'] === 'email') return 'guest@example.com'
  return schema['format'] === 'uri' ? 'https://a.example/page' : id
}
