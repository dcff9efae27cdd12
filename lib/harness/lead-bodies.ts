/** Bodies for POST /leads: each rule of its table at its bound, one beyond, and broken. Specification parts 4 and 8. */

export type LeadBody = Readonly<Record<string, string>>

/** A lead with every field; text that nobody has a reason to trim or to change in letter case. */
export function fullLead(chatbot: string, mark: string): LeadBody & { readonly status: string } {
  return {
    chatbot_id: chatbot,
    name: `${mark} Léa & "Co"`,
    email: `${mark}+lead@example.com`,
    phone: '+15550100',
    company: 'conformance run',
    source: 'conformance',
    source_url: 'https://example.com/conformance',
    status: mark,
    notes: `${mark} written by\na conformance run: 5 > 3, <b>é日</b>`,
  }
}

interface Bound {
  readonly requirement: string
  readonly field: string
  readonly longest: number
}

const BOUNDS: readonly Bound[] = [
  { requirement: 'CREATE-LEAD-20', field: 'name', longest: 200 },
  { requirement: 'CREATE-LEAD-21', field: 'email', longest: 320 },
  { requirement: 'CREATE-LEAD-22', field: 'phone', longest: 50 },
  { requirement: 'CREATE-LEAD-23', field: 'company', longest: 200 },
  { requirement: 'CREATE-LEAD-24', field: 'source', longest: 100 },
  { requirement: 'CREATE-LEAD-25', field: 'source_url', longest: 2048 },
  { requirement: 'CREATE-LEAD-26', field: 'status', longest: 40 },
  { requirement: 'CREATE-LEAD-27', field: 'notes', longest: 5000 },
]

/** Every field with a greatest length. */
export const AT_BOUND: readonly Bound[] = BOUNDS

/** A lead in which every field is as long as it may be; the e-mail as long as a valid address can be, 254 characters. */
export function atBounds(chatbot: string, mark: string): Record<string, string> {
  return {
    chatbot_id: chatbot,
    ...Object.fromEntries(BOUNDS.map(({ field, longest }) => [field, filled(field, longest, mark)])),
  }
}

/** Each field one character beyond its bound, and otherwise valid. */
export const BEYOND_BOUND: readonly { requirement: string; field: string; value: string }[] = BOUNDS.map(
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
      return `${mark}-`.padEnd(length, 'x')
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

/** Values of a wrong kind for each field; null only where the table does not allow it. */
export const WRONG: readonly { requirement: string; field: string; values: readonly unknown[] }[] = [
  { requirement: 'CREATE-LEAD-10', field: 'chatbot_id', values: [7, null] },
  { requirement: 'CREATE-LEAD-11', field: 'conversation_id', values: [7] },
  { requirement: 'CREATE-LEAD-12', field: 'name', values: [7] },
  { requirement: 'CREATE-LEAD-13', field: 'email', values: ['not-an-address', 'name@', 7] },
  { requirement: 'CREATE-LEAD-14', field: 'phone', values: [15550100] },
  { requirement: 'CREATE-LEAD-15', field: 'company', values: [7] },
  { requirement: 'CREATE-LEAD-16', field: 'source', values: [7] },
  { requirement: 'CREATE-LEAD-17', field: 'source_url', values: ['https://exa mple.com/', 7] },
  { requirement: 'CREATE-LEAD-18', field: 'status', values: [7, null] },
  { requirement: 'CREATE-LEAD-19', field: 'notes', values: [7] },
]
