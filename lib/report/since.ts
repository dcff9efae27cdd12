import { type Change, changesBetween, judgedIn } from './comparison.ts'
import { isTraffic, type Observation, type RunRecord } from './record.ts'

/**
 * The record with its differences from an earlier run of the same target: changed verdicts, and changed observations
 * on open points that both runs observed.
 */
export function sinceEarlier(record: RunRecord, earlier: RunRecord): RunRecord {
  if (!isAlike(record, earlier)) return record
  const { newlyBroken, mended, newlyInconclusive } = changesBetween(judgedIn(earlier), judgedIn(record))
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

/** The observations, each changed point with the earlier ones at its first new one. */
function withPrevious(record: RunRecord, earlier: RunRecord): Observation[] {
  const before = observedTexts(earlier)
  const now = observedTexts(record)
  const compared = new Set<string>()
  return record.observations.map((observation) => {
    const { requirement, text } = observation
    const former = before.get(requirement)
    if (former === undefined || former.includes(lasting(text)) || compared.has(requirement))
      return observation
    compared.add(requirement)
    // What is seen no longer, or else what was seen at all.
    const gone = former.filter((one) => now.get(requirement)?.includes(one) !== true)
    return { ...observation, previous: (gone.length > 0 ? gone : former).join('; ') }
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

/** The observations on each open point in a comparable form: without timestamps and marks of the run. */
export function observedTexts({ observations }: RunRecord): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const { requirement, text } of observations) {
    texts.set(requirement, [...new Set([...(texts.get(requirement) ?? []), lasting(text)])].sort())
  }
  return texts
}

function lasting(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)/g, '<time>')
    .replaceAll(/\bcac-[a-z0-9]+-\d+/g, '<mark>')
}
