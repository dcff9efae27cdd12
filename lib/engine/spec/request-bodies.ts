/** What the contract says of the bodies of the three writes: bounds, null, and the requirement of each mistake. */
import { atPointer, own, strings } from './json.ts'
import { bound, CONTRACT } from './api.ts'

/** The three request bodies of part 4, by schema name. */
export const BODIES = ['LeadCreate', 'ConversationPatch', 'MessageCreate'] as const
export type BodyName = (typeof BODIES)[number]

/**
 * The requirement that a mistake in a request body violates: `x-requirement` of the field in the contract, else of the body.
 * @param field - empty for the body as a whole
 * @param mistake - `missing`, `too long`, `too short`, `too many items`; any other is one of the form
 */
export function requirementOf(body: BodyName, field: string, mistake: string): string {
  const stated = (place: string, of: string): unknown =>
    atPointer(CONTRACT.document, `/components/schemas/${body}${place}/x-requirement/${of}`)
  const ofField = `/properties/${field}`
  const id = stated(ofField, mistake) ?? stated('', mistake) ?? stated(ofField, 'form') ?? stated('', 'form')
  if (typeof id !== 'string') throw new Error(`the contract names no requirement for ${body}.${field}`)
  return id
}

/** The greatest length of a text in POST /leads, in characters. */
interface LeadBound {
  readonly field: string
  readonly longest: number
  /** The requirement that refuses longer texts. */
  readonly requirement: string
}

/** The fields of POST /leads with a greatest length, in the order of the contract. */
export const LEAD_BOUNDS: readonly LeadBound[] = CONTRACT.fieldsOf('LeadCreate').flatMap(
  ({ name, schema }) => {
    const longest = own(schema, 'maxLength')
    return typeof longest === 'number' ? [{ field: name, longest, requirement: lengthRequirement(name) }] : []
  },
)

const LEAD_FIELDS = new Set(CONTRACT.fieldsOf('Lead').map(({ name }) => name))

/** Fields of POST /leads that a Lead shows. */
export const CARRIED: readonly string[] = CONTRACT.fieldsOf('LeadCreate')
  .map(({ name }) => name)
  .filter((name) => LEAD_FIELDS.has(name))

/** The fields of POST /leads that may be null. */
export const NULLABLE: readonly string[] = CONTRACT.fieldsOf('LeadCreate').flatMap(({ name, schema }) =>
  strings(own(schema, 'type')).includes('null') ? [name] : [],
)

/** The greatest length of a note, in characters. */
export const LONGEST_NOTE = bound('/schemas/MessageCreate/properties/content/maxLength')

const TAGS = '/schemas/ConversationPatch/properties/tags'

/** The most tags of a conversation, and the greatest length of each, in characters. */
export const TAG_BOUNDS = { most: bound(`${TAGS}/maxItems`), longest: bound(`${TAGS}/items/maxLength`) }

/** The requirement about the form of a field of POST /leads. */
export function formRequirement(field: string): string {
  return requirementOf('LeadCreate', field, 'wrong type')
}

/** The requirement about the length of such a field; that about its form if no length is stated. */
export function lengthRequirement(field: string): string {
  return requirementOf('LeadCreate', field, 'too long')
}
