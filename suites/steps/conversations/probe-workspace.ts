import type { ListKey } from '../../../lib/api/catalogue/index.ts'
import { given, type JsonObject } from '../../../lib/util/values.ts'
import type { Actor } from '../../../lib/api/actor.ts'
import type { Context } from '../../../lib/api/case.ts'
import { type Discovery, idsOf } from '../../../lib/api/discovery.ts'
import { linkedLeads } from '../../../lib/api/linked-leads.ts'
import { NEEDS } from '../../../lib/api/needs.ts'
import { varied } from '../isolation/comparing.ts'
import { foreignItems } from '../../../lib/api/foreign-items.ts'

/** Who tries what is to be refused, and where: validation is the same for each key, so the key under test is spared. */
interface Proving {
  readonly actor: Actor
  /** Whether it is another key than the one under test, so that there is room to try more. */
  readonly spare: boolean
}

/** Items of the other workspace; without those that a leaking list shows in both, on which another answer is due. */
function spareItems({ main, other }: Discovery, list: ListKey): readonly JsonObject[] {
  const own = new Set(idsOf(main.lists[list].items))
  return (other?.lists[list].items ?? []).filter(
    ({ id }) => typeof id === 'string' && id !== '' && !own.has(id),
  )
}

/** Where leads are tried that are to be refused. */
export interface LeadProbe extends Proving {
  readonly chatbot: string
  /** A lead of a conversation, and a conversation without a lead, where there are some. */
  readonly linked?: JsonObject
  readonly bare?: JsonObject
}

/** The other workspace as the place where leads are tried; the workspace under test where that has no chatbot. */
export function leadProbe({ api, bystander, world }: Context<'chatbot'>): LeadProbe {
  const { discovery } = world
  const chatbots = spareItems(discovery, 'GET /chatbots')
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

/** A conversation of the other workspace on which refused writes are tried. */
export interface ConversationProbe {
  readonly actor: Actor
  readonly id: string
  readonly item: JsonObject
}

/**
 * A conversation of the other workspace, where there is one: an open one with tags, as far as there is a choice, so that it shows where it
 * is resolved or loses them.
 * @param place - which one, counted from 0: who looks for what becomes of it has one for himself
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
 * Conversations of the second workspace that differ most: the oldest and the longest, each status and flag, paused chatbots, and each
 * optional field given and not. What a service does for one of them it has to do for all.
 */
export function conversationsOfEveryKind({ main, other }: Discovery, most: number): readonly JsonObject[] {
  const isActive = new Map(other?.lists['GET /chatbots'].items.map((item) => [item['id'], item['is_active']]))
  const items = foreignItems(other, main, 'GET /conversations')
    .filter((item) => typeof item['is_resolved'] === 'boolean')
    .map((item) => ({ ...item, chatbot_is_active: isActive.get(item['chatbot_id']) }))
  return varied(items, TRAITS, most)
}
