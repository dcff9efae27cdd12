import type { JsonObject } from '../util/values.ts'
import type { Answer } from './answer.ts'
import { type ItemName, ITEMS, type ListKey, LISTS } from '../contract/operations.ts'
import {
  bareConversations,
  foreignItems,
  linkedLeads,
  chosenNoteTarget,
  chosenUpdateTarget,
  whyNoneBare,
} from './chosen.ts'
import type { Capabilities, Discovery, SeenWorkspace } from './discovery.ts'
import { hasNoId, idsOf, isId } from './items.ts'

/** A prerequisite: how to find it, and what to report if it is missing. */
interface Prerequisite<T> {
  readonly find: (discovery: Discovery) => T | undefined
  /** What the operator can do to enable cases with this need. */
  readonly missing: string
  /** The same, with what was seen of the workspace. */
  readonly why?: (discovery: Discovery) => string
  /** How the workspace comes to have it; absent for what an option supplies. */
  readonly remedy?: string
  /** The option or variable that supplies it. Absent if it is looked for in the workspace. */
  readonly option?: string
  /** The lists where it is looked for, and whose they are. */
  readonly lists: readonly ListKey[]
  readonly workspace: 'main' | 'other'
}

/** How an item of a list comes to be. */
export const HOW_TO_MAKE: Readonly<Record<ListKey, string>> = {
  'GET /chatbots': 'create a chatbot in the dashboard',
  'GET /conversations': 'write to the chatbot as a visitor: the API makes no conversations',
  'GET /leads': 'create one with POST /leads, or leave a contact as a visitor of the chatbot',
  'GET /bookings': 'book a meeting as a visitor of the chatbot: the API makes no bookings',
  'GET /reservations':
    'reserve as a visitor of the chatbot, or in the dashboard: the API makes no reservations',
}

/** A need that is looked for in lists; it is met by an item of the last one, unless there is another remedy. */
const need = <T>(
  lists: readonly [ListKey, ...ListKey[]],
  find: Prerequisite<T>['find'],
  missing: string,
  remedy?: string,
  why?: Prerequisite<T>['why'],
): Prerequisite<T> => ({
  find,
  missing,
  why,
  lists,
  workspace: 'main',
  remedy: remedy ?? HOW_TO_MAKE[lists.at(-1) ?? lists[0]],
})
/** A need for an item that the second workspace alone has. */
const foreignNeed = <T>(list: ListKey, find: Prerequisite<T>['find'], missing: string): Prerequisite<T> => ({
  find,
  missing,
  lists: [list],
  workspace: 'other',
})
/** What the operator permits or supplies. */
const capability = (name: keyof Capabilities, option: string, missing: string): Prerequisite<true> => ({
  find: ({ capabilities }) => ifTrue(capabilities[name]),
  missing,
  option,
  lists: [],
  workspace: 'main',
})
const items = (workspace: SeenWorkspace | undefined, list: ListKey): readonly JsonObject[] =>
  workspace?.lists[list].items ?? []
const foreign = (discovery: Discovery, list: ListKey): readonly JsonObject[] =>
  foreignItems(discovery.other, discovery.main, list)
const firstId = (list: readonly JsonObject[]): string | undefined => idsOf(list)[0]
const ifTrue = (on: boolean): true | undefined => (on ? true : undefined)

/** Of the chatbots that the second workspace alone has, the one that most lists have items of: one without items would show no leak. */
function foreignChatbot(discovery: Discovery): string | undefined {
  const lists = LISTS.map((list) => items(discovery.other, list))
  const listsOf = (id: string): number =>
    lists.filter((some) => some.some((item) => item['chatbot_id'] === id)).length
  return idsOf(foreign(discovery, 'GET /chatbots')).sort((a, b) => listsOf(b) - listsOf(a))[0]
}

/** A lead that the second workspace alone has, with a conversation of that workspace. */
function foreignLeadWithConversation(discovery: Discovery): JsonObject | undefined {
  const list = 'GET /conversations'
  // If no conversation is known to be foreign, the one that a lead names may be the own one, too.
  if (items(discovery.other, list).length > 0 && foreign(discovery, list).length === 0) return undefined
  const own = new Set(idsOf(items(discovery.main, list)))
  return foreign(discovery, 'GET /leads').find(
    ({ conversation_id: conversation }) => isId(conversation) && !own.has(conversation),
  )
}

const A_CONVERSATION = 'a workspace with a conversation'

const OTHER_KEY: Prerequisite<true> = {
  find: ({ other }) => ifTrue(other !== undefined),
  missing: 'a key of a second workspace (CONFORMANCE_OTHER_API_KEY)',
  option: 'CONFORMANCE_OTHER_API_KEY',
  lists: [],
  workspace: 'other',
}

/** The needs for an item that is read by its id, by what it is called. */
function itemNeeds(): Record<ItemName, Prerequisite<string>> {
  const found = Object.entries(ITEMS).map(([name, list]) => [
    name,
    need([list], (d) => firstId(items(d.main, list)), `a workspace with a ${name}`),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one need for each name
  return Object.fromEntries(found) as Record<ItemName, Prerequisite<string>>
}

/** Every prerequisite that a case can name. */
export const NEEDS = {
  ...itemNeeds(),
  writes: capability('writes', '--writes', 'permission to write (--writes or CONFORMANCE_WRITES=1)'),
  otherKey: OTHER_KEY,
  exhaustibleKey: capability(
    'exhaustibleKey',
    'CONFORMANCE_EXHAUSTIBLE_API_KEY',
    'a key whose whole allowance may be spent (CONFORMANCE_EXHAUSTIBLE_API_KEY)',
  ),
  apex: capability(
    'apex',
    '--apex-url',
    'the address of the bare apex host (--apex-url or CONFORMANCE_APEX_URL)',
  ),
  webhooks: capability(
    'webhooks',
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
  ),
  /** A conversation that updates are tried on. */
  updateTarget: need(['GET /conversations'], chosenUpdateTarget, A_CONVERSATION),
  /** The id of the conversation that notes are added to; not the one for updates, if there is another. */
  noteTarget: need(['GET /conversations'], chosenNoteTarget, A_CONVERSATION),
  /** A lead with a conversation, or else a conversation that can get one. */
  conversationForLead: need(
    ['GET /leads', 'GET /conversations'],
    (d) => linkedLeads(d)[0] ?? bareConversations(d)?.[0],
    A_CONVERSATION,
  ),
  bareConversations: need(
    ['GET /conversations'],
    bareConversations,
    'a conversation without a lead',
    'write to the chatbot as a visitor, and leave no contact: a conversation without a lead',
    whyNoneBare,
  ),

  foreignChatbot: foreignNeed(
    'GET /chatbots',
    foreignChatbot,
    'a chatbot that the second workspace alone has',
  ),
  foreignConversation: foreignNeed(
    'GET /conversations',
    (d) => firstId(foreign(d, 'GET /conversations')),
    'a conversation that the second workspace alone has',
  ),
  foreignLeadWithConversation: foreignNeed(
    'GET /leads',
    foreignLeadWithConversation,
    'a lead that came from a conversation in the second workspace',
  ),
} satisfies Record<string, Prerequisite<unknown>>

export type Need = keyof typeof NEEDS

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
  /** The list in which it was looked for, and that cannot be read: the workspace may have it. */
  readonly unread: Answer | undefined
}

/** Finds what a case needs, or says what is missing. */
export function meet(needs: readonly Need[], discovery: Discovery): Prospect {
  const found: Record<string, unknown> = { discovery }
  for (const name of needs) found[name] = NEEDS[name].find(discovery)
  if (isWorld(found, needs)) return { met: true, world: found }
  // Without its key nothing is known of what the second workspace holds.
  const missing = needs
    .filter((name) => found[name] === undefined)
    .map((name) => (NEEDS[name].workspace === 'other' && discovery.other === undefined ? 'otherKey' : name))
  const inWords = (name: Need): string =>
    (name === 'otherKey' ? discovery.whyNoOther : undefined) ?? missingFor(name, discovery)
  const options = missing.map((name) => NEEDS[name].option)
  return {
    met: false,
    reason: `needs ${[...new Set(missing.map(inWords))].join(', and ')}`,
    ofData: options.includes(undefined),
    options: [...new Set(options.filter((name) => name !== undefined))],
    unread: unreadFor(missing, discovery),
  }
}

/** What is missing, in words. */
export function missingFor(name: Need, discovery: Discovery): string {
  const { missing, why }: Prerequisite<unknown> = NEEDS[name]
  return why?.(discovery) ?? missing
}

/** The first list where one of these needs is looked for, and that cannot be read. */
function unreadFor(missing: readonly Need[], discovery: Discovery): Answer | undefined {
  return missing
    .flatMap((name) => NEEDS[name].lists.map((list) => discovery[NEEDS[name].workspace]?.lists[list]))
    .find((answer) => answer !== undefined && (!answer.usable || hasNoId(answer)))
}

/** Whether all needs were found. A case reads only the needs that it names, so others may be absent. */
function isWorld(found: Record<string, unknown>, needs: readonly Need[]): found is World<Need> {
  return needs.every((name) => found[name] !== undefined)
}
