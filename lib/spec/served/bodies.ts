import { isObject, type JsonObject } from '../../util/values.ts'
import type { Contract, Field } from '../contract.ts'
import { asObject, atPointer, own, pointerTo, strings } from '../json.ts'
import type { Contradiction } from './contradiction.ts'
import type { Served } from './reader.ts'
import type { Objections } from './schemas.ts'

/** A request body that the specification allows or refuses. */
interface BodyProbe {
  readonly body: JsonObject
  /** The field that it is about. */
  readonly field: string
  /** `200 characters`, `null`, `absent`. */
  readonly what: string
  readonly allowed: boolean
  /**
   * For a value just beyond a bound: a body far beyond it. A schema that accepts this one, too, states no bound, which
   * is no contradiction.
   */
  readonly far?: JsonObject
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
  const found = new Map<string, Contradiction>()
  for (const { key, body } of served.operations.values()) {
    const { requestSchema } = contract.operation(key)
    if (requestSchema === undefined || body?.states !== 'schema') continue
    const accepts = (value: unknown): boolean | undefined => {
      const errors = objections('request', body.at, value)
      return errors === undefined ? undefined : errors.length === 0
    }
    // A schema that accepts anything says nothing.
    if (accepts({}) !== false && accepts(17) !== false) continue
    // Where the smallest body is refused, every other one is, too.
    const refused = requiredSets(contract, requestSchema).find(
      (set) => accepts(bodyOf(contract, requestSchema, set, id)) === false,
    )
    if (refused !== undefined) {
      const expected = `accepts a body of ${refused.join(' and ')}`
      found.set(key, { kind: 'request-body', where: `${key} body`, expected, received: 'refuses it' })
      continue
    }
    for (const { body: value, field, what, allowed, far } of bodyProbes(contract, requestSchema, id)) {
      const accepted = accepts(value)
      if (accepted === undefined || accepted === allowed) continue
      if (far !== undefined && accepts(far) !== false) continue
      const where = `${key} body ${field}`
      const [expected, received] = allowed
        ? [`accepts ${what}`, `refuses ${what}`]
        : [`refuses ${what}`, `accepts ${what}`]
      if (!found.has(where)) found.set(where, { kind: 'request-body', where, expected, received })
    }
  }
  return [...found.values()]
}

/** One probe for each statement of the contract on each field of a request body. */
export function bodyProbes(contract: Contract, name: string, id: string): BodyProbe[] {
  const sets = requiredSets(contract, name)
  const least = sets[0] ?? []
  const missing = contract.fieldsOf(name).flatMap(({ name: field, required }): BodyProbe[] => {
    const others = least.filter((one) => one !== field)
    const body = bodyOf(contract, name, others, id)
    return required ? [{ body, field, what: 'its absence', allowed: false }] : []
  })
  // Part 4 says nothing of a null beside a valid field in a body of alternatives.
  const nullIsOpen = sets.length > 1
  const values = contract.fieldsOf(name).flatMap((field) =>
    valueProbes(field, id, nullIsOpen).map(({ value, far, ...probe }): BodyProbe => {
      const withValue = (one: unknown): JsonObject => ({
        ...bodyOf(contract, name, least, id),
        [field.name]: one,
      })
      return {
        ...probe,
        field: field.name,
        body: withValue(value),
        far: far === undefined ? undefined : withValue(far),
      }
    }),
  )
  return [...missing, ...values]
}

/** A body with usual values in these fields. */
function bodyOf(contract: Contract, name: string, fields: readonly string[], id: string): JsonObject {
  const known = contract.fieldsOf(name).filter((field) => fields.includes(field.name))
  return Object.fromEntries(known.map((field) => [field.name, sample(field.schema, field.name, id)]))
}

/** A body needs all fields of one of these sets: its required ones, or those of an alternative. */
function requiredSets(contract: Contract, name: string): string[][] {
  const schema = atPointer(contract.document, pointerTo('/components/schemas', name))
  const always = strings(own(schema, 'required'))
  const alternatives = own(schema, 'anyOf')
  if (!Array.isArray(alternatives)) return [always]
  return alternatives.map((one) => [...always, ...strings(own(one, 'required'))])
}

interface ValueProbe {
  readonly value: unknown
  readonly what: string
  readonly allowed: boolean
  readonly far?: unknown
}

/** Far beyond every bound of the contract, and no bound that an API would state. */
const FAR_LENGTH = 200_000
const FAR_ITEMS = 1000

function valueProbes({ name, schema }: Field, id: string, nullIsOpen: boolean): ValueProbe[] {
  const allow = (value: unknown, what: string): ValueProbe => ({ value, what, allowed: true })
  const refuse = (value: unknown, what: string, far?: unknown): ValueProbe => ({
    value,
    what,
    allowed: false,
    far,
  })
  const types = [schema['type']].flat()
  const ofNull = [types.includes('null') ? allow(null, 'null') : refuse(null, 'null')].filter(
    ({ allowed }) => allowed || !nullIsOpen,
  )
  const good = allow(sample(schema, name, id), 'a usual value')
  if (types.includes('boolean'))
    return [
      allow(true, 'true'),
      allow(false, 'false'),
      refuse('yes', 'a string'),
      refuse({}, 'an object'),
      ...ofNull,
    ]
  if (types.includes('array')) {
    const items = asObject(schema['items'])
    const most = Number(schema['maxItems'])
    const texts = (count: number): string[] => Array.from({ length: count }, (_, n) => `tag-${n}`)
    return [
      good,
      allow([], 'no item'),
      allow(texts(most), `${most} items`),
      refuse(texts(most + 1), `${most + 1} items`, texts(FAR_ITEMS)),
      refuse('tag', 'a string'),
      refuse([17], 'an integer as item'),
      ...lengthProbes(items).map((probe) => ({
        ...probe,
        value: [probe.value],
        far: probe.far && [probe.far],
      })),
      ...ofNull,
    ]
  }
  return [good, refuse(17, 'an integer'), refuse({}, 'an object'), ...ofNull, ...lengthProbes(schema)]
}

function lengthProbes({ minLength, maxLength, format }: JsonObject): ValueProbe[] {
  if (typeof maxLength !== 'number') return []
  const text = (length: number): string => (format === 'uri' ? 'https://a.example/' : '').padEnd(length, 'x')
  const far = text(FAR_LENGTH)
  const probes: ValueProbe[] = [
    { value: text(maxLength + 1), what: `${maxLength + 1} characters`, allowed: false, far },
  ]
  // No valid e-mail address is as long as its bound.
  if (format !== 'email')
    probes.push({ value: text(maxLength), what: `${maxLength} characters`, allowed: true })
  if (format === undefined)
    probes.push({
      value: text(typeof minLength === 'number' ? minLength : 1),
      what: 'one character',
      allowed: true,
    })
  return probes
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
