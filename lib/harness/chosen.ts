/** The conversations and leads that a run works with: it chooses them so that a wrong effect shows. */
import { CONTRACT } from '../spec/api.ts'
import { groupBy } from '../util/collections.ts'
import type { ListKey } from '../spec/operations.ts'
import { contradict, given, type JsonObject, quote } from '../util/values.ts'
import type { Discovery, Workspace } from './discovery.ts'
import { conversationsOf, endsHere, idsOf, isId } from './items.ts'

/** Conversations without a known lead, those first that are not marked as leads. */
export function bareConversations(discovery: Discovery): readonly JsonObject[] | undefined {
  const taken = new Set(conversationsOf(discovery.main.lists['GET /leads'].items))
  const bare = discovery.main.lists['GET /conversations'].items.filter(
    ({ id, chatbot_id: chatbot }) => isId(id) && isId(chatbot) && !taken.has(id),
  )
  const sorted = [...bare].sort((a, b) => Number(a['is_lead'] === true) - Number(b['is_lead'] === true))
  return sorted.length > 0 ? sorted : undefined
}

/**
 * The conversations that updates are tried on: two or, so that another one is left for notes, one of two. They are from
 * the middle of the list: on the first one, a write that reorders the list would not show.
 */
export function updateTargets({ main }: Discovery): readonly JsonObject[] {
  const all = main.lists['GET /conversations'].items.filter((item) => isId(item['id']))
  // Preferably with tags that an update can put back: not null, and within its bounds.
  const restorable = all.filter(
    ({ tags }) => CONTRACT.validate('ConversationPatch', { tags: tags ?? null }).length === 0,
  )
  // Preferably with visitor, language and messages, which a write must not change.
  const rich = restorable.filter(
    (item) => given(item['visitor_id']) && given(item['language_code']) && item['message_count'] !== 0,
  )
  // An update that selects by visitor instead of id shows on another conversation of that visitor, with the same flag.
  const owner = (item: JsonObject): string => quote([item['visitor_id'], item['is_resolved']])
  const shared = [...groupBy(rich, owner).values()].filter((alike) => alike.length > 1).flat()
  const usable = [shared, rich, restorable].find((some) => some.length > 1) ?? all
  const middle = Math.floor(usable.length / 2)
  return [...usable.slice(middle), ...usable.slice(0, middle)].slice(0, all.length > 2 ? 2 : 1)
}

/**
 * The conversation with the most messages, apart from those for updates: a service that truncates transcripts loses
 * the note. Of equally long ones not the first, on which a note that reorders the list would not show.
 */
export function longest(discovery: Discovery): JsonObject | undefined {
  const taken = updateTargets(discovery)
  const all = discovery.main.lists['GET /conversations'].items.filter((item) => isId(item['id']))
  const free = [...all.slice(1), ...all.slice(0, 1)].filter((item) => !taken.includes(item))
  const length = ({ message_count: count }: JsonObject): number => (typeof count === 'number' ? count : 0)
  const [most] = free.sort((a, b) => length(b) - length(a))
  return most ?? all[0]
}

/**
 * Items of one workspace with ids that do not exist in another, as far as discovery saw.
 * The specification does not say that ids are globally unique: if each workspace numbers its own items, ids beyond
 * the first page are unknown.
 * @param owner - the workspace of the items
 * @param asker - the workspace that must not see them
 */
export function foreignItems(
  owner: Workspace | undefined,
  asker: Workspace | undefined,
  list: ListKey,
): readonly JsonObject[] {
  const own = new Set(idsOf(asker?.lists[list].items ?? []))
  if (
    owner === undefined ||
    (own.size > 0 && !endsHere(asker?.lists[list]) && numberApart(owner, asker, list))
  )
    return []
  return owner.lists[list].items.filter(({ id }) => typeof id === 'string' && id !== '' && !own.has(id))
}

/** Fields that never change: a leaked item has the same in both workspaces. */
const LASTING = ['created_at', 'name', 'visitor_id', 'email'] as const

/**
 * Whether the same id belongs to different items in two workspaces, in a list or in that of the chatbots, which is
 * usually short.
 */
function numberApart(one: Workspace, other: Workspace | undefined, among: ListKey): boolean {
  return [among, 'GET /chatbots' as const].some((list) => {
    const known = new Map(one.lists[list].items.map((item) => [item['id'], item]))
    return (other?.lists[list].items ?? []).some((item) => areOther(item, known.get(item['id'])))
  })
}

function areOther(item: JsonObject, same: JsonObject = {}): boolean {
  return LASTING.some((field) => contradict(item[field], same[field]))
}

/** Leads whose conversation is listed, too, with the same chatbot: what the others mean for deduplication is open. */
export function linkedLeads({ main: { lists } }: Pick<Discovery, 'main'>): readonly JsonObject[] {
  const chatbots = idsOf(lists['GET /chatbots'].items)
  const chatbotOf = new Map(lists['GET /conversations'].items.map((item) => [item['id'], item['chatbot_id']]))
  return lists['GET /leads'].items.filter(
    ({ conversation_id: conversation, chatbot_id: chatbot }) =>
      typeof conversation === 'string' &&
      chatbotOf.get(conversation) === chatbot &&
      chatbots.includes(String(chatbot)),
  )
}
