import type { ListKey } from './catalogue/index.ts'
import { given, type Row } from '../util/values.ts'
import { idsOf, isWhole, type Workspace } from './discovery.ts'

/**
 * Rows of one workspace whose ids stand for nothing in another one, as far as discovery saw. Nowhere is it said that an id is given only
 * once: where each workspace numbers its own rows, nothing is known of the ids beyond the first page of a list.
 * @param owner - whose rows they are
 * @param asker - who is to be told nothing of them
 */
export function foreignRows(
  owner: Workspace | undefined,
  asker: Workspace | undefined,
  list: ListKey,
): readonly Row[] {
  const own = new Set(idsOf(asker?.lists[list].rows ?? []))
  if (
    owner === undefined ||
    (own.size > 0 && !isWhole(asker?.lists[list]) && numberApart(owner, asker, list))
  )
    return []
  return owner.lists[list].rows.filter(({ id }) => typeof id === 'string' && id !== '' && !own.has(id))
}

/** What a row keeps: a row that leaks has them in both workspaces. */
const LASTING = ['created_at', 'name', 'visitor_id', 'email'] as const

/** Whether an id stands for one row here and for another there, in a list or in that of the chatbots, which hardly is a long one. */
function numberApart(one: Workspace, other: Workspace | undefined, among: ListKey): boolean {
  return [among, 'GET /chatbots' as const].some((list) => {
    const known = new Map(one.lists[list].rows.map((row) => [row['id'], row]))
    return (other?.lists[list].rows ?? []).some((row) => areOther(row, known.get(row['id'])))
  })
}

function areOther(row: Row, same: Row = {}): boolean {
  return LASTING.some((field) => given(row[field]) && given(same[field]) && row[field] !== same[field])
}
