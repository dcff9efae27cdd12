import { type RequirementChange, changesBetween, type Compared, ranAgain } from './comparison.ts'
import { stillOpen } from './last-failed.ts'
import { isPartial, isTraffic, type Observation, type RunRecord } from './record.ts'
import { groupBy } from '../../engine/util/collections.ts'

type Later = Compared & Pick<RunRecord, 'target' | 'observations' | 'settings' | 'problemKind'>

/**
 * What changed since an earlier run of the same target: what is open of it, verdicts, and observations on open points that both runs
 * observed with the same inputs, of which the first one then says what was observed before.
 */
export function sinceEarlier(
  earlier: RunRecord | undefined,
  later: Later,
): Pick<RunRecord, 'open' | 'since' | 'observations'> {
  const { observations } = later
  if (earlier === undefined || !isAlike(earlier, later)) return { observations }
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
    observations: withPrevious(earlier, later),
  }
}

function withPrevious(earlier: RunRecord, later: Later): Observation[] {
  const { observations: now } = later
  const [were, are] = [observedTexts(earlier.observations), observedTexts(now)]
  const isRepeated = repeatedIn(earlier, later)
  return now.map((observation, index) => {
    const { requirement } = observation
    const previous = were.get(requirement)
    const isFirst = now.findIndex((one) => one.requirement === requirement) === index
    const isChanged = previous !== undefined && previous !== are.get(requirement)
    return isFirst && isChanged && isRepeated(requirement) ? { ...observation, previous } : observation
  })
}

/** Whether an open point was observed with the inputs of the earlier run; without a case, all that was sent shows it. */
function repeatedIn(earlier: RunRecord, later: Later): (requirement: string) => boolean {
  const ran = ranAgain(earlier, later)
  const rows = new Map(later.requirements.map((row) => [row.id, row]))
  return (requirement) => {
    const cases = rows.get(requirement)?.cases ?? []
    return cases.length === 0 ? earlier.seed === later.seed : cases.every((id) => ran.has(id))
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

/** What was observed on each open point, in a comparable form: without timestamps and marks of the run. */
export function observedTexts(observations: readonly Observation[]): ReadonlyMap<string, string> {
  const points = [...groupBy(observations, ({ requirement }) => requirement)]
  return new Map(
    points.map(([id, some]) => [id, [...new Set(some.map(({ text }) => lasting(text)))].sort().join('; ')]),
  )
}

function lasting(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/g, '<time>')
    .replaceAll(/\bcac-[a-z0-9]+-\d+/g, '<mark>')
}
