import { type ListKey, LISTS, operationOf, readerOf } from '../contract/operations.ts'
import type { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import { idsOf } from './items.ts'

/** An id that exists nowhere, for cases without a list to take one from. */
export const UNKNOWN_ID = 'Uk4xq7Dh5'

/** The first page of each list of a workspace. */
type Lists = Readonly<Record<ListKey, Answer>>

interface Workspace {
  readonly lists: Lists
}

type Reader = Pick<Actor, 'get' | 'detail'>

/** The absent ids that a run knows: see {@link findAbsent}. */
export type Absent = Readonly<Partial<Record<ListKey, string>>>

/** An id that no item of a list has in the workspace under test. */
export function absentId(
  { main, absent = {} }: { readonly main: Workspace; readonly absent?: Absent },
  list: ListKey,
): string {
  return absent[list] ?? absentCandidates(main.lists, list).at(-1) ?? UNKNOWN_ID
}

interface Workspaces {
  readonly main: Workspace
  readonly other?: Workspace
}

/** Finds an id that does not exist for each list that has items and a read by id. */
export async function findAbsent(actor: Reader, workspaces: Workspaces): Promise<Absent> {
  const found = LISTS.map(async (list) => [list, await firstAbsent(actor, list, workspaces)] as const)
  return Object.fromEntries((await Promise.all(found)).filter(([, id]) => id !== undefined))
}

/**
 * The first candidate for which the read returns 404: one that is taken from another list may exist beyond the
 * first page. If all candidates fail, an id of the other workspace, unless it exists in this one, too.
 */
async function firstAbsent(
  actor: Reader,
  list: ListKey,
  { main, other }: Workspaces,
): Promise<string | undefined> {
  const own = idsOf(main.lists[list].items)
  if (own.length === 0 || readerOf(list) === undefined) return undefined
  for (const id of absentCandidates(main.lists, list)) if (await isAbsent(actor, list, id)) return id
  const foreign = idsOf(other?.lists[list].items ?? []).find((id) => !own.includes(id))
  if (foreign === undefined) return undefined
  const isHere = (await statusOf(actor, list, foreign)) === 200
  return isHere ? undefined : foreign
}

/**
 * Whether an id is unknown to a key: the read that takes such ids returns 404. A made-up id may be refused as
 * malformed, which proves nothing; and of some lists, no read takes an id.
 */
export async function isAbsent(actor: Reader, list: ListKey, id: string): Promise<boolean> {
  return (await statusOf(actor, list, id)) === 404
}

/** The status of the read that takes the ids of a list; undefined if none does. */
async function statusOf(actor: Reader, list: ListKey, id: string): Promise<number | undefined> {
  const { operation, parameter } = readerOf(list) ?? {}
  if (operation === undefined) return undefined
  const answer =
    parameter === undefined
      ? await actor.detail(list, id)
      : await actor.get(operation.path, { [parameter]: id })
  return answer.status
}

/**
 * Ids that a workspace does not list: first real ids of another kind and the same form, such as a lead's id
 * in place of a conversation's, and last a made-up one.
 * @param elsewhere another workspace, whose ids are also left out
 */
export function absentCandidates(lists: Lists, list: ListKey, elsewhere?: Lists): readonly string[] {
  const known = new Set([lists, elsewhere].flatMap((some) => idsOf(some?.[list].items ?? [])))
  const { hasUuid } = operationOf(list)
  const ofSameForm = LISTS.filter((kind) => operationOf(kind).hasUuid === hasUuid)
  const ofOtherKinds = ofSameForm.flatMap(
    (kind) => idsOf(lists[kind].items).find((id) => !known.has(id)) ?? [],
  )
  const [sample = UNKNOWN_ID] = known
  return [...ofOtherKinds, madeUp(sample)].filter((id) => !known.has(id))
}

/** A shorter id may exist by chance. */
const SHORTEST = 8

/**
 * An id that looks like a real one: after a prefix such as `conv_`, the characters in reverse. A short id is
 * repeated.
 */
function madeUp(sample: string): string {
  const [prefix = ''] = /^.*[_-](?=.)/.exec(sample) ?? []
  const turned = Array.from(sample.slice(prefix.length)).toReversed().join('')
  return prefix + turned.repeat(Math.ceil(SHORTEST / turned.length))
}
