import type { Exchange } from '../http/exchange.ts'
import { KEY_VARIABLES } from '../http/keys.ts'
import { groupBy } from '../util/collections.ts'
import { given, type JsonObject, quote } from '../util/values.ts'
import { Answer } from './answer.ts'
import type { ListKey } from '../spec/operations.ts'
import { foreignItems, linkedLeads } from './chosen-items.ts'
import { CONTRACT } from '../spec/api.ts'
import { conversationsOf, type Discovery, idsOf, type Workspace } from './discovery.ts'

/** A prerequisite: how to find it, and what to report if it is missing. */
interface Prerequisite<T> {
  readonly find: (discovery: Discovery, place: number) => T | undefined
  /** What the operator can do to enable cases with this need. */
  readonly missing: string
  /** How the workspace comes to have it, other than by a request of the API. */
  readonly remedy?: string
  /** The option or variable that supplies it. Absent if it is looked for in the workspace. */
  readonly option?: string
  /** The lists that it is looked for in, of the workspace under test or of the second one. */
  readonly lists: readonly ListKey[]
  readonly workspace: 'main' | 'other'
}

const need = <T>(
  lists: readonly ListKey[],
  find: Prerequisite<T>['find'],
  missing: string,
  remedy?: string,
): Prerequisite<T> => ({ find, missing, lists, remedy, workspace: 'main' })
const foreignNeed = <T>(
  lists: readonly ListKey[],
  find: Prerequisite<T>['find'],
  missing: string,
): Prerequisite<T> => ({ find, missing, lists, workspace: 'other' })
const option = <T>(find: Prerequisite<T>['find'], name: string, missing: string): Prerequisite<T> => ({
  find,
  missing,
  option: name,
  lists: [],
  workspace: 'main',
})
const items = (workspace: Workspace | undefined, list: ListKey): readonly JsonObject[] =>
  workspace?.lists[list].items ?? []
const flag = (on: boolean): true | undefined => (on ? true : undefined)

function foreign(discovery: Discovery, list: ListKey): readonly JsonObject[] {
  return foreignItems(discovery.other, discovery.main, list)
}

/** Whether a value can be used as an id. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function textId(item: JsonObject | undefined): string | undefined {
  return isName(item?.['id']) ? item['id'] : undefined
}

function firstId(list: readonly JsonObject[]): string | undefined {
  return idsOf(list)[0]
}

/** Conversations without a known lead, those first that are not marked as leads. */
function bareConversations(discovery: Discovery): readonly JsonObject[] | undefined {
  const taken = new Set(conversationsOf(items(discovery.main, 'GET /leads')))
  const bare = items(discovery.main, 'GET /conversations').filter(
    ({ id, chatbot_id: chatbot }) => isName(id) && isName(chatbot) && !taken.has(id),
  )
  const sorted = [...bare].sort((a, b) => Number(a['is_lead'] === true) - Number(b['is_lead'] === true))
  return sorted.length > 0 ? sorted : undefined
}

/** The chatbot of the other workspace with the most items: an empty one would show no leak. */
function foreignChatbot(discovery: Discovery): string | undefined {
  const owned = (['GET /conversations', 'GET /leads', 'GET /bookings', 'GET /reservations'] as const).map(
    (list) => items(discovery.other, list),
  )
  const lists = (id: string): number =>
    owned.filter((some) => some.some((item) => item['chatbot_id'] === id)).length
  return idsOf(foreign(discovery, 'GET /chatbots')).sort((a, b) => lists(b) - lists(a))[0]
}

/** An item from the middle of a list: on the first one, a write that reorders the list would not show. */
function inTheMiddle(list: readonly JsonObject[], offset: number): JsonObject | undefined {
  const known = list.filter((item) => isName(item['id']))
  // Preferably one with visitor, language and messages, which a write must not change.
  const rich = known.filter(
    (item) => given(item['visitor_id']) && given(item['language_code']) && item['message_count'] !== 0,
  )
  // An update that selects by visitor instead of id shows on another conversation of that visitor, with the same flag.
  const owner = (item: JsonObject): string => quote([item['visitor_id'], item['is_resolved']])
  const shared = [...groupBy(rich, owner).values()].filter((alike) => alike.length > 1).flat()
  const usable = [shared, rich].find((some) => some.length > 1) ?? known
  return usable[(Math.floor(usable.length / 2) + offset) % Math.max(1, usable.length)]
}

/**
 * The two conversations that updates are tried on; not the one for notes, if there are three. First come conversations whose tags an update
 * can put back: not null, and within the bounds of an update, which older or automatic tags may exceed.
 */
export function updateTargets({ main }: Discovery): readonly JsonObject[] {
  const all = items(main, 'GET /conversations')
  const restorable = all.filter(
    ({ id, tags }) =>
      isName(id) && CONTRACT.validate('ConversationPatch', { tags: tags ?? null }).length === 0,
  )
  const conversations = restorable.length > 2 ? restorable : all
  const both = [inTheMiddle(conversations, 0), inTheMiddle(conversations, 2)]
  return both.flatMap((item, index) => (item === undefined || both.indexOf(item) < index ? [] : [item]))
}

/** Longer transcripts make every reading expensive. */
const LONG_TRANSCRIPT = 1000

/**
 * The conversation with the most messages, apart from those for updates: a service that truncates transcripts loses
 * the note.
 */
function longest(discovery: Discovery): JsonObject | undefined {
  const taken = updateTargets(discovery)
  const length = (item: JsonObject): number => {
    const count = item['message_count']
    return typeof count === 'number' && count <= LONG_TRANSCRIPT ? count : 0
  }
  const [first, ...others] = items(discovery.main, 'GET /conversations').filter((item) => isName(item['id']))
  const free = [...others, ...(first === undefined ? [] : [first])].filter((item) => !taken.includes(item))
  // Among equally long ones, one with tags shows whether a note removes them.
  const tagged = (item: JsonObject): number => Number(Array.isArray(item['tags']) && item['tags'].length > 0)
  const [most] = free.toSorted((a, b) => length(b) - length(a) || tagged(b) - tagged(a))
  return most
}

const A_CONVERSATION = [
  'a workspace with a conversation',
  'write to the chatbot as a visitor: the API makes no conversations',
] as const

/** Every prerequisite that a case can name. */
export const NEEDS = {
  writes: option(
    (d) => flag(d.capabilities.writes),
    '--writes',
    'permission to write (--writes or CONFORMANCE_WRITES=1)',
  ),
  otherKey: option(
    (d) => (d.other === undefined ? undefined : (true as const)),
    'CONFORMANCE_OTHER_API_KEY',
    'a key of a second workspace (CONFORMANCE_OTHER_API_KEY)',
  ),
  exhaustibleKey: option(
    (d) => flag(d.capabilities.exhaustibleKey),
    'CONFORMANCE_EXHAUSTIBLE_API_KEY',
    'a key whose whole allowance may be spent (CONFORMANCE_EXHAUSTIBLE_API_KEY)',
  ),
  apex: option(
    (d) => flag(d.capabilities.apex),
    '--apex-url',
    'the address of the bare apex host (--apex-url or CONFORMANCE_APEX_URL)',
  ),
  webhooks: option(
    (d) => flag(d.capabilities.webhooks),
    '--webhook-port',
    'a port where the target delivers its webhooks (--webhook-port or CONFORMANCE_WEBHOOK_PORT)',
  ),

  /** Preferably an active one: what a paused one accepts is not specified. */
  chatbot: need(
    ['GET /chatbots'],
    (d) =>
      firstId(items(d.main, 'GET /chatbots').filter((item) => item['is_active'] === true)) ??
      firstId(items(d.main, 'GET /chatbots')),
    'a workspace with a chatbot',
    'make a chatbot in the dashboard',
  ),
  conversation: need(
    ['GET /conversations'],
    (d) => firstId(items(d.main, 'GET /conversations')),
    ...A_CONVERSATION,
  ),
  /** A conversation that updates are tried on. */
  updateTarget: need(['GET /conversations'], (d, place) => updateTargets(d)[place], ...A_CONVERSATION),
  /** The conversation that notes are added to; not one of those for updates, if there are enough. */
  noteTarget: need(
    ['GET /conversations'],
    (d) => textId(longest(d) ?? inTheMiddle(items(d.main, 'GET /conversations'), 1)),
    ...A_CONVERSATION,
  ),
  lead: need(['GET /leads'], (d) => firstId(items(d.main, 'GET /leads')), 'a workspace with a lead'),
  /** A lead with a conversation, or else a conversation that can get one. */
  conversationForLead: need(
    ['GET /leads', 'GET /conversations'],
    (d) => linkedLeads(d)[0] ?? bareConversations(d)?.[0],
    ...A_CONVERSATION,
  ),
  bareConversations: need(
    ['GET /conversations'],
    bareConversations,
    'a conversation without a lead',
    'write to the chatbot as a visitor, and leave no contact: a conversation without a lead',
  ),

  foreignChatbot: foreignNeed(['GET /chatbots'], foreignChatbot, 'a chatbot in the second workspace'),
  foreignConversation: foreignNeed(
    ['GET /conversations'],
    (d) => firstId(foreign(d, 'GET /conversations')),
    'a conversation in the second workspace',
  ),
  foreignLead: foreignNeed(
    ['GET /leads'],
    (d) => firstId(foreign(d, 'GET /leads')),
    'a lead in the second workspace',
  ),
  foreignLeadWithConversation: foreignNeed(
    ['GET /leads'],
    (d) => {
      const list = 'GET /conversations'
      if (items(d.other, list).length > 0 && foreign(d, list).length === 0) return undefined
      const own = new Set(idsOf(items(d.main, list)))
      return foreign(d, 'GET /leads').find(
        ({ conversation_id: conversation }) => isName(conversation) && !own.has(conversation),
      )
    },
    'a lead that came from a conversation in the second workspace',
  ),
} satisfies Record<string, Prerequisite<unknown>>

export type Need = keyof typeof NEEDS

/** Whether a need belongs to the second workspace: its key or one of its items. */
export function ofSecondWorkspace(name: Need): boolean {
  return name === 'otherKey' || name.startsWith('foreign')
}

/** What the operator has to supply for a need, in words. */
export function needInWords(name: Need): string {
  return NEEDS[name].missing
}

type Found<N extends Need> = NonNullable<ReturnType<(typeof NEEDS)[N]['find']>>

/** What discovery found for the needs of a case. */
export type World<N extends Need> = { readonly [K in N]: Found<K> } & { readonly discovery: Discovery }

/** Whether the needs of a case are met: with what was found, or with what is missing. */
export type Prospect = { readonly met: true; readonly world: World<Need> } | Unmet

/** What a case lacks. */
export interface Unmet {
  readonly met: false
  readonly reason: string
  /** Whether the workspace lacks it (and not the options). */
  readonly ofData: boolean
  /** Options and variables that would supply what is missing. */
  readonly options: readonly string[]
  /** The unusable answer in which it was looked for, and why it is unusable: then the workspace may have it. */
  readonly unread: { readonly exchange: Exchange; readonly why: string } | undefined
}

/**
 * Finds what a case needs, or says what is missing.
 * @param place - which of the conversations for updates to take, counted from 0
 */
export function meet(needs: readonly Need[], discovery: Discovery, place = 0): Prospect {
  const found: Record<string, unknown> = { discovery }
  for (const name of needs) found[name] = NEEDS[name].find(discovery, place)
  if (isWorld(found, needs)) return { met: true, world: found }
  const missing = needs.flatMap((name): Prerequisite<unknown>[] => {
    if (found[name] !== undefined) return []
    // Without its key nothing is known of what the second workspace holds.
    const isUnknown = NEEDS[name].workspace === 'other' && discovery.other === undefined
    return [isUnknown ? NEEDS.otherKey : NEEDS[name]]
  })
  const reasons = [
    ...new Set(missing.map((m) => (m === NEEDS.otherKey ? withoutOtherKey(discovery) : m.missing))),
  ]
  return {
    met: false,
    reason: `needs ${reasons.join(', and ')}`,
    ofData: missing.some((m) => m.option === undefined),
    options: [...new Set(missing.flatMap((m) => m.option ?? []))],
    unread: unreadFor(missing, discovery),
  }
}

/** What is missing where the second workspace cannot be used: a key of it, or answers that differ from those of the first. */
function withoutOtherKey({ twin, unusable }: Discovery): string {
  if (unusable !== undefined)
    return `a usable key of a second workspace: GET /me with ${KEY_VARIABLES.other} got ${unusable.status ?? 'no answer'}`
  if (twin === undefined) return NEEDS.otherKey.missing
  return twin === 'same-key'
    ? 'a second workspace: both keys are shown the same one, and GET /me names one key for both (does a cache ignore Authorization?)'
    : 'a second workspace: both keys are shown the same one (is CONFORMANCE_OTHER_API_KEY a key of another?)'
}

/** A list that some needs are looked for in, and that could not be used: not there, not readable, or with items that have no usable id. */
function unreadFor(missing: readonly Prerequisite<unknown>[], discovery: Discovery): Unmet['unread'] {
  const answers = missing.flatMap(({ lists, workspace }) =>
    lists.flatMap((list) => discovery[workspace]?.lists[list] ?? []),
  )
  const lost = answers.find(({ exchange }) => exchange.failure !== undefined)
  if (lost?.exchange.failure !== undefined)
    return { exchange: lost.exchange, why: lost.exchange.failure.message }
  const unusable = answers.find(({ usable }) => !usable)
  if (unusable !== undefined)
    return { exchange: unusable.exchange, why: `gave no usable answer (status ${unusable.status})` }
  const nameless = answers.find(({ items: listed }) => listed.length > 0 && idsOf(listed).length === 0)
  return nameless === undefined
    ? undefined
    : { exchange: nameless.exchange, why: 'has items, but none with an id that is a string' }
}

/** Whether all needs were found. A case reads only the needs that it names, so others may be absent. */
function isWorld(found: Record<string, unknown>, needs: readonly Need[]): found is World<Need> {
  return needs.every((name) => found[name] !== undefined)
}

/** Whether two answers to `GET /me` are of one workspace. */
export function isSameWorkspace(one: Exchange, other: Exchange): boolean {
  const team = (exchange: Exchange): unknown => new Answer(exchange).data['team_id']
  return team(one) !== undefined && team(one) === team(other)
}

/** How the operator can supply what a need lacks: by a request if the API has one, otherwise where. */
export function supply(need: Need, baseUrl: string, { main }: Discovery): readonly string[] {
  const { remedy }: Prerequisite<unknown> = NEEDS[need]
  if (remedy !== undefined) return [remedy]
  const [chatbot] = idsOf(main.lists['GET /chatbots'].items)
  if (need !== 'lead' || chatbot === undefined) return ['make it in the dashboard']
  const body = JSON.stringify({ chatbot_id: chatbot, name: 'Conformance' })
  return [
    `curl -X POST ${baseUrl}/leads -H "Authorization: Bearer $${KEY_VARIABLES.main}" -H 'Content-Type: application/json' -d '${body}'`,
  ]
}
