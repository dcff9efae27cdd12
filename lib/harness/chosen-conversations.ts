/** The conversations that a run writes to: it chooses them so that a wrong effect shows. */
import { CONTRACT } from '../spec/api.ts'
import { groupBy } from '../util/collections.ts'
import { given, type JsonObject, quote } from '../util/values.ts'
import { conversationsOf, type Discovery, isId } from './discovery.ts'

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
