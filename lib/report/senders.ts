import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from './record.ts'

/**
 * The cases that sent what shows a finding; none if the run itself did. For a finding of an oracle: for each of its exchanges
 * the case with the fewest requests. For one that a case asserted: that case, and, where it verifies another requirement
 * first, those for this one that failed, too, as it may have met what they had written.
 */
export function sendersOf({ cases }: RunRecord, finding: Finding): readonly string[] {
  const { case: asserting, requirement } = finding
  if (asserting !== undefined) {
    const own = cases.filter(({ requirements: [first] }) => first === requirement)
    const failed = own.some(({ id }) => id === asserting)
      ? []
      : own.filter(({ verdict }) => verdict === 'failed')
    return [asserting, ...failed.map(({ id }) => id)]
  }
  const senders = finding.exchanges.flatMap((exchange) => {
    const [cheapest] = cases
      .filter(({ exchanges }) => exchanges.includes(exchange))
      .toSorted((a, b) => a.requests - b.requests)
    return cheapest === undefined ? [] : [cheapest.id]
  })
  return [...new Set(senders)]
}
