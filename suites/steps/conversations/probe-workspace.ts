import type { Actor } from '../../../lib/harness/actor.ts'
import type { Context } from '../../../lib/harness/context.ts'
import type { ListKey } from '../../../lib/spec/operations.ts'
import { foreignItems, linkedLeads } from '../../../lib/harness/chosen-items.ts'
import { type Discovery, idsOf, type Workspace } from '../../../lib/harness/discovery.ts'
import { NEEDS } from '../../../lib/harness/needs.ts'
import { given, type JsonObject } from '../../../lib/util/values.ts'
import { varied } from '../../support/comparing.ts'

/**
 * Which key tries invalid requests, and where. Validation is the same for every key, so the second one spares the key
 * under test.
 */
interface Probe {
  readonly actor: Actor
  /** Whether this is another key than the one under test, which leaves room for more attempts. */
  readonly spare: boolean
}

/** Items of the other workspace, without those that a leaking list shows in both: their answers differ rightly. */
function spareItems({ main, other }: Discovery, list: ListKey): readonly JsonObject[] {
  const own = new Set(idsOf(main.lists[list].items))
  return (other?.lists[list].items ?? []).filter(
    ({ id }) => typeof id === 'string' && id !== '' && !own.has(id),
  )
}

/**
 * Chatbots of the other workspace. If each of them is in both lists, those that only its own conversations refer to.
 */
function spareChatbots(discovery: Discovery): readonly JsonObject[] {
  const spare = spareItems(discovery, 'GET /chatbots')
  const { main, other } = discovery
  if (spare.length > 0 || other === undefined) return spare
  const usedIn = (workspace: Workspace): ReadonlySet<unknown> =>
    new Set(workspace.lists['GET /conversations'].items.map((item) => item['chatbot_id']))
  const [ours, theirs] = [usedIn(main), usedIn(other)]
  return other.lists['GET /chatbots'].items.filter(({ id }) => theirs.has(id) && !ours.has(id))
}

/** Where invalid leads are tried. */
export interface LeadProbe extends Probe {
  readonly chatbot: string
  /** An item of a lead with a conversation, and a conversation without a lead, where they exist. */
  readonly linked?: JsonObject
  readonly bare?: JsonObject
}

/**
 * The chatbot on which invalid leads are tried: one of the other workspace, or of the workspace under test if that
 * has none.
 */
export function leadProbe({ api, bystander, world }: Context<'chatbot'>): LeadProbe {
  const { discovery } = world
  const chatbots = spareChatbots(discovery)
  const [chatbot] = idsOf([...chatbots.filter((item) => item['is_active'] === true), ...chatbots])
  const home = chatbot === undefined || discovery.other === undefined ? discovery.main : discovery.other
  const there: Discovery = { ...discovery, main: home }
  const [linked] = linkedLeads(there, 1)
  const [bare] = NEEDS.bareConversations.find(there, 0) ?? []
  return {
    ...(chatbot === undefined
      ? { actor: api, spare: false, chatbot: world.chatbot }
      : { actor: bystander, spare: true, chatbot }),
    ...(linked === undefined ? {} : { linked }),
    ...(bare === undefined ? {} : { bare }),
  }
}

/** A conversation of the other workspace on which invalid writes are tried. */
export interface ConversationProbe {
  readonly actor: Actor
  readonly id: string
  readonly item: JsonObject
}

/**
 * A conversation of the other workspace, preferably open and with tags, so that resolving it or losing tags shows.
 * @param place - which one, counted from 0: cases that look for effects use one of their own
 */
export function conversationProbe(
  { bystander, world }: Pick<Context<never>, 'bystander' | 'world'>,
  place = 0,
): ConversationProbe | undefined {
  const worth = (item: JsonObject): number =>
    Number(item['is_resolved'] === false) * 2 + Number(given(item['tags']) && String(item['tags']) !== '')
  const items = spareItems(world.discovery, 'GET /conversations').toSorted((a, b) => worth(b) - worth(a))
  const item = items[place % Math.max(1, items.length)]
  return item === undefined ? undefined : { actor: bystander, id: String(item['id']), item }
}

const TRAITS = [
  'status',
  'is_resolved',
  'is_lead',
  'chatbot_is_active',
  'tags',
  'language_code',
  'visitor_id',
  'message_count',
  'updated_at',
]

/**
 * Conversations of the second workspace that differ most: oldest, longest, each status and flag, paused chatbots,
 * each optional field present and absent.
 */
export function conversationsOfEveryKind({ main, other }: Discovery, most: number): readonly JsonObject[] {
  const isActive = new Map(other?.lists['GET /chatbots'].items.map((item) => [item['id'], item['is_active']]))
  const items = foreignItems(other, main, 'GET /conversations')
    .filter((item) => typeof item['is_resolved'] === 'boolean')
    .map((item) => ({ ...item, chatbot_is_active: isActive.get(item['chatbot_id']) }))
  return varied(items, TRAITS, most)
}
