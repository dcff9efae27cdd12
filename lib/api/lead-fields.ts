import { own } from '../contract/json.ts'
import { CONTRACT } from './contract.ts'

/** Which requirements speak of a field of POST /leads: one of its form, one of its greatest length. */
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

/** The greatest length of a text that POST /leads takes, in characters. */
export interface LeadBound {
  readonly field: string
  readonly longest: number
  /** What says that a longer text is refused. */
  readonly requirement: string
}

/** Every field of POST /leads that has a greatest length, in the order of the contract. */
export const LEAD_BOUNDS: readonly LeadBound[] = CONTRACT.fieldsOf('LeadCreate').flatMap(
  ({ name, schema }) => {
    const longest = own(schema, 'maxLength')
    return typeof longest === 'number' ? [{ field: name, longest, requirement: lengthRequirement(name) }] : []
  },
)

const SHOWN = new Set(CONTRACT.fieldsOf('Lead').map(({ name }) => name))

/** Fields that are sent with POST /leads and that a lead shows. */
export const CARRIED: readonly string[] = CONTRACT.fieldsOf('LeadCreate')
  .map(({ name }) => name)
  .filter((name) => SHOWN.has(name))

/** What judges the form of a field; CREATE-LEAD-06 where it is the whole body. */
export function formRequirement(field: string): string {
  return REQUIREMENTS[field]?.form ?? 'CREATE-LEAD-06'
}

/** What judges the length of a field; its form where no length is stated. */
export function lengthRequirement(field: string): string {
  return REQUIREMENTS[field]?.length ?? formRequirement(field)
}
