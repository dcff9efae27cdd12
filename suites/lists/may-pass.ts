import type { Finding } from '../../lib/judge/finding.ts'
import { LIST_FACTS, listRule } from './facts.ts'
import { LISTS } from '../../lib/spec/operations.ts'

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
 */
export function mayPass(finding: Finding): boolean {
  return finding.case === undefined && COUNTS.has(finding.requirement)
}
