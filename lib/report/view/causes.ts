import { FAILURES } from '../outcome.ts'
import type { Row } from './rows.ts'
import { FEW } from '../../util/bounds.ts'
import { groupBy } from '../../util/collections.ts'

/** A root cause of a failed run, with the violations that follow from it. */
export interface Cause extends Row {
  readonly consequences: readonly Row[]
}

const SEVERITIES = ['critical', 'major', 'minor'] as const

/**
 * The causes of a failed run, most serious first: by severity, then `must` before `derived`, then by how many others
 * follow from it. A violation that follows from several causes is listed under the first; one that follows from a known
 * failure stands alone.
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
        b.consequences.length - a.consequences.length,
    )
}

/** 0 for the most severe. Records of earlier versions have no severity and count as `major`. */
function severityRank({ result: { severity = 'major' } }: Row): number {
  return SEVERITIES.indexOf(severity)
}

/** The most causes that are listed one by one. If there are more, {@link wrongStatus} says what many have in common. */
export const NAMED_CAUSES = 6

/** The largest group of causes with the same wrong status: `9 answer 422 instead of 400, e.g. THING-04`. */
export function wrongStatus(causes: readonly Cause[]): string | undefined {
  const groups = groupBy(causes, ({ evidence: [first] }) => {
    const { status, accepted } = first?.finding ?? {}
    return status && accepted && `answer ${status} instead of ${accepted.join(' or ')}`
  })
  groups.delete(undefined)
  const [largest] = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  if (causes.length <= NAMED_CAUSES || largest === undefined) return undefined
  const [words, some] = largest
  return some.length < FEW ? undefined : `${some.length} ${words}, e.g. ${some[0]?.id}`
}
