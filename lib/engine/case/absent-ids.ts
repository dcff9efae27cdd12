import { type ListKey, LISTS, operationOf, readerOf } from '../contract/operations.ts'
import type { Actor } from './actor.ts'
import type { Answer } from './answer.ts'
import { idsOf } from './items.ts'

/** An id that names nothing, where no list is at hand to take one from. */
export const UNKNOWN_ID = 'Uk4xq7Dh5'

/** The first page of each list of a workspace. */
type Lists = Readonly<Record<ListKey, Answer>>

interface Workspace {
  readonly lists: Lists
}

/** What a run knows of absent ids: see {@link foundAbsent}. */
export type Absent = Readonly<Partial<Record<ListKey, string>>>

/** An id that names nothing in a list of the workspace under test. */
export function absentId(
  { main, absent = {} }: { readonly main: Workspace; readonly absent?: Absent },
  list: ListKey,
): string {
  return absent[list] ?? absentIds(main.lists, list).at(-1) ?? UNKNOWN_ID
}

/**
 * Asks for ids that do not exist: the absent ones are the first ones that are answered 404. An id of another kind may name an
 * item behind the first page of the list. An id that no encoder makes may be refused as malformed: where all of them are, one of
 * another workspace is absent in this one, and without a second key none is known.
 */
export async function foundAbsent(
  actor: Pick<Actor, 'get' | 'detail'>,
  { main, other }: { readonly main: Workspace; readonly other?: Workspace },
): Promise<Absent> {
  const firstAbsent = async (list: ListKey): Promise<readonly [ListKey, string][]> => {
    const own = idsOf(main.lists[list].items)
    if (own.length === 0 || readerOf(list) === undefined) return []
    for (const id of absentIds(main.lists, list)) if (await isAbsent(actor, list, id)) return [[list, id]]
    const foreign = idsOf(other?.lists[list].items ?? []).filter((id) => !own.includes(id))
    return foreign.slice(0, 1).map((id) => [list, id])
  }
  return Object.fromEntries((await Promise.all(LISTS.map(firstAbsent))).flat())
}

/**
 * Whether an id names nothing for a key, as a 404 says of the read that takes such ids. One that no encoder makes may be refused as
 * malformed, which tells nothing; so does a list of which no read takes an id.
 */
export async function isAbsent(
  actor: Pick<Actor, 'get' | 'detail'>,
  list: ListKey,
  id: string,
): Promise<boolean> {
  const { operation, parameter } = readerOf(list) ?? {}
  if (operation === undefined) return false
  const answer =
    parameter === undefined
      ? await actor.detail(list, id)
      : await actor.get(operation.path, { [parameter]: id })
  return answer.status === 404
}

/**
 * Ids that a workspace does not list: real ones of another kind and the same form, such as a lead's where a conversation's belongs, and last one
 * that is made up.
 * @param elsewhere another workspace, whose ids are left out, too
 */
export function absentIds(lists: Lists, list: ListKey, elsewhere?: Lists): readonly string[] {
  const idsIn = (some: Lists | undefined, kind: ListKey): readonly string[] => idsOf(some?.[kind].items ?? [])
  const known = new Set([...idsIn(lists, list), ...idsIn(elsewhere, list)])
  const { hasUuid } = operationOf(list)
  const ofOtherKinds = LISTS.filter((kind) => operationOf(kind).hasUuid === hasUuid).flatMap((kind) =>
    idsIn(lists, kind)
      .filter((id) => !known.has(id))
      .slice(0, 1),
  )
  const [sample = UNKNOWN_ID] = known
  return [...ofOtherKinds, madeUp(sample)].filter((id) => !known.has(id))
}

/** A shorter id may exist by chance. */
const LONG = 8

/** An id in the likeness of a real one: behind a prefix such as `conv_`, its characters in reverse. A short one is repeated. */
function madeUp(sample: string): string {
  const [prefix = ''] = /^.*[_-](?=.)/.exec(sample) ?? []
  const turned = Array.from(sample.slice(prefix.length)).toReversed().join('')
  return prefix + turned.repeat(Math.ceil(LONG / turned.length))
}
