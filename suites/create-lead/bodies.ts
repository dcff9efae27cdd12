/** Bodies for POST /leads: each rule of its table at its bound, one beyond, and broken. Specification parts 4 and 8. */
import { linkedLeads } from '../../lib/engine/case/chosen.ts'
import type { Context } from '../../lib/engine/case/context.ts'
import { NEEDS } from '../../lib/engine/case/needs.ts'
import {
  formRequirement,
  LEAD_BOUNDS,
  lengthRequirement,
  NULLABLE,
} from '../../lib/engine/spec/request-bodies.ts'
import type { JsonObject } from '../../lib/engine/util/values.ts'
import { type LeadBody } from '../support/leads.ts'
import { ofLength } from '../support/texts.ts'

/** A valid lead with its mark in two fields: if a case replaces one of them, the other still carries it. */
export function marked(chatbot: string, mark: string): LeadBody {
  return { chatbot_id: chatbot, name: mark, status: mark }
}

/** A kind of valid bodies. */
interface Valid {
  readonly title: string
  readonly requirements: readonly [string, ...string[]]
  readonly body: (chatbot: string, mark: string) => JsonObject
  /** The requirement that accepts a field of it alone; CREATE-LEAD-01 unless given. */
  readonly requirementOf?: (field: string) => string
}

const [shortest, ...longer] = LEAD_BOUNDS.map(({ requirement }) => requirement)

/** Valid bodies that services refuse. To try another one, add it. */
export const VALID: readonly Valid[] = [
  {
    title: 'accepts unusual text in every field',
    requirements: ['CREATE-LEAD-01', 'CREATE-LEAD-02', 'CREATE-LEAD-03'],
    body: (chatbot, mark) => ({
      chatbot_id: chatbot,
      name: `${mark} `.padEnd(90, 'é'),
      email: `${mark}.o-hara_x@mail.conformance.example`,
      phone: '+1 (555) 010-0100',
      company: `O'Neil & "Søn" <日本>`,
      source: 'Trade fair, hall 3/4',
      source_url: 'https://www.example.com:8443/a-b_c~d/%C3%A9?utm_source=x&q=a%20b#top',
      status: `${mark} In Review`,
      notes: mark,
    }),
  },
  {
    title: 'keeps texts that look like numbers in every field',
    requirements: ['CREATE-LEAD-01', 'CREATE-LEAD-02', 'CREATE-LEAD-03'],
    body: (chatbot) => ({
      chatbot_id: chatbot,
      name: '007',
      email: '0042@example.com',
      phone: '0015550100',
      company: '1e3',
      source: '0x10',
      source_url: 'https://www.example.com/0042',
      status: '0042',
      notes: '0.10',
    }),
  },
  {
    title: 'accepts null in every nullable field',
    requirements: ['CREATE-LEAD-09', 'CREATE-LEAD-02'],
    body: (chatbot) => ({
      chatbot_id: chatbot,
      ...Object.fromEntries(NULLABLE.map((field) => [field, null])),
    }),
    requirementOf: () => 'CREATE-LEAD-09',
  },
  {
    title: 'accepts every field at its maximum length',
    requirements: [shortest ?? '', ...longer, 'CREATE-LEAD-01'],
    body: (chatbot, mark) => ({
      chatbot_id: chatbot,
      ...Object.fromEntries(LEAD_BOUNDS.map(({ field, longest }) => [field, atMost(field, longest, mark)])),
    }),
    requirementOf: lengthRequirement,
  },
]

/** No valid address is as long as the bound allows: the longest one has 254 characters. */
const LONGEST_EMAIL = 254

/** The longest valid text of a field. */
function atMost(field: string, longest: number, mark: string): string {
  return ofLength(field, field === 'email' ? LONGEST_EMAIL : longest, mark)
}

/**
 * Invalid values of a text field: some languages take the first for nothing, and in most others a lenient parser finds a
 * valid text. To try another one, add it.
 */
const INVALID_TEXTS: readonly {
  readonly field: string
  /** What its values are, in words. */
  readonly what: string
  readonly values: readonly unknown[]
}[] = [
  { field: 'name', what: 'a string or null', values: [false, ['Ann']] },
  {
    field: 'email',
    what: 'an e-mail address or null',
    values: [
      0,
      { value: 'ann@example.com' },
      'not-an-address',
      '@example.com',
      'ann lee@example.com',
      'ann@lee@example.com',
      // Expressions without anchors accept it, and so do those whose anchors match at each line.
      'to\nann@example.com\nnow',
    ],
  },
  { field: 'phone', what: 'a string or null', values: [0, { value: '+1' }] },
  { field: 'company', what: 'a string or null', values: [0, { value: 'Ann' }] },
  { field: 'source', what: 'a string or null', values: [false, ['fair']] },
  // No parser takes the last one for a URI, be it a relative one.
  { field: 'source_url', what: 'a URI or null', values: [false, ['https://example.com/'], '://no address'] },
  { field: 'status', what: 'a string', values: [0, { value: 'new' }, null] },
  { field: 'notes', what: 'a string or null', values: [0, { value: 'Ann' }] },
]

/** Values of one field that are refused. */
interface Refused {
  readonly requirement: string
  readonly field: string
  readonly title: string
  readonly values: (chatbot: string) => readonly unknown[]
  /** Allowed statuses; 400 unless given. */
  readonly statuses?: readonly number[]
}

/** A malformed id may be refused as malformed (400) or as unknown (404): which is open. */
const ID_REFUSALS = [400, 404]

/** Invalid values of each field, one case each; generated bodies try more. Null only where the table does not allow it. */
export const REFUSED: readonly Refused[] = [
  {
    requirement: formRequirement('chatbot_id'),
    field: 'chatbot_id',
    title: 'refuses a `chatbot_id` that is not a string',
    values: (chatbot) => [7, null, [chatbot]],
    statuses: ID_REFUSALS,
  },
  {
    requirement: formRequirement('conversation_id'),
    field: 'conversation_id',
    title: 'refuses a `conversation_id` that is not a string or null',
    values: () => [0, { id: 'x' }],
    statuses: ID_REFUSALS,
  },
  ...INVALID_TEXTS.map(({ field, what, values }) => ({
    requirement: formRequirement(field),
    field,
    title: `refuses ${withArticle(field)} that ${field === 'notes' ? 'are' : 'is'} not ${what}`,
    values: () => values,
  })),
  ...LEAD_BOUNDS.map(({ requirement, field, longest }) => ({
    requirement,
    field,
    title: `refuses ${withArticle(field)} over ${longest.toLocaleString('en')} characters`,
    values: () => [ofLength(field, longest + 1, 'beyond')],
  })),
]

/** A field as titles name it: "a `name`", "an `email`", "`notes`". */
function withArticle(field: string): string {
  if (field === 'notes') return '`notes`'
  return `${/^[aeiou]/.test(field) ? 'an' : 'a'} \`${field}\``
}

/** Where invalid leads are tried: a lead of the workspace with a conversation, and a conversation without a lead. */
interface RefusalTargets {
  readonly leadOfConversation?: JsonObject
  readonly conversation?: JsonObject
}

/** What invalid bodies for a lead name, as far as the workspace has it. */
export function refusalTargets({ world }: Pick<Context<never>, 'world'>): RefusalTargets {
  const [leadOfConversation] = linkedLeads(world.discovery)
  const [conversation] = NEEDS.bareConversations.find(world.discovery) ?? []
  return { leadOfConversation, conversation }
}
