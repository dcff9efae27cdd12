import type { ListKey } from './catalogue/index.ts'
import { given, type JsonObject } from '../util/values.ts'
import { idsOf, isWhole, type Workspace } from './discovery.ts'

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
    (own.size > 0 && !isWhole(asker?.lists[list]) && numberApart(owner, asker, list))
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
