import { LISTS, type ListKey } from '../spec/operations.ts'
import type { Discovery, Workspace } from './discovery.ts'
import { endsHere, idsOf } from './items.ts'

/** An id that names nothing, where no list is at hand to take one from. */
export const UNKNOWN_ID = 'Uk4xq7Dh5'

/** The lists whose items have sqids. */
const WITH_SQIDS: readonly ListKey[] = LISTS.slice(0, 3)

/**
 * An id that names nothing in a list of the workspace under test. Kinds may be numbered alike, so a real one of another kind
 * serves only where the whole list is known.
 */
export function absentId({ main }: Pick<Discovery, 'main'>, list: ListKey): string {
  const ids = absentIds(main, list)
  return (endsHere(main.lists[list]) ? ids[0] : ids.at(-1)) ?? UNKNOWN_ID
}

/**
 * Ids that a workspace does not list: real ones of another kind, such as a lead's where a conversation's belongs, and at the
 * end one made up, to which a service may give an answer of its own.
 * @param elsewhere another workspace, whose ids are no absent ones either
 */
export function absentIds(workspace: Workspace, list: ListKey, elsewhere?: Workspace): readonly string[] {
  const idsIn = (one: Workspace | undefined, kind: ListKey): readonly string[] =>
    idsOf(one?.lists[kind].items ?? [])
  const known = new Set([...idsIn(workspace, list), ...idsIn(elsewhere, list)])
  const ofOtherKinds = WITH_SQIDS.flatMap((kind) =>
    idsIn(workspace, kind)
      .filter((id) => !known.has(id))
      .slice(0, 1),
  )
  const [sample = UNKNOWN_ID] = known
  return [...ofOtherKinds, madeUp(sample)]
}

/** A shorter id may exist by chance. */
const LONG = 8

/**
 * An id in the likeness of a real one: behind a prefix such as `conv_`, each letter and digit becomes the next of its kind.
 * A short one is repeated first.
 */
function madeUp(sample: string): string {
  const [prefix = ''] = /^.*[_-](?=.)/.exec(sample) ?? []
  const rest = sample.slice(prefix.length)
  return prefix + rest.repeat(Math.ceil(LONG / rest.length)).replaceAll(/[a-z0-9]/gi, following)
}

/**
 * What follows each character. Hexadecimal digits stay such, and none becomes a character that some encoders leave out
 * (0, 1, i, l, o, u).
 */
const RINGS = 'abcdefa ghjkmnpqrstvwxyzg 234567892 07 17 ix lx ox ux'

function following(character: string): string {
  const lower = character.toLowerCase()
  const next = RINGS[RINGS.indexOf(lower) + 1] ?? lower
  return character === lower ? next : next.toUpperCase()
}
