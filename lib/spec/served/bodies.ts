import { isObject, type JsonObject } from '../../util/values.ts'
import type { Contract, Field } from '../contract.ts'
import { asObject, atPointer, own, pointerTo, strings } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import type { Served } from './reader.ts'
import type { Objections } from './schemas.ts'

/** A value of a field that the specification allows or refuses. */
interface Probe {
  /** Undefined: the field is left out. */
  readonly value: unknown
  /** `200 characters`, `null`, `its absence`. */
  readonly what: string
  readonly allowed: boolean
  /**
   * For a value just beyond a bound: one far beyond it. A schema that accepts this one, too, states no bound, which is
   * no contradiction.
   */
  readonly far?: unknown
}

/**
 * Compares request bodies: the served schema must accept what the specification allows, and refuse what it refuses.
 * @param id - an id that looks like those of the service
 */
export function compareBodies(
  contract: Contract,
  served: Served,
  objections: Objections,
  id: string,
): Contradiction[] {
  return [...served.operations.values()].flatMap(({ key, body }) => {
    const { requestSchema } = contract.operation(key)
    if (requestSchema === undefined || body?.states !== 'schema') return []
    const accepts = (value: unknown): boolean | undefined => {
      const errors = objections('request', body.at, value)
      return errors === undefined ? undefined : errors.length === 0
    }
    return compareBody(contract, requestSchema, accepts, id).map(({ field, expected, received }) => ({
      kind: 'request-body',
      where: `${key} body ${field}`.trim(),
      expected,
      received,
    }))
  })
}

/** @returns the mistakes of a schema; `field` is empty for the body as a whole */
function compareBody(
  contract: Contract,
  name: string,
  accepts: (value: unknown) => boolean | undefined,
  id: string,
): { field: string; expected: string; received: string }[] {
  // A schema that accepts anything says nothing.
  if (accepts({}) !== false && accepts(17) !== false) return []
  const fields = contract.fieldsOf(name)
  const bodyOf = (some: readonly string[]): JsonObject =>
    Object.fromEntries(
      fields
        .filter((field) => some.includes(field.name))
        .map((field) => [field.name, sample(field.schema, field.name, id)]),
    )
  const sets = requiredSets(contract, name)
  // Where the smallest body is refused, every other one is, too.
  const refused = sets.find((set) => accepts(bodyOf(set)) === false)
  if (refused !== undefined)
    return [{ field: '', expected: `accepts a body of ${refused.join(' and ')}`, received: 'refuses it' }]
  const least = bodyOf(sets[0] ?? [])
  // Part 4 says nothing of a null beside a valid field in a body of alternatives.
  const nullIsOpen = sets.length > 1
  return fields.flatMap((field) => {
    const takes = (value: unknown): boolean | undefined => accepts({ ...least, [field.name]: value })
    const wrong = probesOf(field, id, nullIsOpen).find(
      ({ value, allowed, far }) => takes(value) === !allowed && (far === undefined || takes(far) === false),
    )
    if (wrong === undefined) return []
    const [expected, received] = wrong.allowed ? ['accepts', 'refuses'] : ['refuses', 'accepts']
    return [
      { field: field.name, expected: `${expected} ${wrong.what}`, received: `${received} ${wrong.what}` },
    ]
  })
}

/** A body needs all fields of one of these sets: its required ones, or those of an alternative. */
function requiredSets(contract: Contract, name: string): string[][] {
  const schema = atPointer(contract.document, pointerTo('/components/schemas', name))
  const always = strings(own(schema, 'required'))
  const alternatives = own(schema, 'anyOf')
  if (!Array.isArray(alternatives)) return [always]
  return alternatives.map((one) => [...always, ...strings(own(one, 'required'))])
}

const allow = (value: unknown, what: string): Probe => ({ value, what, allowed: true })
const refuse = (value: unknown, what: string, far?: unknown): Probe => ({ value, what, allowed: false, far })

/** Far beyond every bound of the contract, and no bound that an API would state. */
const FAR_LENGTH = 200_000
const FAR_ITEMS = 1000

/** One probe for each statement of the contract on a field. */
function probesOf({ name, required, schema }: Field, id: string, nullIsOpen: boolean): Probe[] {
  const types = [schema['type']].flat()
  const good = allow(sample(schema, name, id), 'a usual value')
  const ofNull = types.includes('null') ? allow(null, 'null') : refuse(null, 'null')
  const others = [
    ...(required ? [refuse(undefined, 'its absence')] : []),
    ...(ofNull.allowed || !nullIsOpen ? [ofNull] : []),
  ]
  if (types.includes('boolean'))
    return [
      allow(true, 'true'),
      allow(false, 'false'),
      refuse('yes', 'a string'),
      refuse({}, 'an object'),
      ...others,
    ]
  if (types.includes('array')) {
    const most = Number(schema['maxItems'])
    const texts = (count: number): string[] => Array.from({ length: count }, (_, n) => `tag-${n}`)
    const ofItems = lengthProbes(asObject(schema['items']))
    return [
      good,
      allow([], 'no item'),
      allow(texts(most), `${most} items`),
      refuse(texts(most + 1), `${most + 1} items`, texts(FAR_ITEMS)),
      refuse('tag', 'a string'),
      refuse([17], 'an integer as item'),
      ...ofItems.map((probe) => ({ ...probe, value: [probe.value], far: probe.far && [probe.far] })),
      ...others,
    ]
  }
  return [good, refuse(17, 'an integer'), refuse({}, 'an object'), ...others, ...lengthProbes(schema)]
}

function lengthProbes({ minLength, maxLength, format }: JsonObject): Probe[] {
  if (typeof maxLength !== 'number') return []
  const text = (length: number): string => (format === 'uri' ? 'https://a.example/' : '').padEnd(length, 'x')
  return [
    refuse(text(maxLength + 1), `${maxLength + 1} characters`, text(FAR_LENGTH)),
    // No valid e-mail address is as long as its bound.
    ...(format === 'email' ? [] : [allow(text(maxLength), `${maxLength} characters`)]),
    ...(format === undefined
      ? [allow(text(typeof minLength === 'number' ? minLength : 1), 'one character')]
      : []),
  ]
}

/** A value that no service refuses. */
function sample(schema: JsonObject, name: string, id: string): unknown {
  const types = [schema['type']].flat()
  if (types.includes('boolean')) return true
  if (types.includes('array')) return isObject(schema['items']) ? ['tag'] : []
  if (schema['format'] === 'email') return 'guest@example.com'
  if (schema['format'] === 'uri') return 'https://a.example/page'
  return name.endsWith('_id') ? id : 'sample'
}
