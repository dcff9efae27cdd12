import { createHash } from 'node:crypto'
import { isUuid } from '../spec/formats.ts'
import { contradict, type JsonObject } from '../util/values.ts'
import type { ListKey } from '../spec/operations.ts'
import { type Discovery, idsOf, endsHere, type Workspace } from './discovery.ts'

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

/**
 * An id that does not exist, made of a real one: same alphabet, same prefix, same length. Where that leaves fewer than
 * 10^9 ids, it is longer, so that it exists by no chance.
 * @param sample a real id
 * @param turn different turns give different ids
 */
export function absentId(sample: string, turn = 0): string {
  return idLike(sample, turn, Math.ceil(9 / Math.log10(alphabetOf(sample).length)))
}

/** A text like a real id: same alphabet, same length, same prefix. A short one may exist by chance. */
export function idLike(sample: string, turn: number, shortest = 0): string {
  if (isUuid(sample)) return `00000000-dead-4bad-8000-${String(turn).padStart(12, '0')}`
  const alphabet = alphabetOf(sample)
  const bytes = createHash('sha512').update(`${sample} ${turn}`).digest()
  const letter = (at: number): string => alphabet[(bytes[at % bytes.length] ?? 0) % alphabet.length] ?? ''
  const shape = withoutPrefix(sample)
  const prefix = sample.slice(0, sample.length - shape.length)
  return prefix + shape.padEnd(shortest, 'x').replaceAll(/[A-Za-z0-9]/g, (_, at: number) => letter(at))
}

/** An id such as `conv_7x2b9q` from behind its prefix. */
function withoutPrefix(id: string): string {
  return id.replace(/^[A-Za-z]+[_-]/, '')
}

/** An id that names nothing, where no real one is at hand to imitate. */
export const UNKNOWN_ID = absentId('Uk4x9Qw2Lz')

/** The letters that an id is made of: of each kind in the text all those that are hard to mistake for others. */
function alphabetOf(id: string): string {
  const text = withoutPrefix(id)
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const
  const [lower, upper, digits] = kinds
  return (
    [/[a-z]/.test(text) && lower, /[A-Z]/.test(text) && upper, /[0-9]/.test(text) && digits]
      .filter((letters) => letters !== false)
      .join('') || lower
  )
}
