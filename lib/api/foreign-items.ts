import type { ListKey } from './catalogue/index.ts'
import { given, type JsonObject } from '../util/values.ts'
import { idsOf, isWhole, type Workspace } from './discovery.ts'

/**
 * Items of one workspace whose ids stand for nothing in another one, as far as discovery saw. Nowhere is it said that an id is given only
 * once: where each workspace numbers its own items, nothing is known of the ids beyond the first page of a list.
 * @param owner - whose items they are
 * @param asker - who is to be told nothing of them
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

/** What an item keeps: an item that leaks has them in both workspaces. */
const LASTING = ['created_at', 'name', 'visitor_id', 'email'] as const

/** Whether an id stands for one item here and for another there, in a list or in that of the chatbots, which hardly is a long one. */
function numberApart(one: Workspace, other: Workspace | undefined, among: ListKey): boolean {
  return [among, 'GET /chatbots' as const].some((list) => {
    const known = new Map(one.lists[list].items.map((item) => [item['id'], item]))
    return (other?.lists[list].items ?? []).some((item) => areOther(item, known.get(item['id'])))
  })
}

function areOther(item: JsonObject, same: JsonObject = {}): boolean {
  return LASTING.some((field) => given(item[field]) && given(same[field]) && item[field] !== same[field])
}
