import { type Compared, ranAgain, sendersOf } from './comparison.ts'
import { FAILURES, withOutcome } from './outcome.ts'
import type { OpenViolation, RequirementResult, RunRecord } from './record.ts'
import { FEW } from '../../engine/util/bounds.ts'

/** What a run leaves to be repeated: what failed in it, and what is open from before. */
export function toRepeat(record: RunRecord): readonly OpenViolation[] {
  const failed = withOutcome(record, ...FAILURES).map((row) => ({ id: row.id, cases: casesFor(row, record) }))
  return [...failed, ...(record.open ?? [])]
}

/** The cases that sent the first findings of a requirement; without a finding, all that verify it. */
function casesFor(row: RequirementResult, record: RunRecord): readonly string[] {
  const senders = row.findings.slice(0, FEW).flatMap((finding) => sendersOf(record, finding))
  return senders.length > 0 ? [...new Set(senders)] : row.cases
}

/**
 * What an earlier run left to be repeated, and a later one did not judge: it neither failed again, nor passed in the cases
 * that showed it, with the same inputs.
 */
export function stillOpen(earlier: RunRecord, later: Compared): readonly OpenViolation[] {
  const verdicts = new Map(later.requirements.map(({ id, verdict }) => [id, verdict]))
  const ran = ranAgain(earlier, later, new Set(['passed']))
  return toRepeat(earlier).filter(({ id, cases: shown }) => {
    const verdict = verdicts.get(id)
    const isFixed = verdict === 'passed' && shown.every((one) => ran.has(one))
    return verdict !== undefined && verdict !== 'failed' && !isFixed
  })
}
