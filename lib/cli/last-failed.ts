import { sendersOf } from '../report/view/replay.ts'
import { FAILURES, withOutcome } from '../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../report/record.ts'
import type { RunOptions } from '../run/options.ts'

/** The most findings of a requirement whose cases are run again. */
const MOST_FINDINGS = 3

/**
 * What shows again what failed in a run: its root causes, by the cases that sent their evidence. Where nothing failed, what was an error
 * of the tool or the connection. Undefined if there is neither.
 */
export function whatFailed(record: RunRecord): Pick<RunOptions, 'only' | 'cases' | 'seenBefore'> | undefined {
  const failed = withOutcome(record, ...FAILURES)
  const roots = failed.filter(({ consequenceOf }) => consequenceOf === undefined)
  const errors = withOutcome(record, 'error').filter(({ reasonKind }) => reasonKind !== 'interrupted')
  const rows = [roots, failed, errors].find((some) => some.length > 0)
  if (rows === undefined) return undefined
  const cases = rows.map((row) => casesFor(row, record))
  const isComplete = cases.every((some) => some.length > 0)
  return {
    only: rows.map(({ id }) => id),
    seenBefore: failed.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
    cases: isComplete ? [...new Set(cases.flat())] : undefined,
  }
}

/** The cases that sent the evidence of a requirement; without evidence, all that verify it. */
function casesFor(row: RequirementResult, record: RunRecord): readonly string[] {
  const senders = row.findings
    .slice(0, MOST_FINDINGS)
    .map((finding) => sendersOf(record, finding))
    .filter((some) => some.length > 0)
  return senders.length > 0 ? senders.flat() : row.cases
}
