import { own, strings } from '../spec/json.ts'
import { bound, CONTRACT } from '../spec/api.ts'

/** The requirements about a field of POST /leads: its form and its greatest length. */
const REQUIREMENTS: Readonly<Record<string, { readonly form: string; readonly length?: string }>> = {
  chatbot_id: { form: 'CREATE-LEAD-10' },
  conversation_id: { form: 'CREATE-LEAD-11' },
  name: { form: 'CREATE-LEAD-12', length: 'CREATE-LEAD-20' },
  email: { form: 'CREATE-LEAD-13', length: 'CREATE-LEAD-21' },
  phone: { form: 'CREATE-LEAD-14', length: 'CREATE-LEAD-22' },
  company: { form: 'CREATE-LEAD-15', length: 'CREATE-LEAD-23' },
  source: { form: 'CREATE-LEAD-16', length: 'CREATE-LEAD-24' },
  source_url: { form: 'CREATE-LEAD-17', length: 'CREATE-LEAD-25' },
  status: { form: 'CREATE-LEAD-18', length: 'CREATE-LEAD-26' },
  notes: { form: 'CREATE-LEAD-19', length: 'CREATE-LEAD-27' },
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

/** The requirement about the form of a field; CREATE-LEAD-06 for the body as a whole. */
export function formRequirement(field: string): string {
  return REQUIREMENTS[field]?.form ?? 'CREATE-LEAD-06'
}

/** The requirement about the length of a field; that about its form if no length is stated. */
export function lengthRequirement(field: string): string {
  return REQUIREMENTS[field]?.length ?? formRequirement(field)
}

/** Text fields that a lead shows as they were sent; none of them is required. */
export const SHOWN = ['name', 'email', 'phone', 'notes'] as const
