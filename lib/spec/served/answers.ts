import type { ErrorObject } from 'ajv/dist/2020.js'
import { isObject, type JsonObject } from '../../util/values.ts'
import type { Contract, Field } from '../contract.ts'
import { asObject, atPointer, own, pointerTo, shortValue } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import { answerFor, type Served } from './reader.ts'
import type { Objections } from './schemas.ts'

/** Judges right answers by the served schemas of their operation and status; see {@link answersBy}. */
export type DescribedAnswers = (operation: string, status: number, body: unknown) => readonly Contradiction[]

/** The most answers of one operation and status that are judged: the widest pages are among the first. */
const MOST_ANSWERS = 20

/**
 * Judges answers by a served description. An answer that is right by the contract must be valid by it, and no longer
 * be so when one of its fields is damaged. A status that the description leaves out is no contradiction.
 * @param envelope - the contract's schema of every error
 * @param beside - values that a sentence beside the table allows, and the description may leave out
 */
export function answersBy(
  contract: Contract,
  served: Served,
  objections: Objections,
  envelope: string,
  beside: readonly unknown[],
): DescribedAnswers {
  const counts = new Map<string, number>()
  return (operation, status, body) => {
    const content = answerFor(served, operation, status)
    if (content?.states !== 'schema') return []
    const schema = status === 200 ? contract.operation(operation).responseSchema : envelope
    const place = `${operation} ${status}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    if (count > MOST_ANSWERS || contract.validate(schema, body).length > 0) return []
    const found = new Map<string, Contradiction>()
    const differs = (path: string, expected: string, received: string): void => {
      const where = `${place} ${path}`.trim()
      if (!found.has(where)) found.set(where, { kind: 'response', where, expected, received })
    }
    const errorsOf = (value: unknown): readonly ErrorObject[] | undefined =>
      objections('response', content.at, value)
    for (const { instancePath, keyword, params } of unexplained(errorsOf, body, beside)) {
      const name = keyword === 'required' ? `/${String(own(params, 'missingProperty'))}` : ''
      differs(
        words(instancePath + name),
        `what the API returns, ${shortValue(atPointer(body, instancePath + name))}`,
        `refused by ${keyword}`,
      )
    }
    if (found.size === 0 && count === 1 && isObject(body))
      for (const one of looseness(contract, schema, body, status === 200 ? beside : undefined, errorsOf))
        differs(one.path, one.expected, one.received)
    return [...found.values()]
  }
}

/** Keywords that only sum up what others found. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'if'])

/**
 * What a served schema has against a right answer. A null in an optional field means the same as its absence, whatever the
 * description says of null (part 2: not required).
 */
function unexplained(
  errorsOf: (value: unknown) => readonly ErrorObject[] | undefined,
  body: unknown,
  beside: readonly unknown[],
): readonly ErrorObject[] {
  if ((errorsOf(body) ?? []).length === 0) return []
  const errors = errorsOf(withoutNulls(body)) ?? []
  const isExplained = ({ instancePath, keyword, params }: ErrorObject): boolean => {
    const name = keyword === 'required' ? String(own(params, 'missingProperty')) : undefined
    if (name !== undefined) return own(atPointer(body, instancePath), name) === null
    return keyword === 'enum' && beside.includes(atPointer(body, instancePath))
  }
  const left = errors.filter((error) => !SUMMARIES.has(error.keyword) && !isExplained(error))
  const summaries = errors.filter(({ keyword }) => SUMMARIES.has(keyword))
  return left.length > 0 || errors.length > summaries.length ? left : summaries
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([, member]) => member !== null)
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutNulls(member)]))
}

/** `/data/3/tags/0` as `data[].tags[]`. */
function words(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/\d+(?=\/|$)/g, '[]')
    .replaceAll('/', '.')
}

interface Loose {
  readonly path: string
  readonly expected: string
  readonly received: string
}

/** Values of other JSON types, by the type that they have. */
const OTHER_VALUES: readonly (readonly [string, unknown])[] = [
  ['string', 'sample'],
  ['integer', 17],
  ['number', 0.5],
  ['boolean', true],
  ['object', { sample: 1 }],
  ['array', [{ sample: 1 }]],
  ['null', null],
]

/**
 * Damages a right answer, one field at a time, and says where the served schema still accepts it. A schema that accepts
 * a field whatever it holds, or an object whatever it lacks, says nothing about it: that is no contradiction.
 */
function looseness(
  contract: Contract,
  schema: string,
  body: JsonObject,
  beside: readonly unknown[] | undefined,
  errorsOf: (value: unknown) => readonly ErrorObject[] | undefined,
): Loose[] {
  const accepts = (value: unknown): boolean => (errorsOf(value) ?? []).length === 0
  const whole = firstItems(body)
  if (!isObject(whole) || !accepts(whole)) return []
  const found: Loose[] = []
  const visit = (fields: readonly Field[], object: JsonObject, path: readonly string[]): void => {
    const put = (name: string, value: unknown): unknown => replaced(whole, [...path, name], value)
    const label = (name: string): string => words(pointerTo('', ...path, name))
    const required = fields.filter((field) => field.required)
    const loose = required.filter(({ name }) => accepts(put(name, undefined)))
    if (loose.length < required.length)
      for (const { name } of loose)
        found.push({ path: label(name), expected: 'required', received: 'optional' })
    for (const field of fields) {
      const { name, schema: stated } = field
      const types = typesOf(contract, stated)
      const others = OTHER_VALUES.filter(([type]) => !types.has(type) && (field.required || type !== 'null'))
      const accepted = others.filter(([, value]) => accepts(put(name, value)))
      if (accepted.length > 0 && accepted.length < others.length)
        found.push({
          path: label(name),
          expected: [...types].join(' or '),
          received: `${accepted[0]?.[0]} too`,
        })
      const values = stated['enum']
      const missing = (Array.isArray(values) ? values : []).filter(
        (value) =>
          beside !== undefined && value !== null && !beside.includes(value) && !accepts(put(name, value)),
      )
      if (field.required && missing.length > 0)
        found.push({
          path: label(name),
          expected: `${shortValue(missing[0])} among its values`,
          received: 'left out',
        })
      const member = own(object, name)
      const [item] = Array.isArray(member) ? member : []
      if (isObject(member)) visit(contract.fieldsOf(stated), member, [...path, name])
      else if (isObject(item)) visit(contract.fieldsOf(asObject(stated['items'])), item, [...path, name, '0'])
    }
  }
  visit(contract.fieldsOf(schema), whole, [])
  return found
}

/** A copy with one item in each array at most, which is enough to damage. */
function firstItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(firstItems)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, firstItems(member)]))
}

/** A copy with another value at a place; undefined removes the member. */
function replaced(value: unknown, [step, ...rest]: readonly string[], to: unknown): unknown {
  if (step === undefined) return to
  if (Array.isArray(value)) return value.with(Number(step), replaced(value[Number(step)], rest, to))
  if (!isObject(value)) return value
  const { [step]: old, ...others } = value
  const changed = replaced(old, rest, to)
  return changed === undefined ? others : { ...others, [step]: changed }
}

/** The JSON types that the contract allows for a field; an integer is a number, too, but 0.5 is none. */
function typesOf(contract: Contract, schema: JsonObject): ReadonlySet<string> {
  const ref = own(schema, '$ref')
  const stated = typeof ref === 'string' ? atPointer(contract.document, ref.slice(1)) : schema
  const types = [own(stated, 'type')].flat().filter((type) => typeof type === 'string')
  if (own(stated, 'const') !== undefined) types.push(typeof own(stated, 'const'))
  return new Set(types.length === 0 ? ['object'] : types)
}
