import { type Changes, changesBetween, judgedIn } from '../../report/comparison.ts'
import type { Outcome } from '../../report/outcome.ts'
import type { RunRecord } from '../../report/record.ts'
import { observedTexts } from '../../report/history.ts'
import type { RunVerdict } from '../../judge/verdict.ts'

/** A requirement whose outcome differs between two runs. */
export interface Change {
  readonly id: string
  readonly text: string
  /** `absent`: the record does not have the requirement. */
  readonly before: Outcome | 'absent'
  readonly after: Outcome | 'absent'
  /** The first finding, or the reason why it is not judged now. */
  readonly detail?: string
}

/** A requirement that is violated in both runs, now at further operations. */
export interface Spread {
  readonly id: string
  readonly text: string
  readonly operations: readonly string[]
}

/** The observations on an open point, then and now. */
export interface OpenPointChange {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface RunSummary {
  readonly target: string
  readonly startedAt: string
  readonly version: string
  readonly profile: RunRecord['profile']
  readonly verdict: RunVerdict
  readonly exitCode: RunRecord['exitCode']
  readonly requests: number
}

/** The differences between two runs. */
export interface Comparison {
  readonly before: RunSummary
  readonly after: RunSummary
  /** Violated now, and not violated then: it passed, or was not judged. */
  readonly newlyBroken: readonly Change[]
  /** The same, excused by the known-failures file of the new run. */
  readonly newlyExcused: readonly Change[]
  readonly spread: readonly Spread[]
  /** Fixed: violated then, excused or not, judged again by the same kind of exchange, and passing now. */
  readonly mended: readonly Change[]
  /** Judged then, and not judged now: nothing can be said about them. */
  readonly newlyInconclusive: readonly Change[]
  readonly openPoints: readonly OpenPointChange[]
  readonly stillBroken: readonly string[]
  /** Why a difference may come from the runs and not from the target. */
  readonly warnings: readonly string[]
}

/** Compares two records, requirement by requirement. A violation that a known failure excuses is no regression. */
export function compareRecords(before: RunRecord, after: RunRecord): Comparison {
  const [then, now] = [judgedIn(before), judgedIn(after)]
  const changes: Changes = changesBetween(then, now)
  const texts = new Map([...before.requirements, ...after.requirements].map(({ id, text }) => [id, text]))
  const rows = new Map(after.requirements.map((row) => [row.id, row]))
  const change = (id: string): Change => {
    const finding = rows.get(id)?.findings[0]
    return {
      id,
      text: texts.get(id) ?? '',
      before: then.outcomes[id] ?? 'absent',
      after: now.outcomes[id] ?? 'absent',
      detail:
        finding === undefined
          ? rows.get(id)?.reason
          : `${finding.where}: expected ${finding.expected}; received ${finding.received}`,
    }
  }
  return {
    before: summaryOf(before),
    after: summaryOf(after),
    newlyBroken: changes.broken.map(change),
    newlyExcused: changes.excused.map(change),
    spread: changes.spread.map((one) => ({ ...one, text: texts.get(one.id) ?? '' })),
    mended: changes.fixed.map(change),
    newlyInconclusive: changes.notJudged.map(change),
    openPoints: openPointsOf(before, after),
    stillBroken: changes.stillBroken,
    warnings: warningsOf(before, after),
  }
}

/** Different settings exercise different requirements. */
function warningsOf(before: RunRecord, after: RunRecord): string[] {
  const terms = ({ profile, settings }: RunRecord): readonly (readonly [string, string])[] => [
    ['profile', profile],
    ['writes', onOff(settings.writes)],
    ['second key', onOff(settings.otherKey)],
    ['exhaustible key', onOff(settings.exhaustibleKey)],
    ['webhook listener', onOff(settings.webhooks)],
  ]
  const then = new Map(terms(before))
  return terms(after).flatMap(([name, now]) =>
    then.get(name) === now ? [] : [`the runs differ in ${name}: ${then.get(name)}, then ${now}`],
  )
}

function onOff(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** 1 on a regression, 2 if the new run judged nothing, otherwise 0. */
export function exitCodeOf(comparison: Comparison, pinOpenPoints: boolean): 0 | 1 | 2 {
  const { newlyBroken, spread, openPoints, after } = comparison
  const changed =
    pinOpenPoints && openPoints.some((point) => point.before.length > 0 && point.after.length > 0)
  if (newlyBroken.length > 0 || spread.length > 0 || changed) return 1
  return after.exitCode === 2 ? 2 : 0
}

function openPointsOf(before: RunRecord, after: RunRecord): OpenPointChange[] {
  const then = observedTexts(before)
  const now = observedTexts(after)
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((id) => ({ id, before: then.get(id) ?? [], after: now.get(id) ?? [] }))
    .filter((point) => point.before.join('\n') !== point.after.join('\n'))
}

function summaryOf(record: RunRecord): RunSummary {
  return {
    target: record.target.embedded ? 'embedded reference service' : record.target.baseUrl,
    startedAt: record.startedAt,
    version: record.tool.version,
    profile: record.profile,
    verdict: record.verdict,
    exitCode: record.exitCode,
    requests: record.requests.total,
  }
}
