import { type Finding, wasServed } from '../../judge/finding.ts'
import { LONGEST_WORDS } from '../../util/bounds.ts'
import { groupBy } from '../../util/collections.ts'
import { thousands } from '../../util/text.ts'
import type { Evidence } from './evidence.ts'

/** The evidence of a violation, the most telling first: what was served wrongly, then what was received most often. */
export function mostTellingFirst(evidence: readonly Evidence[]): Evidence[] {
  const often = groupBy(evidence, ({ finding }) => finding.received)
  const times = ({ finding }: Evidence): number =>
    timesOf((often.get(finding.received) ?? []).map((one) => one.finding))
  return evidence.toSorted(
    (a, b) => Number(wasServed(b.finding)) - Number(wasServed(a.finding)) || times(b) - times(a),
  )
}

/** Where it was violated, most frequent first. */
export function placesOf(findings: readonly Finding[]): string[] {
  return [...groupBy(findings, ({ where }) => where)]
    .toSorted(([, a], [, b]) => timesOf(b) - timesOf(a))
    .map(([place]) => place)
}

/** What was received, and how often: `status 201 instead of 200, 8 times`; empty without evidence. */
export function seenIn(evidence: readonly Evidence[]): string {
  const [first] = evidence
  if (first === undefined) return ''
  const { received, accepted } = first.finding
  const times = timesOf(evidence.map(({ finding }) => finding).filter((one) => one.received === received))
  const instead = accepted === undefined ? '' : ` instead of ${accepted.join(' or ')}`
  return `${first.received}${instead}${times > 1 ? `, ${thousands(times)} times` : ''}`
}

/** What was expected, where {@link seenIn} does not say it, and where it is short: a longer one repeats the requirement. */
export function unsaid({ finding, expected }: Evidence): string | undefined {
  return finding.accepted === undefined && expected.length <= LONGEST_WORDS ? expected : undefined
}

function timesOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0)
}
