import type { ListKey } from '../../../lib/api/catalogue/index.ts'
import { remembered } from '../../../lib/contract/index.ts'
import type { Row } from '../../../lib/util/values.ts'
import type { Query } from '../../../lib/api/actor.ts'
import type { Context } from '../../../lib/harness/case.ts'
import { combinations, pagedCombinations } from './combining.ts'
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

/** What was found for the same rows before. */
const found = remembered((_rows: readonly Row[]) => new Map<ListKey, Together>())

/** The combinations of filters that tell most, for the rows that are there. */
export async function together<N extends Need>(
  tools: Pick<Context<N>, 'api'>,
  list: ListKey,
): Promise<Together> {
  const known = await reference(tools, list)
  const rows = await ofListedChatbots(tools, known.rows)
  const earlier = found(rows).get(list)
  if (earlier !== undefined) return earlier
  const first = combinations(list, rows, MOST)
  const chosen = {
    whole: first.map(({ query }) => query),
    paged: pagedCombinations(list, rows, first).map(({ query }) => query),
  }
  found(rows).set(list, chosen)
  return chosen
}
