import { type Change, changesBetween } from './comparison.ts'
import { isTraffic, type Observation, type RunRecord } from './record.ts'
import { groupBy } from '../../engine/util/collections.ts'

/**
 * The record with its differences from an earlier run of the same target: changed verdicts, and changed observations
 * on open points that both runs observed.
 */
export function sinceEarlier(record: RunRecord, earlier: RunRecord): RunRecord {
  if (!isAlike(record, earlier)) return record
  const { newlyBroken, mended, newlyInconclusive } = changesBetween(earlier, record)
  return {
    ...record,
    since: {
      startedAt: earlier.startedAt,
      profile: earlier.profile,
      broke: idsOf(newlyBroken.filter(({ before }) => before === 'passed')),
      mended: idsOf(mended),
      notJudged: idsOf(newlyInconclusive),
    },
    observations: withPrevious(record, earlier),
  }
}

/** The observations; on an open point that has changed, the first one says what was observed before. */
function withPrevious(record: RunRecord, earlier: RunRecord): Observation[] {
  const [before, now] = [observedTexts(earlier), observedTexts(record)]
  return record.observations.map((observation, index, all) => {
    const { requirement } = observation
    const previous = before.get(requirement)
    const isFirst = all.findIndex((one) => one.requirement === requirement) === index
    const isChanged = previous !== undefined && previous !== now.get(requirement)
    return isFirst && isChanged ? { ...observation, previous } : observation
  })
}

function idsOf(changes: readonly Change[]): string[] {
  return changes.map(({ id }) => id)
}

/** Whether both are runs on the same target. */
function isAlike(one: RunRecord, other: RunRecord): boolean {
  if (isTraffic(one) || isTraffic(other)) return false
  const { embedded, baseUrl } = one.target
  return other.target.embedded === embedded && (embedded || other.target.baseUrl === baseUrl)
}

/** What was observed on each open point, in a comparable form: without timestamps and marks of the run. */
export function observedTexts({ observations }: RunRecord): ReadonlyMap<string, string> {
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
