import { derived, type Entry, must } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { LIST_FACTS } from './facts.ts'
import { FILTERS } from './filters.ts'

/**
 * The rows about the filters of a list: each alone, several together, and on every page.
 */
export function filterRows(list: ListKey): Entry[] {
  const { combined, paged } = LIST_FACTS[list]
  const rows = Object.entries(FILTERS[list]).flatMap(([name, { requirement, text }]) =>
    text === undefined ? [] : must(requirement, name, text),
  )
  if (combined !== undefined)
    rows.push(
      derived(
        combined,
        'Query param',
        'When a request has several filters, all of them apply.',
        'Each parameter narrows the list, and nothing says that one disables another.',
      ),
    )
  if (paged !== undefined)
    rows.push(
      derived(
        paged,
        'limit, offset',
        'Every page of a filtered list keeps the filter, and `total` counts the filtered list.',
        '`limit` and `offset` page through the list that the filters select.',
      ),
    )
  return rows.map((row) => ({ ...row, theme: 'filters' }))
}
