import { derived, type Entry, must } from '../../lib/engine/judge/rows.ts'
import type { ListKey } from '../../lib/engine/spec/operations.ts'
import { LIST_FACTS, listRule } from './facts.ts'
import { FILTERS } from './filters.ts'
import { fieldsOf } from './rows.ts'

/**
 * The rows about the filters of a list: each alone, several together, and on every page.
 * @param further - rows about filters beyond one for each parameter
 */
export function filterRows(list: ListKey, ...further: readonly string[]): Entry[] {
  const { combined, paged } = LIST_FACTS[list]
  const rows = Object.entries(FILTERS[list]).flatMap(([name, { requirement, field, text }]) =>
    text === undefined ? [] : must(requirement, name, text, filterRests(list, field)),
  )
  const each = [...rows.map(({ id }) => id), ...further]
  if (combined !== undefined)
    rows.push(
      derived(
        combined,
        'Query param',
        'When a request has several filters, all of them apply.',
        'Each parameter narrows the list, and nothing says that one disables another.',
        each,
      ),
    )
  if (paged !== undefined)
    rows.push(
      derived(
        paged,
        'limit, offset',
        'Every page of a filtered list keeps the filter, and `total` counts the filtered list.',
        '`limit` and `offset` page through the list that the filters select.',
        [...each, combined ?? [], listRule(list, 'beyondEnd'), listRule(list, 'echo')].flat(),
      ),
    )
  return rows
}

/** What a filter rests on: the field that it reads, and the laws of the list. */
function filterRests(list: ListKey, field: string): string[] {
  return [
    ...(list === 'GET /reservations' && field !== 'status' ? ['LIST-RESERVATIONS-23'] : []),
    ...fieldsOf(list, field),
    ...(field.endsWith('_at') ? ['TIME-01'] : []),
    listRule(list, 'walk'),
    listRule(list, 'hasMore'),
    listRule(list, 'limitHundred'),
    LIST_FACTS[list].isolation,
  ]
}
