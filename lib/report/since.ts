import type { Verdict } from '../judge/verdict.ts'
import type { RunRecord, Since } from './record.ts'

/**
 * The record, with how its verdicts differ from those of an earlier run of the same target, and with what that run observed on each open
 * point where that differs. Points that either run did not observe are left as they are.
 */
export function sinceEarlier(record: RunRecord, earlier: RunRecord): RunRecord {
  if (!sameTarget(record, earlier)) return record
  const before = observedTexts(earlier)
  const now = observedTexts(record)
  return {
    ...record,
    since: verdictsSince(record, earlier),
    observations: record.observations.map((observation) => {
      const former = before.get(observation.requirement)
      const current = now.get(observation.requirement) ?? []
      if (former === undefined || former.join('\n') === current.join('\n')) return observation
      if (former.includes(lasting(observation.text))) return observation
      return { ...observation, previous: former.join('; ') }
    }),
  }
}

/** Requirements whose verdict turned; what one of the two runs did not judge has not changed. */
function verdictsSince(record: RunRecord, earlier: RunRecord): Since {
  const before = new Map(earlier.requirements.map(({ id, verdict }) => [id, verdict]))
  const turned = (from: Verdict, to: Verdict): string[] =>
    record.requirements
      .filter(({ id, strength, verdict }) => strength !== 'open' && verdict === to && before.get(id) === from)
      .map(({ id }) => id)
  return {
    startedAt: earlier.startedAt,
    profile: earlier.profile,
    broke: turned('passed', 'failed'),
    mended: turned('failed', 'passed'),
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
