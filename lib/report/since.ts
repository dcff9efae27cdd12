import { changesBetween, judgedIn } from './comparison.ts'
import type { RunRecord } from './record.ts'

/**
 * The record with its differences from an earlier run of the same target: changed verdicts, and changed observations
 * on open points that both runs observed.
 */
export function sinceEarlier(record: RunRecord, earlier: RunRecord): RunRecord {
  if (!sameTarget(record, earlier)) return record
  const then = judgedIn(earlier)
  const { broken, fixed, notJudged } = changesBetween(then, judgedIn(record))
  const before = observedTexts(earlier)
  const now = observedTexts(record)
  const compared = new Set<string>()
  return {
    ...record,
    since: {
      startedAt: earlier.startedAt,
      profile: earlier.profile,
      broke: broken.filter((id) => then.outcomes[id] === 'passed'),
      mended: fixed,
      notJudged,
    },
    observations: record.observations.map((observation) => {
      const { requirement, text } = observation
      const former = before.get(requirement)
      if (former === undefined || former.includes(lasting(text)) || compared.has(requirement))
        return observation
      // Once for each point, at the first new observation: what is seen no longer, or else what was seen at all.
      compared.add(requirement)
      const gone = former.filter((one) => now.get(requirement)?.includes(one) !== true)
      return { ...observation, previous: (gone.length > 0 ? gone : former).join('; ') }
    }),
  }
}

function sameTarget({ target: one }: RunRecord, { target: other }: RunRecord): boolean {
  return one.embedded === other.embedded && (one.embedded || one.baseUrl === other.baseUrl)
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
