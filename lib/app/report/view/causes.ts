import { FAILURES } from '../outcome.ts'
import type { Row } from './rows.ts'
import { groupBy } from '../../../engine/util/collections.ts'

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

/** The most causes that a first screen lists one by one. */
export const NAMED_CAUSES = 6
