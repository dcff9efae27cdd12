import { listRule, type ListKey } from '../../../lib/api/catalogue/index.ts'
import { readFilters } from '../../../lib/api/oracles/filters.ts'
import { quote } from '../../../lib/util/values.ts'
import { standsAt } from '../../../lib/api/oracles/walk.ts'
import type { Query } from '../../../lib/api/actor.ts'
import type { Answer } from '../../../lib/harness/answer.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { describe } from './filtering.ts'
import type { Need } from '../../../lib/api/needs.ts'

/**
 * Asks for the last row of filtered pages as a page of its own, and expects the row that stands there: rows that a filter keeps out stand
 * before it, and would be counted by an offset into the list without the filter.
 */
export async function nextPages<N extends Need>(
  tools: Pick<Context<N>, 'api' | 'expect' | 'inconclusive' | 'each'>,
  list: ListKey,
  queries: readonly Query[],
): Promise<void> {
  let judged = 0
  await tools.each(
    queries.filter((query) => Object.values(query).some((value) => value !== undefined)),
    async (query) => {
      const whole = (await tools.api.list(list, { limit: 100, ...query })).control()
      if (whole.rows.length < 2) return
      const place = whole.rows.length - 1
      const next = await tools.api.list(list, { limit: 1, offset: place, ...query })
      tools
        .expect(next)
        .toAnswer(200, { explainedBy: [listRule(list, 'limitOne'), listRule(list, 'offset')] })
      if (whole.total !== next.total) {
        const again = await tools.api.list(list, { limit: 100, offset: 0, ...query })
        if (again.total !== whole.total) tools.inconclusive('the list changed while it was paged')
      }
      tools
        .expect(next)
        .toSatisfy(
          whole.total === next.total,
          `total ${whole.total}, as on the first page of ${describe(query)}`,
          `total ${next.total}`,
          {
            also: [whole],
            pointer: '/pagination/total',
            explainedBy: [listRule(list, 'total'), ...ownRequirements(whole, list)],
          },
        )
      tools
        .expect(next)
        .toSatisfy(
          standsAt(next.rows[0], place, whole.rows, list),
          `row ${place + 1} of ${describe(query)}: ${quote(whole.rows[place]?.['id'])}`,
          () => quote(next.rows[0]?.['id']),
          {
            also: [whole],
            pointer: '/data/0',
            explainedBy: [
              listRule(list, 'offset'),
              listRule(list, 'walk'),
              listRule(list, 'order'),
              ...ownRequirements(whole, list),
            ],
          },
        )
      judged += 1
    },
  )
  if (judged === 0) tools.inconclusive('needs two rows that a filter keeps')
}

/** What is said of the filters of a first page: where that is wrong, so are the pages behind it. */
function ownRequirements({ exchange }: Answer, list: ListKey): string[] {
  const reading = readFilters(exchange, list)
  // What `since` means for bookings is open, so that it is not read.
  if (reading === undefined) return list === 'GET /bookings' ? ['LIST-BOOKINGS-22'] : []
  return [...reading.explainedBy, reading.requirement]
}
