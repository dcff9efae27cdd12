/** Chooses the conversations and leads that a run works with, so that a wrong effect shows. */
import { CONTRACT } from '../contract/api.ts'
import type { ListKey } from '../contract/operations.ts'
import { count } from '../util/text.ts'
import { given, type JsonObject } from '../util/values.ts'
import type { Discovery, SeenWorkspace } from './discovery.ts'
import { fieldValues, endsHere, idsOf, isId } from './items.ts'

/**
 * Conversations without a lead: not marked as leads, and no known lead names them. A conversation that gets a
 * lead is used up: the API cannot create conversations.
 */
export function bareConversations({ main }: Pick<Discovery, 'main'>): readonly JsonObject[] | undefined {
  const { lists, withoutLead } = main
  const taken = new Set(fieldValues(lists['GET /leads'].items, 'conversation_id'))
  const known = [...lists['GET /conversations'].items, ...(withoutLead?.items ?? [])]
  const bare = [...new Map(known.map((item) => [item['id'], item])).values()].filter(
    ({ id, chatbot_id: chatbot, is_lead: isLead }) =>
      isId(id) && isId(chatbot) && isLead !== true && !taken.has(id),
  )
  return bare.length > 0 ? bare : undefined
}

/** How many conversations without a lead exist, as far as lists and totals show. */
export function bareLeft(discovery: Pick<Discovery, 'main'>): number {
  const { withoutLead } = discovery.main
  const [known, filtered] = [bareConversations(discovery)?.length ?? 0, withoutLead?.items ?? []]
  // A service that ignores the filter counts all conversations.
  const isTrue = filtered.every(({ is_lead: isLead }) => isLead === false)
  return Math.max(known, isTrue ? (withoutLead?.total ?? 0) : 0)
}

/** How many conversations without a lead a run uses up. */
const TAKEN = { few: 1, values: 2, pairs: 6 } as const

/**
 * How many conversations without a lead may be used up: as many as the profile takes, but at most a tenth of
 * those that are left, and at least one.
 * @param taken - how many this run has used up before
 */
export function bareAllowance(
  discovery: Pick<Discovery, 'main'>,
  inputs: keyof typeof TAKEN,
  taken = 0,
): number {
  return Math.min(TAKEN[inputs], Math.max(1, Math.floor(bareLeft(discovery) / 10)) - taken)
}

/** Why no conversation without a lead is left, in words. */
export function whyNoneBare({ main }: Pick<Discovery, 'main'>): string {
  const { items, total = items.length } = main.lists['GET /conversations']
  const none = 'a conversation without a lead'
  if (items.length === 0) return none
  return total > items.length
    ? `${none}: none was found among ${total}`
    : `${none}: all ${count(items.length, 'conversation')} have a lead`
}

/**
 * The conversation that updates are tried on: one with tags that an update can restore, and preferably with
 * neighbours that a write must not change, such as another conversation of the same visitor with the same
 * flag, or of the same second. It is from the middle of the list: on the first one, a write that reorders the
 * list would not show.
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
 * The id of the conversation with the most messages, except the one for updates: there, a service that
 * truncates transcripts loses the note. Of equally long ones, the last in the list: there, a note that
 * reorders the list shows.
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
 * Items of one workspace with ids that do not exist in another, as far as discovery saw. The specification
 * does not say that ids are unique across workspaces: each may number its own items, or one may be a copy of
 * the other, and ids beyond the first page are unknown.
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
  // If its list got an error, nobody knows what the other workspace has.
  const isUnknown = asker?.lists[list].usable === false
  if (owner === undefined || isUnknown || (own.size > 0 && !endsHere(asker?.lists[list]) && areShared))
    return []
  return owner.lists[list].items.filter(({ id }) => isId(id) && !own.has(id))
}

/**
 * Leads whose conversation is also listed, with the same chatbot: for other leads, the rule about existing
 * leads is open.
 * @param itemsOf - the known items of each list, if more than its first page
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
