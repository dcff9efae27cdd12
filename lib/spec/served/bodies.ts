import type { JsonObject } from '../../util/values.ts'
import type { Contract, Field } from '../contract.ts'
import { asObject, atPointer, own, pointerTo, shortValue } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import type { Served } from './reader.ts'
import type { Objections } from './schemas.ts'

/** Each field of a body is tried with each of these; the contract says where they are right. `undefined`: without the field. */
const VALUES: readonly unknown[] = [undefined, null, true, false, 17, {}, [], ['tag'], [17]]

/** Beyond every bound that an API states. A schema that accepts even this states no bound, which is no contradiction. */
const UNBOUNDED = 'x'.repeat(200_000)

const ID = 'Uk4x9Qw2LzB7dT3mYp5RcN8s'
/** Ids of every usual length: a description may state the length of its own. Part 1, convention 2: they are opaque. */
const IDS = Array.from(ID, (_, n) => ID.slice(0, n + 1)).toReversed()

/** What every description states; it may leave out other rules, such as formats. */
const STATED = new Set(['type', 'required'])

/** Whether a served schema accepts a body; undefined if that cannot be found out. */
type Accepts = (body: unknown) => boolean | undefined

/** Compares request bodies: the served schema must accept what the specification allows, and refuse what it refuses. */
export function compareBodies(contract: Contract, served: Served, objections: Objections): Contradiction[] {
  return [...served.operations.values()].flatMap(({ key, body }) => {
    const { requestSchema } = contract.operation(key)
    if (requestSchema === undefined || body?.states !== 'schema') return []
    const accepts: Accepts = (value) => {
      const errors = objections('request', body.at, value)
      return errors && errors.length === 0
    }
    // A schema that accepts anything says nothing.
    if (accepts({}) === true && accepts(17) === true) return []
    return compareBody(contract, requestSchema, accepts).map(({ field, expected, received }) => ({
      kind: 'request-body',
      where: `${key} body ${field}`.trim(),
      expected,
      received,
    }))
  })
}

/** @returns the first mistake on each field; `field` is empty for the body as a whole */
function compareBody(
  contract: Contract,
  name: string,
  accepts: Accepts,
): { field: string; expected: string; received: string }[] {
  const fields = contract.fieldsOf(name)
  const needed = fields.filter(({ required }) => required)
  const leastWith = (one: string): JsonObject =>
    Object.fromEntries(needed.map((field) => [field.name, textFor(field, one)]))
  const id = IDS.find((one) => accepts(leastWith(one))) ?? ID
  const least = leastWith(id)
  const isAllowed = contract.validate(name, least).length === 0
  // Where the smallest body is refused, every other one is, too.
  if (isAllowed && accepts(least) === false)
    return [{ field: '', expected: `accepts ${shortValue(least)}`, received: 'refuses it' }]
  // Part 4 says nothing of a null beside a valid field in a body of alternatives.
  const nullIsOpen = own(schemaOf(contract, name), 'anyOf') !== undefined

  const mistakeOn = (field: Field, value: unknown): { expected: string; received: string } | undefined => {
    const bodyWith = (one: unknown): JsonObject => ({ ...least, [field.name]: one })
    const [problem] = contract.validate(name, bodyWith(value))
    const isAccepted = accepts(bodyWith(value))
    if (problem === undefined)
      return isAccepted === false
        ? { expected: `accepts ${words(value)}`, received: 'refuses it' }
        : undefined
    if (isAccepted !== true || (value === null && nullIsOpen)) return undefined
    const isStated =
      problem.keyword === 'maxLength'
        ? accepts(bodyWith(Array.isArray(value) ? [UNBOUNDED] : UNBOUNDED)) === false
        : STATED.has(problem.keyword)
    return isStated ? { expected: problem.expected, received: `accepts ${words(value)}` } : undefined
  }
  return fields.flatMap((field) => {
    const found = valuesFor(field, id).flatMap((value) => mistakeOn(field, value) ?? [])
    return found.slice(0, 1).map((mistake) => ({ field: field.name, ...mistake }))
  })
}

function schemaOf(contract: Contract, name: string): unknown {
  return atPointer(contract.document, pointerTo('/components/schemas', name))
}

/** The values that a field is tried with: those for all, and texts of its own length. */
function valuesFor(field: Field, id: string): readonly unknown[] {
  const { schema } = field
  const items = asObject(schema['items'])
  if (typeof items['maxLength'] === 'number')
    return [...VALUES, ...lengthsOf(items).map((text) => [text]), manyTexts(Number(schema['maxItems']))]
  // No valid e-mail address is as long as its bound.
  const lengths = schema['format'] === 'email' ? [] : lengthsOf(schema)
  return [textFor(field, id), ...VALUES, ...lengths]
}

/** Texts of the least and the greatest length, and one character more. */
function lengthsOf({ format, minLength = 1, maxLength }: JsonObject): string[] {
  if (typeof maxLength !== 'number') return []
  const text = (length: number): string => (format === 'uri' ? 'https://a.example/' : '').padEnd(length, 'x')
  return [text(Number(minLength)), text(maxLength), text(maxLength + 1)]
}

function manyTexts(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `tag-${n}`)
}

/** A text that no service refuses in this field. */
function textFor({ schema }: Field, id: string): string {
  if (schema['format'] === 'email') return 'guest@example.com'
  return schema['format'] === 'uri' ? 'https://a.example/page' : id
}

function words(value: unknown): string {
  if (value === undefined) return 'its absence'
  const [text = value] = [value].flat()
  return typeof text === 'string' && text.length > 80 ? `${text.length} characters` : shortValue(value)
}
