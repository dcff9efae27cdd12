import type { Finding } from '../../engine/judge/finding.ts'
import type { RunRecord } from './record.ts'

/**
 * The cases that sent what shows a finding; none if the run itself did. For a finding that a case asserted: that case. For
 * one of an oracle: for each of its exchanges the case with the fewest requests.
 */
export function sendersOf({ cases }: RunRecord, finding: Finding): readonly string[] {
  if (finding.case !== undefined) return [finding.case]
  const senders = finding.exchanges.flatMap((exchange) => {
    const [cheapest] = cases
      .filter(({ exchanges }) => exchanges.includes(exchange))
      .toSorted((a, b) => a.requests - b.requests)
    return cheapest === undefined ? [] : [cheapest.id]
  })
  return [...new Set(senders)]
}
