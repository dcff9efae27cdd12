import { type RequirementChange, changesBetween, type Compared } from './comparison.ts'
import { stillOpen } from './last-failed.ts'
import { isPartial, isTraffic, type RunRecord } from './record.ts'

type Later = Compared & Pick<RunRecord, 'target' | 'settings' | 'problemKind'>

/** What changed since an earlier run of the same target: what is open of it, and the verdicts. */
export function sinceEarlier(
  earlier: RunRecord | undefined,
  later: Later,
): Pick<RunRecord, 'open' | 'since'> {
  if (earlier === undefined || !isAlike(earlier, later)) return {}
  const { newlyBroken, mended, newlyInconclusive } = changesBetween(earlier, later)
  const open = stillOpen(earlier, later)
  const isOpen = new Set(open.map(({ id }) => id))
  const holds = new Set(later.requirements.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id))
  const longOpen = (earlier.open ?? []).map(({ id }) => id).filter((id) => holds.has(id) && !isOpen.has(id))
  return {
    open: isPartial(later) && open.length > 0 ? open : undefined,
    since: {
      startedAt: earlier.startedAt,
      profile: earlier.profile,
      broke: idsOf(newlyBroken.filter(({ before }) => before === 'passed')),
      mended: [...new Set([...idsOf(mended), ...longOpen])],
      // What was not asked for is no news.
      notJudged: idsOf(newlyInconclusive.filter(({ after }) => after !== 'disabled')),
    },
  }
}

function idsOf(changes: readonly RequirementChange[]): string[] {
  return changes.map(({ id }) => id)
}

/** Whether a record is of a run on the same target. */
function isAlike(earlier: RunRecord, { target: { embedded, baseUrl } }: Later): boolean {
  if (isTraffic(earlier) || earlier.target.embedded !== embedded) return false
  return embedded || earlier.target.baseUrl === baseUrl
}
