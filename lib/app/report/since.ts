import { type RequirementChange, changesBetween, type Compared, ranAgain, sendersOf } from './comparison.ts'
import { FAILURES, withOutcome } from './outcome.ts'
import { isPartial, isTraffic, type OpenViolation, type RequirementResult, type RunRecord } from './record.ts'
import { FEW } from '../../engine/util/bounds.ts'

type Later = Compared & Pick<RunRecord, 'target' | 'problemKind'>

/** Compares a run with an earlier one of the same target: which violations are still open, and which verdicts changed. */
export function sinceEarlier(
  earlier: RunRecord | undefined,
  later: Later,
): Pick<RunRecord, 'open' | 'since'> {
  if (earlier === undefined || !isOfSameTarget(earlier, later)) return {}
  const { newlyBroken, mended, newlyInconclusive } = changesBetween(earlier, later)
  const open = stillOpen(earlier, later)
  const isOpen = new Set(open.map(({ id }) => id))
  const passed = new Set(later.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id))
  // What was open before the earlier run did not fail in it: its verdicts show no change.
  const closed = (earlier.open ?? []).map(({ id }) => id).filter((id) => passed.has(id) && !isOpen.has(id))
  return {
    open: isPartial(later) && open.length > 0 ? open : undefined,
    since: {
      startedAt: earlier.startedAt,
      profile: earlier.profile,
      broke: idsOf(newlyBroken.filter(({ before }) => before === 'passed')),
      mended: [...new Set([...idsOf(mended), ...closed])],
      // What was not asked for is no news.
      notJudged: idsOf(newlyInconclusive.filter(({ after }) => after !== 'disabled')),
    },
  }
}

function idsOf(changes: readonly RequirementChange[]): string[] {
  return changes.map(({ id }) => id)
}

/** Whether a record is of a run on the same target. */
function isOfSameTarget(earlier: RunRecord, { target: { embedded, baseUrl } }: Later): boolean {
  if (isTraffic(earlier) || earlier.target.embedded !== embedded) return false
  return embedded || earlier.target.baseUrl === baseUrl
}

/** What a run leaves to be repeated: what failed in it, and what is open from before. */
export function toRepeat(record: RunRecord): readonly OpenViolation[] {
  const failed = withOutcome(record, ...FAILURES).map((row) => ({ id: row.id, cases: casesFor(row, record) }))
  return [...failed, ...(record.open ?? [])]
}

/** The cases that sent the first findings of a requirement, and one that verifies it; without a finding, all that verify it. */
function casesFor(row: RequirementResult, record: RunRecord): readonly string[] {
  const senders = row.findings.slice(0, FEW).flatMap((finding) => sendersOf(record, finding))
  if (senders.length === 0) return row.cases
  // Once it is right, the answer that broke the rule may show nothing of it, such as an empty page.
  const showsThatItHolds = senders.some((id) => row.cases.includes(id)) ? [] : cheapestOf(row, record)
  return [...new Set([...senders, ...showsThatItHolds])]
}

/** Of the cases that verify a requirement, and were judged, the one with the fewest requests; empty without one. */
function cheapestOf(row: RequirementResult, { cases }: RunRecord): readonly string[] {
  return cases
    .filter(({ id, verdict }) => row.cases.includes(id) && (verdict === 'passed' || verdict === 'failed'))
    .toSorted((a, b) => a.requests - b.requests)
    .slice(0, 1)
    .map(({ id }) => id)
}

/**
 * What an earlier run left to be repeated, and a later one did not judge: it neither failed again, nor passed in the cases
 * that showed it, with the same inputs.
 */
function stillOpen(earlier: RunRecord, later: Compared): readonly OpenViolation[] {
  const verdicts = new Map(later.requirements.map(({ id, verdict }) => [id, verdict]))
  const ran = ranAgain(earlier, later, new Set(['passed']))
  return toRepeat(earlier).filter(({ id, cases: shown }) => {
    const verdict = verdicts.get(id)
    const isFixed = verdict === 'passed' && shown.every((one) => ran.has(one))
    return verdict !== undefined && verdict !== 'failed' && !isFixed
  })
}
