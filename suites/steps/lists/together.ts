import type { ListKey } from '../../../lib/api/catalogue/index.ts'
import { Slot } from '../../../lib/harness/run-store.ts'
import type { Query } from '../../../lib/api/actor.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { candidatesOf, combinations, pagedCombinations } from './combining.ts'
import { ofListedChatbots } from './filter-values.ts'
import { reference } from './filtering.ts'
import type { Need } from '../../../lib/api/needs.ts'

/** Combinations that a run asks each list for, at most. */
const MOST = 4

/** Filters to ask a list for. */
interface Together {
  /** Given together, to see whether one gets lost beside another. */
  readonly whole: readonly Query[]
  /** To ask a later page for, to see whether a page loses one: out of the others, so that their first pages are known. */
  readonly paged: readonly Query[]
}

const TOGETHER = new Slot<Together>('combined filters')

/** The combinations of filters that tell most, for the rows that are there. */
export async function together<N extends Need>(
  tools: Pick<Context<N>, 'api' | 'store'>,
  list: ListKey,
): Promise<Together> {
  const known = await reference(tools, list)
  const rows = await ofListedChatbots(tools, known.rows)
  return tools.store.once(TOGETHER, `${list} ${known.exchange.id}`, () => {
    const candidates = candidatesOf(list, rows)
    const first = combinations(candidates, MOST)
    return {
      whole: first.map(({ query }) => query),
      paged: pagedCombinations(list, candidates, first).map(({ query }) => query),
    }
  })
}
