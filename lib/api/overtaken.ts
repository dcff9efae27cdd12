import type { Exchange } from '../http/exchange.ts'
import type { Finding } from '../judge/finding.ts'
import { type ListKey, listRule, LISTS } from './catalogue/index.ts'
import { filteredPaging } from './oracles/filters.ts'

/** Writes of a run that change which items a list has, or which of them a filter selects. */
const CHANGING: Readonly<Partial<Record<ListKey, readonly string[]>>> = {
  'GET /leads': ['POST /leads'],
  'GET /conversations': ['POST /leads', 'PATCH /conversations/{id}'],
}

/** Rules that hold the items of a page against its counts. */
const COUNTS = ['total', 'filled', 'hasMore', 'beyondEnd'] as const

/**
 * Findings about the counts of a page that was read while a write of the run changed the list. Services count and
 * select in two queries, so a lead that is created in between is on the page, and not in its total.
 */
export function overtaken(
  findings: readonly Finding[],
  exchanges: readonly Exchange[],
): ReadonlySet<Finding> {
  const writes = exchanges.filter(({ request }) => request.method !== 'GET')
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]))
  return new Set(
    findings.filter((finding) => {
      const [id = 0] = finding.exchanges
      const page = byId.get(id)
      const list = LISTS.find((one) => one === page?.operation)
      if (page === undefined || list === undefined || finding.case !== undefined) return false
      const counts = [filteredPaging(page, list), ...COUNTS.map((rule) => listRule(list, rule))]
      const changing = CHANGING[list] ?? []
      return (
        counts.includes(finding.requirement) &&
        writes.some((write) => changing.includes(write.operation ?? '') && isAtOnce(write, page))
      )
    }),
  )
}

/** Whether two requests were under way at the same time. A write that was refused changes nothing. */
function isAtOnce(write: Exchange, page: Exchange): boolean {
  const end = ({ startedAt, durationMs }: Exchange): number => startedAt + Math.ceil(durationMs)
  return (write.response?.status ?? 200) < 300 && write.startedAt <= end(page) && page.startedAt <= end(write)
}
