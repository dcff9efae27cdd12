/** Bodies for POST /leads: each rule of its table at its bound, one beyond, and broken. Specification parts 4 and 8. */
import { formRequirement, LEAD_BOUNDS } from '../../lib/harness/writes.ts'
import type { LeadBody } from '../support/leads.ts'

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

/** A valid lead with its mark in two fields: if a case replaces one of them, the other still carries it. */
export function marked(chatbot: string, mark: string): LeadBody {
  return { chatbot_id: chatbot, name: mark, status: mark }
}

/** A lead with every field at its maximum length; the e-mail at 254 characters, the longest valid address. */
export function atBounds(chatbot: string, mark: string): Record<string, string> {
  return {
    chatbot_id: chatbot,
    ...Object.fromEntries(LEAD_BOUNDS.map(({ field, longest }) => [field, filled(field, longest, mark)])),
  }
}

/** Each field one character beyond its bound, and otherwise valid. */
export const BEYOND_BOUND = LEAD_BOUNDS.map(({ requirement, field, longest }) => ({
  requirement,
  field,
  longest,
  value: field === 'email' ? tooLongEmail(longest + 1) : filled(field, longest + 1, 'beyond'),
}))

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

/** Values of other types, in two halves; in most of them a lenient parser finds the valid text. */
const NO_TEXT: Readonly<
  Record<'number and object' | 'boolean and array', (text: string) => readonly unknown[]>
> = {
  'number and object': (text) => [7, { value: text }],
  'boolean and array': (text) => [true, [text]],
}

/** Invalid values of a field. */
interface Wrong {
  readonly requirement: string
  readonly field: string
  /** What a valid value is, in words. */
  readonly what: string
  readonly values: readonly unknown[]
  /** Further ones, for the full profile. */
  readonly further?: readonly unknown[]
  /** Texts of which at least one must be refused. */
  readonly anyOf?: readonly string[]
  /** Values that wrap a valid one, which a lenient parser unwraps. */
  readonly around?: (valid: string) => readonly unknown[]
  /** Allowed statuses; 400 by default. */
  readonly statuses?: readonly number[]
}

const wrong = (
  field: string,
  what: string,
  types: keyof typeof NO_TEXT,
  text: string,
  ...others: readonly unknown[]
): Wrong => {
  const further = types === 'number and object' ? 'boolean and array' : 'number and object'
  return {
    requirement: formRequirement(field),
    field,
    what,
    values: [...NO_TEXT[types](text), ...others],
    further: NO_TEXT[further](text),
  }
}

/** A malformed id may be refused as malformed (400) or as unknown (404): which is open. */
const ID_REFUSALS = [400, 404]

/** Values of the wrong type for each field; null only where the table does not allow it. */
export const WRONG: readonly Wrong[] = [
  {
    requirement: formRequirement('chatbot_id'),
    field: 'chatbot_id',
    what: 'a string',
    values: [7, null],
    around: (id) => [[id]],
    statuses: ID_REFUSALS,
  },
  {
    requirement: formRequirement('conversation_id'),
    field: 'conversation_id',
    what: 'a string or null',
    values: [7, { id: 'x' }],
    statuses: ID_REFUSALS,
  },
  wrong('name', 'a string or null', 'boolean and array', 'Ann'),
  wrong(
    'email',
    'an e-mail address or null',
    'number and object',
    'ann@example.com',
    'not-an-address',
    '@example.com',
    'ann lee@example.com',
    // Expressions without anchors accept it, and so do those whose anchors match at each line.
    'to\nann@example.com\nnow',
  ),
  wrong('phone', 'a string or null', 'number and object', '+15550100'),
  wrong('company', 'a string or null', 'number and object', 'Ann'),
  wrong('source', 'a string or null', 'boolean and array', 'fair'),
  {
    ...wrong('source_url', 'a URI or null', 'boolean and array', 'https://example.com/'),
    anyOf: ['https://exa mple.com/', 'no address at all'],
  },
  wrong('status', 'a string', 'number and object', 'new', null),
  wrong('notes', 'a string or null', 'number and object', 'Ann'),
]

/** One invalid body for each kind of reason. */
export function brokenBodies(chatbot: string): readonly object[] {
  const beyond = BEYOND_BOUND.filter(({ field }) => field === 'name')
  return [
    { chatbot_id: chatbot, name: 7 },
    { chatbot_id: chatbot, status: null },
    { chatbot_id: chatbot, email: 'not-an-address' },
    { chatbot_id: chatbot, source_url: 7 },
    ...beyond.map(({ field, value }) => ({ chatbot_id: chatbot, [field]: value })),
  ]
}

/** A field as titles name it: "a `name`", "an `email`", "`notes`". */
export function withArticle(field: string): string {
  if (field === 'notes') return '`notes`'
  return `${/^[aeiou]/.test(field) ? 'an' : 'a'} \`${field}\``
}
