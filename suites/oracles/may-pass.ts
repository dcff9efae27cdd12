import type { Exchange } from '../../lib/http/exchange.ts'
import type { Finding } from '../../lib/judge/finding.ts'
import { LIST_FACTS, type ListKey, listRule, LISTS } from '../../lib/judge/lists.ts'

/** Writes of a run that change which items a list has, or which of them a filter selects. */
const CHANGING: Readonly<Partial<Record<ListKey, readonly string[]>>> = {
  'GET /leads': ['POST /leads'],
  'GET /conversations': ['POST /leads', 'PATCH /conversations/{id}'],
}

/** The rules that hold the items of a page against its counts. */
const COUNTS: ReadonlySet<string | undefined> = new Set(
  LISTS.flatMap((list) => [
    LIST_FACTS[list].paged,
    ...(['total', 'filled', 'hasMore', 'beyondEnd'] as const).map((rule) => listRule(list, rule)),
  ]),
)

/**
 * Whether a finding of an oracle may be a matter of a moment: services count and select in two queries, so an item
 * that is created in between is on the page, and not in its total. The same read shows a lasting defect again.
 * Only a list of one length may show a wrong `has_more`, so that one needs a write of the run at the same time.
 */
export function mayPass(finding: Finding, exchanges: readonly Exchange[]): boolean {
  if (finding.case !== undefined || !COUNTS.has(finding.requirement)) return false
  if (finding.pointer !== '/pagination/has_more') return true
  const page = exchanges.find(({ id }) => id === finding.exchanges[0])
  const list = LISTS.find((one) => one === page?.operation)
  const changing = list === undefined ? [] : (CHANGING[list] ?? [])
  return (
    page !== undefined &&
    exchanges.some((write) => changing.includes(write.operation ?? '') && isAtOnce(write, page))
  )
}

/** Whether two requests were under way at the same time. A write that was refused changes nothing. */
function isAtOnce(write: Exchange, page: Exchange): boolean {
  const end = ({ startedAt, durationMs }: Exchange): number => startedAt + Math.ceil(durationMs)
  return (write.response?.status ?? 200) < 300 && write.startedAt <= end(page) && page.startedAt <= end(write)
}
