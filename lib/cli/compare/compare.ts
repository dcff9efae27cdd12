import { dayOf, outcomeOf } from '../../report/outcome.ts'
import type { Outcome } from '../../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../../report/record.ts'
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
  /** Violated now, and not violated then. */
  readonly newlyBroken: readonly Change[]
  /** The same, excused by the known-failures file of the new run. */
  readonly newlyExcused: readonly Change[]
  readonly spread: readonly Spread[]
  /** Violated then, excused or not, and passing now. */
  readonly mended: readonly Change[]
  /** Judged then, and not judged now. */
  readonly newlyInconclusive: readonly Change[]
  readonly openPoints: readonly OpenPointChange[]
  readonly stillBroken: readonly string[]
  /** Why a difference may come from the runs and not from the target. */
  readonly warnings: readonly string[]
}

const VIOLATED: readonly string[] = ['failed', 'known-failure']
const PASSED: readonly string[] = ['passed', 'unexpected-pass']

/**
 * Compares two records, requirement by requirement. A violation that a known failure excuses is not a regression.
 * @param operations - keys of the API's operations
 */
export function compareRecords(
  before: RunRecord,
  after: RunRecord,
  operations: readonly string[],
): Comparison {
  const changes = changesOf(before, after)
  return {
    before: summaryOf(before),
    after: summaryOf(after),
    newlyBroken: changes.filter((change) => isNew(change) && change.after === 'failed'),
    newlyExcused: changes.filter((change) => isNew(change) && change.after === 'known-failure'),
    spread: spreadOf(before, after, operations),
    mended: changes.filter((change) => VIOLATED.includes(change.before) && PASSED.includes(change.after)),
    newlyInconclusive: changes.filter((change) => judged(change.before) && !judged(change.after)),
    openPoints: openPointsOf(before, after),
    stillBroken: changes
      .filter((change) => VIOLATED.includes(change.before) && VIOLATED.includes(change.after))
      .map(({ id }) => id),
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

function isNew({ before, after }: Change): boolean {
  return VIOLATED.includes(after) && !VIOLATED.includes(before)
}

function judged(outcome: Change['before']): boolean {
  return VIOLATED.includes(outcome) || PASSED.includes(outcome)
}

function changesOf(before: RunRecord, after: RunRecord): Change[] {
  const then = byId(before)
  const now = byId(after)
  return [...new Set([...now.keys(), ...then.keys()])].map((id) => {
    const current = now.get(id)
    const former = then.get(id)
    const finding = current?.findings[0]
    return {
      id,
      text: (current ?? former)?.text ?? '',
      before: former === undefined ? 'absent' : outcomeOf(former, dayOf(before)),
      after: current === undefined ? 'absent' : outcomeOf(current, dayOf(after)),
      detail:
        finding === undefined
          ? current?.reason
          : `${finding.where}: expected ${finding.expected}; received ${finding.received}`,
    }
  })
}

/** Only operations are compared: other places may contain ids, which differ between runs. */
function spreadOf(before: RunRecord, after: RunRecord, operations: readonly string[]): Spread[] {
  const then = byId(before)
  return after.requirements.flatMap((current) => {
    const former = then.get(current.id)
    if (former === undefined || former.verdict !== 'failed' || current.verdict !== 'failed') return []
    if (outcomeOf(current, dayOf(after)) !== 'failed') return []
    const known = new Set(former.findings.map(({ where }) => where))
    const places = operations.filter(
      (operation) => !known.has(operation) && current.findings.some(({ where }) => where === operation),
    )
    return places.length === 0 ? [] : [{ id: current.id, text: current.text, operations: places }]
  })
}

function openPointsOf(before: RunRecord, after: RunRecord): OpenPointChange[] {
  const then = observedTexts(before)
  const now = observedTexts(after)
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((id) => ({ id, before: then.get(id) ?? [], after: now.get(id) ?? [] }))
    .filter((point) => point.before.join('\n') !== point.after.join('\n'))
}

function byId(record: RunRecord): Map<string, RequirementResult> {
  return new Map(record.requirements.map((requirement) => [requirement.id, requirement]))
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
