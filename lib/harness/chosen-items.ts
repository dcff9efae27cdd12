import { isUuid } from '../spec/schemas.ts'
import { given, type JsonObject } from '../util/values.ts'
import type { ListKey } from '../spec/operations.ts'
import { type Discovery, distinct, idsOf, endsHere, type Workspace } from './discovery.ts'

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
  return LASTING.some((field) => given(item[field]) && given(same[field]) && item[field] !== same[field])
}

/** The number of leads with a conversation for which a run posts further leads. */
export const MOST_LINKED = 4

const CONTACT = ['email', 'phone', 'name']

/** The first lead without a detail that all chosen ones have; otherwise the first. */
function newKind(leads: readonly JsonObject[], chosen: readonly JsonObject[]): JsonObject[] {
  const lacking = (lead: JsonObject): readonly string[] => CONTACT.filter((field) => !given(lead[field]))
  const known = new Set(chosen.flatMap(lacking))
  return [leads.find((lead) => lacking(lead).some((field) => !known.has(field))) ?? leads[0]].filter(
    (lead) => lead !== undefined,
  )
}

/**
 * Leads with a conversation, of different statuses, with and without contact details: a rule must hold for every
 * kind.
 */
export function linkedLeads(discovery: Discovery, most = MOST_LINKED): JsonObject[] {
  const chatbots = idsOf(discovery.main.lists['GET /chatbots'].items)
  // Left out are leads of deleted conversations or of another chatbot: what the rule means for them is open.
  const chatbotOf = new Map(
    discovery.main.lists['GET /conversations'].items.map((item) => [item['id'], item['chatbot_id']]),
  )
  const linked = discovery.main.lists['GET /leads'].items.filter(
    (lead) =>
      typeof lead['conversation_id'] === 'string' &&
      chatbotOf.get(lead['conversation_id']) === lead['chatbot_id'] &&
      chatbots.includes(String(lead['chatbot_id'])),
  )
  const byStatus: JsonObject[] = []
  for (const status of distinct(linked, 'status')) {
    const some = linked.filter((lead) => lead['status'] === status)
    // One of the oldest, to find a service that forgets after a while.
    byStatus.push(...newKind(byStatus.length === 0 ? some.toReversed() : some, byStatus))
  }
  const rest = linked.toReversed().filter((lead) => !byStatus.includes(lead))
  return [...byStatus, ...rest].slice(0, most)
}

/**
 * An id that does not exist, made of a real one: same alphabet, same length. Where that leaves fewer than 10^9 ids, it
 * is longer, so that it exists by no chance.
 * @param sample a real id
 * @param turn different turns give different ids
 */
export function absentId(sample: string, turn = 0): string {
  const safe = Math.ceil(9 / Math.log10(alphabetOf(sample).length))
  return idLike(sample, turn, Math.max(safe + prefixOf(sample).length, sample.length))
}

/** A text like a real id: same alphabet, same length, same prefix. A short one may exist by chance. */
export function idLike(sample: string, turn = 0, length = sample.length): string {
  if (isUuid(sample)) return `00000000-dead-4bad-8000-${String(turn).padStart(12, '0')}`
  const alphabet = alphabetOf(sample)
  let state = hash(sample) + turn * 7919
  let id = prefixOf(sample)
  for (let i = id.length; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    id += /[A-Za-z0-9]/.test(sample[i] ?? 'a')
      ? (alphabet[(state >>> 8) % alphabet.length] ?? 'x')
      : (sample[i] ?? 'x')
  }
  return id
}

/** The prefix of ids such as `conv_7x2b9q`; empty where there is none. */
function prefixOf(sample: string): string {
  return /^[A-Za-z]+[_-]/.exec(sample)?.[0] ?? ''
}

/** An id that names nothing, where no real one is at hand to imitate. */
export const UNKNOWN_ID = absentId('Uk4x9Qw2Lz')

function alphabetOf(sample: string): string {
  const text = sample.slice(prefixOf(sample).length)
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/[a-z]/, 'abcdefghijkmnpqrstuvwxyz'],
    [/[A-Z]/, 'ABCDEFGHJKLMNPQRSTUVWXYZ'],
    [/[0-9]/, '23456789'],
  ]
  return (
    kinds
      .filter(([kind]) => kind.test(text))
      .map(([, letters]) => letters)
      .join('') || 'abcdefghijkmnpqrstuvwxyz'
  )
}

function hash(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}
