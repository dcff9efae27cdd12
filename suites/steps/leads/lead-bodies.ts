/** Bodies for POST /leads: each rule of its table at its bound, one beyond, and broken. Specification parts 4 and 8. */
import { formRequirement, LEAD_BOUNDS } from '../../../lib/harness/writes.ts'
import type { LeadBody } from '../../support/leads.ts'

/** A lead with valid but unusual texts in every field. */
export function unusualLead(chatbot: string, mark: string): LeadBody {
  return {
    chatbot_id: chatbot,
    name: `${mark} `.padEnd(90, 'é'),
    email: `${mark}.o-hara_x@mail.conformance.example`,
    phone: '+1 (555) 010-0100',
    company: `O'Neil & "Søn" <日本>`,
    source: 'Trade fair, hall 3/4',
    source_url: 'https://www.example.com:8443/a-b_c~d/%C3%A9?utm_source=x&q=a%20b#top',
    status: `${mark} In Review`,
    notes: mark,
  }
}

/** Bodies with a chatbot and one field each. */
export function oneFieldEach(body: LeadBody): readonly { readonly field: string; readonly one: LeadBody }[] {
  const { chatbot_id: chatbot = '', ...fields } = body
  return Object.entries(fields).map(([field, value]) => ({
    field,
    one: { chatbot_id: chatbot, [field]: value },
  }))
}

/** A lead with every field at its maximum length; the e-mail at 254 characters, the longest valid address. */
export function atBounds(chatbot: string, mark: string): Record<string, string> {
  return {
    chatbot_id: chatbot,
    ...Object.fromEntries(LEAD_BOUNDS.map(({ field, longest }) => [field, filled(field, longest, mark)])),
  }
}

/** Each field one character beyond its bound, and otherwise valid. */
export const BEYOND_BOUND: readonly { requirement: string; field: string; value: string }[] = LEAD_BOUNDS.map(
  ({ requirement, field, longest }) => ({
    requirement,
    field,
    value: field === 'email' ? tooLongEmail(longest + 1) : filled(field, longest + 1, 'beyond'),
  }),
)

function filled(field: string, length: number, mark: string): string {
  switch (field) {
    case 'email':
      return longEmail(mark)
    case 'source_url':
      return `https://example.com/${mark}/`.padEnd(length, 'a')
    case 'phone':
      return '+1'.padEnd(length, '5')
    default:
      // `é` shows a service that counts bytes instead of characters.
      return `${mark}-`.padEnd(length, 'é')
  }
}

/** A valid address of 254 characters: the local part and each label at most 64 and 63. */
function longEmail(mark: string): string {
  const local = mark.padEnd(64, 'a')
  const domain = ['b'.repeat(63), 'c'.repeat(63), 'd'.repeat(49), 'example.com'].join('.')
  return `${local}@${domain}`
}

function tooLongEmail(length: number): string {
  const tail = '.example.com'
  const local = 'beyond'.padEnd(64, 'a')
  const room = length - local.length - 1 - tail.length
  const labels = Array.from({ length: Math.ceil(room / 64) }, (_, index) =>
    'b'.repeat(Math.min(63, room - index * 64)),
  ).filter((label) => label !== '')
  return `${local}@${labels.join('.')}${tail}`.padEnd(length, 'm')
}

/** Values of other types; in most of them a lenient parser finds the valid text. */
const noText = (text: string): readonly unknown[] => [7, true, [text], { value: text }]

interface Wrong {
  readonly requirement: string
  readonly field: string
  /** Always tried. */
  readonly values: readonly unknown[]
  /** Tried where the allowance has room. */
  readonly further: readonly unknown[]
  /**
   * Invalid texts. How strictly a form is checked is open, but a service that accepts all of them does not check it.
   */
  readonly texts?: readonly string[]
  /** Tried where the allowance has room: values that wrap a valid one, which a lenient parser unwraps. */
  readonly around?: (valid: string) => readonly unknown[]
  /** Allowed statuses; 400 by default. */
  readonly statuses?: readonly number[]
}

const wrong = (field: string, text: string, ...others: readonly unknown[]): Wrong => {
  const [number, ...further] = noText(text)
  return { requirement: formRequirement(field), field, values: [number, ...others], further }
}

/** A malformed id may be refused as malformed (400) or as unknown (404): which is open. */
const ID_REFUSALS = [400, 404]

/** Values of the wrong type for each field; null only where the table does not allow it. */
export const WRONG: readonly Wrong[] = [
  {
    ...wrong('chatbot_id', 'x', null),
    further: [],
    around: (id) => [[id], { value: id }],
    statuses: ID_REFUSALS,
  },
  { ...wrong('conversation_id', 'x'), further: [{ id: 'x' }], statuses: ID_REFUSALS },
  wrong('name', 'Ann'),
  {
    ...wrong('email', 'ann@example.com', 'not-an-address', 'name@'),
    further: [
      ...noText('ann@example.com').slice(1),
      '@example.com',
      'ann lee@example.com',
      // Expressions without anchors accept it, and so do those whose anchors match at each line.
      'to\nann@example.com\nnow',
    ],
  },
  wrong('phone', '+15550100'),
  wrong('company', 'Ann'),
  wrong('source', 'fair'),
  {
    ...wrong('source_url', 'https://example.com/'),
    texts: ['https://exa mple.com/', 'no address at all'],
  },
  wrong('status', 'new', null),
  wrong('notes', 'Ann'),
]
