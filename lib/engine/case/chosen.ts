/** The conversations and leads that a run works with: it chooses them so that a wrong effect shows. */
import { CONTRACT } from '../contract/api.ts'
import type { ListKey } from '../contract/operations.ts'
import { given, type JsonObject } from '../util/values.ts'
import type { Discovery, SeenWorkspace } from './discovery.ts'
import { fieldValues, endsHere, idsOf, isId } from './items.ts'

/** Conversations without a known lead, those first that are not marked as leads. */
export function bareConversations(discovery: Discovery): readonly JsonObject[] | undefined {
  const taken = new Set(fieldValues(discovery.main.lists['GET /leads'].items, 'conversation_id'))
  const bare = discovery.main.lists['GET /conversations'].items.filter(
    ({ id, chatbot_id: chatbot }) => isId(id) && isId(chatbot) && !taken.has(id),
  )
  const sorted = [...bare].sort((a, b) => Number(a['is_lead'] === true) - Number(b['is_lead'] === true))
  return sorted.length > 0 ? sorted : undefined
}

/**
 * The conversation that updates are tried on: with tags that an update can put back, and preferably with what a write
 * must not change, such as another conversation of the same visitor with the same flag, and one of the same second. It is from
 * the middle of the list: on the first one, a write that reorders the list would not show.
 */
export function chosenUpdateTarget({ main }: Discovery): JsonObject | undefined {
  const all = main.lists['GET /conversations'].items.filter((item) => isId(item['id']))
  const restorable = all.filter(
    ({ tags }) => CONTRACT.validate('ConversationPatch', { tags: tags ?? null }).length === 0,
  )
  const rich = restorable.filter(
    (item) => given(item['visitor_id']) && given(item['language_code']) && item['message_count'] !== 0,
  )
  const alike = (some: readonly JsonObject[], fields: readonly string[]): readonly JsonObject[] =>
    some.filter((item) =>
      all.some((other) => other !== item && fields.every((field) => other[field] === item[field])),
    )
  const related = alike(rich, ['visitor_id'])
  const followed = alike(related, ['visitor_id', 'is_resolved'])
  const twins = alike(followed, ['created_at'])
  const usable = [twins, followed, related, rich, restorable].find((some) => some.length > 0) ?? all
  return usable[Math.floor(usable.length / 2)]
}

/**
 * The id of the conversation with the most messages, apart from the one for updates: a service that truncates transcripts loses
 * the note. Of equally long ones the last, on which a note that reorders the list would show.
 */
export function chosenNoteTarget(discovery: Discovery): string | undefined {
  const target = chosenUpdateTarget(discovery)
  const others = discovery.main.lists['GET /conversations'].items.filter(
    (item) => isId(item['id']) && item !== target,
  )
  const length = ({ message_count: count }: JsonObject): number => (typeof count === 'number' ? count : 0)
  return idsOf([others.toSorted((a, b) => length(a) - length(b)).at(-1) ?? target ?? {}])[0]
}

/**
 * Items of one workspace with ids that do not exist in another, as far as discovery saw.
 * The specification does not say that ids are unique across workspaces: where an id is in both, each may number its own
 * items, or one may be a copy of the other, and ids beyond the first page are unknown.
 * @param owner - the workspace of the items
 * @param asker - the workspace that must not see them
 */
export function foreignItems(
  owner: SeenWorkspace | undefined,
  asker: SeenWorkspace | undefined,
  list: ListKey,
): readonly JsonObject[] {
  const idsIn = (workspace: SeenWorkspace | undefined, some: ListKey): ReadonlySet<string> =>
    new Set(idsOf(workspace?.lists[some].items ?? []))
  const own = idsIn(asker, list)
  const areShared = [list, 'GET /chatbots' as const].some((some) =>
    [...idsIn(owner, some)].some((id) => idsIn(asker, some).has(id)),
  )
  if (owner === undefined || (own.size > 0 && !endsHere(asker?.lists[list]) && areShared)) return []
  return owner.lists[list].items.filter(({ id }) => isId(id) && !own.has(id))
}

/**
 * Leads whose conversation is listed, too, with the same chatbot: what the others mean for deduplication is open.
 * @param itemsOf - what is known of each list, if more than its first page
 */
export function linkedLeads(
  { main: { lists } }: Pick<Discovery, 'main'>,
  itemsOf: (list: ListKey) => readonly JsonObject[] = (list) => lists[list].items,
): readonly JsonObject[] {
  const chatbots = idsOf(lists['GET /chatbots'].items)
  const chatbotOf = new Map(itemsOf('GET /conversations').map((item) => [item['id'], item['chatbot_id']]))
  return itemsOf('GET /leads').filter(
    ({ conversation_id: conversation, chatbot_id: chatbot }) =>
      typeof conversation === 'string' &&
      chatbotOf.get(conversation) === chatbot &&
      chatbots.includes(String(chatbot)),
  )
}
