/** Bodies for POST /leads: each rule of its table at its bound, one beyond, and broken. Specification parts 4 and 8. */
import type { Actor } from '../../lib/harness/actor.ts'
import { foreignItems, linkedLeads } from '../../lib/harness/chosen-items.ts'
import type { Context } from '../../lib/harness/context.ts'
import { type Discovery, idsOf } from '../../lib/harness/discovery.ts'
import { NEEDS } from '../../lib/harness/needs.ts'
import { formRequirement, LEAD_BOUNDS, lengthRequirement, NULLABLE } from '../../lib/harness/writes.ts'
import type { JsonObject } from '../../lib/util/values.ts'
import type { LeadBody } from '../support/leads.ts'

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
      status: '0042',
      notes: '0.10',
    }),
  },
  {
    title: 'accepts a `source_url` without a host',
    requirements: ['CREATE-LEAD-01'],
    body: (chatbot, mark) => ({ ...marked(chatbot, mark), source_url: 'urn:isbn:9780141036144' }),
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
      ...Object.fromEntries(LEAD_BOUNDS.map(({ field, longest }) => [field, filled(field, longest, mark)])),
    }),
    requirementOf: lengthRequirement,
  },
]

/** A text of a length; of an e-mail the longest valid one, 254 characters. */
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

/**
 * An address of 254 characters: the local part has 64, and each label at most 63.
 * @param further - labels that make it longer
 */
function longEmail(mark: string, ...further: readonly string[]): string {
  const labels = ['b'.repeat(63), 'c'.repeat(63), 'd'.repeat(49), ...further, 'example.com']
  return `${mark.padEnd(64, 'a')}@${labels.join('.')}`
}

/** A value that is one character beyond its bound; an e-mail has 321. */
function beyond(field: string, longest: number): string {
  const isEmail = field === 'email'
  return isEmail ? longEmail('beyond', 'e'.repeat(63), 'f'.repeat(2)) : filled(field, longest + 1, 'beyond')
}

/** Values of one field that are refused. */
interface Refused {
  readonly requirement: string
  readonly field: string
  readonly title: string
  readonly deep?: boolean
  readonly values: (chatbot: string) => readonly unknown[]
  /** Texts of which at least one must be refused: how strictly these are read is open. */
  readonly anyOf?: readonly string[]
  /** Allowed statuses; 400 unless given. */
  readonly statuses?: readonly number[]
}

/** A malformed id may be refused as malformed (400) or as unknown (404): which is open. */
const ID_REFUSALS = [400, 404]

type Types = (text: string) => readonly unknown[]

/** Values of other types, in two halves; in most of them a lenient parser finds the valid text. */
const NUMBER_OR_OBJECT: Types = (text) => [7, { value: text }]
const BOOLEAN_OR_ARRAY: Types = (text) => [true, [text]]

/** A text field: what its values are, in words; a valid one; and further ones that are none. */
const refused = (
  field: string,
  what: string,
  types: Types,
  text: string,
  ...others: readonly unknown[]
): readonly Refused[] => {
  const requirement = formRequirement(field)
  const remaining = types === NUMBER_OR_OBJECT ? BOOLEAN_OR_ARRAY : NUMBER_OR_OBJECT
  return [
    {
      requirement,
      field,
      title: `refuses ${withArticle(field)} that ${field === 'notes' ? 'are' : 'is'} not ${what}`,
      values: () => [...types(text), ...others],
      ...(field === 'source_url' && { anyOf: ['https://exa mple.com/', 'no address at all'] }),
    },
    {
      requirement,
      field,
      title: `refuses ${withArticle(field)} of other wrong types`,
      deep: true,
      values: () => remaining(text),
    },
  ]
}

/** Invalid values of each field; null only where the table does not allow it. */
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
    values: () => [7, { id: 'x' }],
    statuses: ID_REFUSALS,
  },
  ...refused('name', 'a string or null', BOOLEAN_OR_ARRAY, 'Ann'),
  ...refused(
    'email',
    'an e-mail address or null',
    NUMBER_OR_OBJECT,
    'ann@example.com',
    'not-an-address',
    '@example.com',
    'ann lee@example.com',
    // Expressions without anchors accept it, and so do those whose anchors match at each line.
    'to\nann@example.com\nnow',
  ),
  ...refused('phone', 'a string or null', NUMBER_OR_OBJECT, '+15550100'),
  ...refused('company', 'a string or null', NUMBER_OR_OBJECT, 'Ann'),
  ...refused('source', 'a string or null', BOOLEAN_OR_ARRAY, 'fair'),
  ...refused('source_url', 'a URI or null', BOOLEAN_OR_ARRAY, 'https://example.com/'),
  ...refused('status', 'a string', NUMBER_OR_OBJECT, 'new', null),
  ...refused('notes', 'a string or null', NUMBER_OR_OBJECT, 'Ann'),
  ...LEAD_BOUNDS.map(({ requirement, field, longest }) => ({
    requirement,
    field,
    title: `refuses ${withArticle(field)} over ${longest.toLocaleString('en')} characters`,
    values: () => [beyond(field, longest)],
  })),
]

/** One invalid body for each kind of reason. */
export function brokenBodies(chatbot: string): readonly JsonObject[] {
  const fields = [
    { name: 7 },
    { status: null },
    { email: 'not-an-address' },
    { source_url: 7 },
    ...LEAD_BOUNDS.slice(0, 1).map(({ field, longest }) => ({ [field]: beyond(field, longest) })),
  ]
  return fields.map((one) => ({ chatbot_id: chatbot, ...one }))
}

/** A field as titles name it: "a `name`", "an `email`", "`notes`". */
function withArticle(field: string): string {
  if (field === 'notes') return '`notes`'
  return `${/^[aeiou]/.test(field) ? 'an' : 'a'} \`${field}\``
}

/** Where invalid leads are tried. */
interface SpareChatbot {
  readonly actor: Actor
  readonly chatbot: string
  /** A lead of the same workspace that has a conversation, and a conversation without a lead, where they exist. */
  readonly leadOfConversation?: JsonObject
  readonly conversation?: JsonObject
}

/**
 * A chatbot of the second workspace or, if there is none, of the one under test, and who may write to it. Validation is
 * the same for every key, so the second one spares the key under test.
 */
export function spareChatbot({ api, bystander, world }: Context<'chatbot'>): SpareChatbot {
  const { discovery } = world
  const { main, other } = discovery
  const theirs = foreignItems(other, main, 'GET /chatbots')
  const [spare] = idsOf([...theirs.filter((item) => item['is_active'] === true), ...theirs])
  const home: Discovery = { ...discovery, main: spare === undefined ? main : (other ?? main) }
  const [leadOfConversation] = linkedLeads(home)
  const [conversation] = NEEDS.bareConversations.find(home, 0) ?? []
  return {
    actor: spare === undefined ? api : bystander,
    chatbot: spare ?? world.chatbot,
    leadOfConversation,
    conversation,
  }
}
