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

interface Prerequisite<T> {
  readonly find: (discovery: Discovery) => T | undefined
  /** What the operator can do so that the need is met. */
  readonly missing: string
  /** The same, with facts that were seen in the workspace. */
  readonly why?: (discovery: Discovery) => string
  /** How the workspace can get such an item; absent if an option supplies the need. */
  readonly remedy?: string
  /** The option or variable that supplies the need; absent if the workspace does. */
  readonly option?: string
  /** The lists that may contain the item. */
  readonly lists: readonly ListKey[]
  readonly workspace: 'main' | 'other'
}

/** How an item of each list comes into being. */
export const HOW_TO_MAKE: Readonly<Record<ListKey, string>> = {
  'GET /chatbots': 'create a chatbot in the dashboard',
  'GET /conversations': 'write to the chatbot as a visitor: the API makes no conversations',
  'GET /leads': 'create one with POST /leads, or leave a contact as a visitor of the chatbot',
  'GET /bookings': 'book a meeting as a visitor of the chatbot: the API makes no bookings',
  'GET /reservations':
    'reserve as a visitor of the chatbot, or in the dashboard: the API makes no reservations',
}

type Lookup<T> = Pick<Prerequisite<T>, 'find' | 'missing' | 'remedy' | 'why'>

/** A need that is looked up in a list of the workspace under test. Any item of that list meets it, unless another remedy is given. */
const need = <T>(list: ListKey, lookup: Lookup<T>): Prerequisite<T> => ({
  lists: [list],
  workspace: 'main',
  remedy: HOW_TO_MAKE[list],
  ...lookup,
})
const foreignNeed = <T>(list: ListKey, lookup: Lookup<T>): Prerequisite<T> => ({
  lists: [list],
  workspace: 'other',
  ...lookup,
})
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

/** The foreign chatbot with items in most lists: a chatbot without items would show no leak. */
function foreignChatbot(discovery: Discovery): string | undefined {
  const lists = LISTS.map((list) => items(discovery.other, list))
  const listsOf = (id: string): number =>
    lists.filter((some) => some.some((item) => item['chatbot_id'] === id)).length
  return idsOf(foreign(discovery, 'GET /chatbots')).sort((a, b) => listsOf(b) - listsOf(a))[0]
}

function foreignLeadWithConversation(discovery: Discovery): JsonObject | undefined {
  const list = 'GET /conversations'
  // If no conversation is known to be foreign, the conversation that a lead names may be the main workspace's
  // own.
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

function itemNeeds(): Record<ItemName, Prerequisite<string>> {
  const found = Object.entries(ITEMS).map(([name, list]) => [
    name,
    need(list, {
      find: ({ main }) => firstId(items(main, list)),
      missing: `a workspace with a ${name}`,
    }),
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

  /** Preferably an active one: the specification does not say what a paused chatbot accepts. */
  chatbot: need('GET /chatbots', {
    find: ({ main }) => {
      const chatbots = items(main, 'GET /chatbots')
      return firstId(chatbots.filter((item) => item['is_active'] === true)) ?? firstId(chatbots)
    },
    missing: 'a workspace with a chatbot',
  }),
  /** A conversation that updates are tried on. */
  updateTarget: need('GET /conversations', { find: chosenUpdateTarget, missing: A_CONVERSATION }),
  /** The id of the conversation that notes are added to; not the one for updates, if there is another. */
  noteTarget: need('GET /conversations', { find: chosenNoteTarget, missing: A_CONVERSATION }),
  /** A lead with a conversation, or else a conversation that can get one. */
  conversationForLead: {
    ...need('GET /conversations', {
      find: (discovery) => linkedLeads(discovery)[0] ?? bareConversations(discovery)?.[0],
      missing: A_CONVERSATION,
    }),
    lists: ['GET /leads', 'GET /conversations'],
  },
  bareConversations: need('GET /conversations', {
    find: bareConversations,
    missing: 'a conversation without a lead',
    remedy: 'write to the chatbot as a visitor, and leave no contact: a conversation without a lead',
    why: whyNoneBare,
  }),

  foreignChatbot: foreignNeed('GET /chatbots', {
    find: foreignChatbot,
    missing: 'a chatbot that the second workspace alone has',
  }),
  foreignConversation: foreignNeed('GET /conversations', {
    find: (discovery) => firstId(foreign(discovery, 'GET /conversations')),
    missing: 'a conversation that the second workspace alone has',
  }),
  foreignLeadWithConversation: foreignNeed('GET /leads', {
    find: foreignLeadWithConversation,
    missing: 'a lead that came from a conversation in the second workspace',
  }),
} satisfies Record<string, Prerequisite<unknown>>

export type Need = keyof typeof NEEDS

type Found<N extends Need> = NonNullable<ReturnType<(typeof NEEDS)[N]['find']>>

/** The items that discovery found for the needs of a case. */
export type World<N extends Need> = { readonly [K in N]: Found<K> } & { readonly discovery: Discovery }

/** Whether the needs of a case are met: with the items found, or with the reason. */
export type Prospect = { readonly met: true; readonly world: World<Need> } | Unmet

/** The unmet needs of a case. */
export interface Unmet {
  readonly met: false
  readonly reason: string
  /** Whether the workspace lacks an item, which no option supplies. */
  readonly ofData: boolean
  /** Options and variables that would supply the unmet need. */
  readonly options: readonly string[]
  /** The unreadable list that may contain the item. */
  readonly unread: Answer | undefined
}

/** Finds the items that a case needs, or says which are missing. */
export function meet(needs: readonly Need[], discovery: Discovery): Prospect {
  const found: Record<string, unknown> = { discovery }
  for (const name of needs) found[name] = NEEDS[name].find(discovery)
  if (isWorld(found, needs)) return { met: true, world: found }
  // Without its key, the contents of the second workspace are unknown.
  const missing = needs
    .filter((name) => found[name] === undefined)
    .map((name) => (NEEDS[name].workspace === 'other' && discovery.other === undefined ? 'otherKey' : name))
  const inWords = (name: Need): string =>
    (name === 'otherKey' ? discovery.whyNoOther : undefined) ?? missingFor(name, discovery)
  return {
    met: false,
    reason: `needs ${[...new Set(missing.map(inWords))].join(', and ')}`,
    ofData: missing.some((name) => NEEDS[name].option === undefined),
    options: [...new Set(missing.flatMap((name) => NEEDS[name].option ?? []))],
    unread: unreadFor(missing, discovery),
  }
}

/** The reason for an unmet need, in words. */
export function missingFor(name: Need, discovery: Discovery): string {
  const { missing, why }: Prerequisite<unknown> = NEEDS[name]
  return why?.(discovery) ?? missing
}

/** The first list that may contain one of these needs and cannot be read. */
function unreadFor(missing: readonly Need[], discovery: Discovery): Answer | undefined {
  return missing
    .flatMap((name) => NEEDS[name].lists.map((list) => discovery[NEEDS[name].workspace]?.lists[list]))
    .find((answer) => answer !== undefined && (!answer.usable || hasNoId(answer)))
}

/** Whether all needs were found. A case reads only the needs that it names, so others may be absent. */
function isWorld(found: Record<string, unknown>, needs: readonly Need[]): found is World<Need> {
  return needs.every((name) => found[name] !== undefined)
}
