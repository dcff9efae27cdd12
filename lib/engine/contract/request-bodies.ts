/**
 * The contract's rules for the bodies of the three writes: types, bounds, null, and the requirement of each
 * mistake.
 */
import { type JsonObject, text } from '../util/values.ts'
import { CONTRACT } from './api.ts'
import type { Contract } from './contract.ts'
import { asObject, atPointer, own } from './json.ts'
import { EXTENSIONS } from './schemas.ts'

/** The three request bodies of part 4, by schema name. */
export const BODY_SCHEMAS = ['LeadCreate', 'ConversationPatch', 'MessageCreate'] as const
export type BodyName = (typeof BODY_SCHEMAS)[number]

/** The types of JSON values, as schemas name them. */
export const JSON_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null'] as const
export type JsonType = (typeof JSON_TYPES)[number]

/** The contract's rule for a value in a body. */
export interface ValueRule {
  /** The type of values other than null. */
  readonly type: JsonType
  readonly nullable: boolean
  readonly format?: (typeof BODY_FORMATS)[number]
  /** How many characters or items it has at least and at most; of a number, its bounds. */
  readonly least: number
  readonly most: number
  /** The rule for each item of an array. */
  readonly items?: ValueRule
}

/** One field of a body. */
export interface BodyField extends ValueRule {
  readonly name: string
  readonly required: boolean
  /** The version of this tool that its rules came with; absent: the first one. */
  readonly since?: string
}

/**
 * The fields of a body, in the order of the contract. Throws if a schema uses a keyword that no value
 * generator knows.
 */
export function bodyFields(body: string, contract: Contract = CONTRACT): readonly BodyField[] {
  return contract.fieldsOf(body).map(({ name, required, schema }) => ({
    name,
    required,
    since: text(schema['x-since']),
    ...ruleOf(schema, `${body}.${name}`),
  }))
}

/** Whether a field holds the id of something that exists: a generator cannot make one up. */
export function namesId(field: string): boolean {
  return field.endsWith('_id')
}

const BODY_FORMATS = ['email', 'uri'] as const

/** The members of a schema that state its bounds, by its type. */
const BOUND_KEYWORDS: Readonly<Partial<Record<JsonType, readonly [least: string, most: string]>>> = {
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
}

/** The further member that schemas of a type may have. */
const OF_TYPE: Readonly<Partial<Record<JsonType, string>>> = { string: 'format', array: 'items' }

/** Members of a schema that say nothing of its values. */
const NOTES = ['description', ...EXTENSIONS]

function ruleOf(schema: JsonObject, place: string): ValueRule {
  const { type, nullable } = typeIn(schema, place)
  const format = BODY_FORMATS.find((one) => one === own(schema, 'format'))
  if (format !== own(schema, 'format')) throw unknownTo(place, `the format ${String(own(schema, 'format'))}`)
  const [least, most] = BOUND_KEYWORDS[type] ?? []
  const known = [...NOTES, 'type', OF_TYPE[type], least, most]
  const unknown = Object.keys(schema).find((member) => !known.includes(member))
  if (unknown !== undefined) throw unknownTo(place, unknown)
  const isCounted = type === 'string' || type === 'array'
  return {
    type,
    nullable,
    format,
    least: numberAt(schema, least) ?? (isCounted ? 0 : -Infinity),
    most: numberAt(schema, most) ?? Infinity,
    items: type === 'array' ? ruleOf(asObject(own(schema, 'items')), `${place}[]`) : undefined,
  }
}

/** The type of a schema, and whether it also allows null. Throws if it allows several types, or any type. */
function typeIn(schema: JsonObject, place: string): Pick<ValueRule, 'type' | 'nullable'> {
  const stated = own(schema, 'type')
  const types = [...new Set([stated].flat())]
  const known = JSON_TYPES.filter((one) => types.includes(one))
  const [type = 'null', ...others] = known.filter((one) => one !== 'null')
  if (types.length !== known.length || known.length === 0 || others.length > 0)
    throw unknownTo(place, `the type ${JSON.stringify(stated)}`)
  return { type, nullable: types.includes('null') }
}

function unknownTo(place: string, what: string): Error {
  return new Error(`${place}: no generator of values knows ${what}`)
}

function numberAt(schema: JsonObject, member: string | undefined): number | undefined {
  const value = member === undefined ? undefined : own(schema, member)
  return typeof value === 'number' ? value : undefined
}

const LEAD_FIELDS = new Set(CONTRACT.fieldsOf('Lead').map(({ name }) => name))

/** The fields of POST /leads that a Lead shows. */
export const CARRIED: readonly BodyField[] = bodyFields('LeadCreate').filter(({ name }) =>
  LEAD_FIELDS.has(name),
)

/** The tags of an update. */
export const TAGS = fieldOf('ConversationPatch', 'tags')

/** The content of a note. */
export const CONTENT = fieldOf('MessageCreate', 'content')

function fieldOf(body: BodyName, name: string): BodyField {
  const found = bodyFields(body).find((field) => field.name === name)
  if (found === undefined) throw new Error(`the contract has no field ${body}.${name}`)
  return found
}

/** A way in which a value violates the contract. */
export type Mistake =
  | 'wrong type'
  | 'bad format'
  | 'too long'
  | 'too short'
  | 'too many items'
  | 'too few items'

/**
 * The requirement that a mistake in a request body violates: `x-requirement` of the field in the contract, else of the body.
 * @param field - empty for the body as a whole
 */
export function requirementOf(
  body: BodyName,
  field: string,
  mistake: Mistake | 'missing' | 'not an object',
): string {
  const stated = (place: string, of: string): unknown =>
    atPointer(CONTRACT.document, `/components/schemas/${body}${place}/x-requirement/${of}`)
  const ofField = `/properties/${field}`
  const id = stated(ofField, mistake) ?? stated('', mistake) ?? stated(ofField, 'form') ?? stated('', 'form')
  if (typeof id !== 'string') throw new Error(`the contract names no requirement for ${body}.${field}`)
  return id
}
