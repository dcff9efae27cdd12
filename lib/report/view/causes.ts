import { FAILURES } from '../outcome.ts'
import type { Row } from './rows.ts'
import { wasServed } from '../../judge/finding.ts'
import { FEW } from '../../util/bounds.ts'
import { groupBy, present } from '../../util/collections.ts'

/** A root cause of a failed run, with the violations that follow from it. */
export interface Cause extends Row {
  readonly consequences: readonly Row[]
}

const SEVERITIES = ['critical', 'major', 'minor'] as const

/**
 * The causes of a failed run, most serious first: by severity, then `must` before `derived`, then by how many others
 * rest on it and how many places show it. A violation that follows from several causes is listed under the first; one
 * that follows from a known failure stands alone.
 */
export function causesOf(rows: readonly Row[]): Cause[] {
  const failing = rows.filter(({ outcome }) => FAILURES.some((one) => one === outcome))
  const ids = new Set(failing.map(({ id }) => id))
  const under = groupBy(failing, ({ result: { consequenceOf = [] } }) =>
    consequenceOf.find((id) => ids.has(id)),
  )
  return (under.get(undefined) ?? [])
    .map((row): Cause => ({ ...row, consequences: under.get(row.id) ?? [] }))
    .toSorted(
      (a, b) =>
        severityRank(a) - severityRank(b) ||
        Number(b.result.strength === 'must') - Number(a.result.strength === 'must') ||
        restingOn(b) - restingOn(a) ||
        b.places.length - a.places.length,
    )
}

function restingOn({ consequences, blocked }: Cause): number {
  return consequences.length + blocked.length
}

/** 0 for the most severe. Records of earlier versions have no severity and count as `major`. */
function severityRank({ result: { severity = 'major' } }: Row): number {
  return SEVERITIES.indexOf(severity)
}

/** The most causes that are listed one by one. If there are more, {@link sharedBy} says what they have in common. */
export const NAMED_CAUSES = 6

/** What many causes have in common, one line each; empty if there are only a few. */
export function sharedBy(causes: readonly Cause[]): string[] {
  if (causes.length <= NAMED_CAUSES) return []
  const [widest] = causes.toSorted((a, b) => b.places.length - a.places.length)
  const everywhere = causes.filter(({ result }) => result.endpoint === '*').length
  return present(
    wrongStatus(causes),
    everywhere > 1 && `${everywhere} are rules for every endpoint: one change may fix many places`,
    widest !== undefined &&
      widest.places.length > 1 &&
      `${widest.id} affects most endpoints (${widest.places.length})`,
  )
}

/** The largest group of causes with the same wrong status: `9 answer 422 instead of 400, e.g. THING-04`. */
function wrongStatus(causes: readonly Cause[]): string | undefined {
  const groups = groupBy(causes, ({ result: { findings } }) => {
    const [first] = findings
    const isOne = first?.accepted !== undefined && findings.every(({ status }) => status === first.status)
    if (!isOne || first.status === undefined) return undefined
    const isLetIn = wasServed(first) && first.accepted.every((status) => status === 400)
    return isLetIn
      ? 'accept invalid input'
      : `answer ${first.status} instead of ${first.accepted.join(' or ')}`
  })
  groups.delete(undefined)
  const [largest] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  if (largest === undefined || largest[1].length < FEW) return undefined
  const [words, some] = largest
  return `${some.length} ${words}, e.g. ${some[0]?.id}`
}
