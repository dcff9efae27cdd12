import type { RunRecord } from './record.ts'

/**
 * The record, with what an earlier run of the same target observed on each open point where that differs. Points that the
 * earlier run did not observe, or that this one did not, are left as they are.
 */
export function sinceEarlier(record: RunRecord, earlier: RunRecord): RunRecord {
  if (!sameTarget(record, earlier)) return record
  const before = observedTexts(earlier)
  const now = observedTexts(record)
  return {
    ...record,
    observations: record.observations.map((observation) => {
      const former = before.get(observation.requirement)
      const current = now.get(observation.requirement) ?? []
      if (former === undefined || former.join('\n') === current.join('\n')) return observation
      if (former.includes(lasting(observation.text))) return observation
      return { ...observation, previous: former.join('; ') }
    }),
  }
}

function sameTarget({ target: one }: RunRecord, { target: other }: RunRecord): boolean {
  return one.embedded === other.embedded && (one.embedded || one.baseUrl === other.baseUrl)
}

/** What was observed on each open point, in a form that two runs share: without times, and without the marks of a run. */
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
