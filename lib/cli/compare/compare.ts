import { changesBetween } from '../../report/comparison.ts'
import { type HistoryLine, lastTwo, lineOf } from '../../report/history.ts'
import { observedTexts } from '../../report/since.ts'
import type { Outcome } from '../../report/outcome.ts'
import type { HistoryEntry, RunRecord } from '../../report/record.ts'
import { ConfigurationError } from '../../util/errors.ts'

/** A requirement whose outcome differs between two runs. */
export interface Change {
  readonly id: string
  /** What is required; absent in a history, which holds ids alone. */
  readonly text?: string
  /** `absent`: the run does not have the requirement. */
  readonly before: Outcome | 'absent'
  readonly after: Outcome | 'absent'
  /** The first finding, or the reason why it is not judged now. */
  readonly detail?: string
}

/** The observations on an open point, then and now. */
export interface OpenPointChange {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The differences between two runs. */
export interface Comparison {
  readonly before: HistoryEntry
  readonly after: HistoryEntry
  /** Violated now, and not violated then: it passed, or was not judged. */
  readonly newlyBroken: readonly Change[]
  /** The same, excused by the known-failures file of the new run. */
  readonly newlyExcused: readonly Change[]
  /** Violated in both runs, now at further operations. */
  readonly spread: readonly {
    readonly id: string
    readonly text?: string
    readonly operations: readonly string[]
  }[]
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
  const rows = new Map([...before.requirements, ...after.requirements].map((row) => [row.id, row]))
  const now = new Set(after.requirements.map(({ id }) => id))
  return {
    ...compareLines(lineOf(before), lineOf(after), (id) => {
      const { text, reason, findings: [finding] = [] } = rows.get(id) ?? {}
      const found = finding && `${finding.where}: expected ${finding.expected}; received ${finding.received}`
      return { text, detail: now.has(id) ? (found ?? reason) : undefined }
    }),
    openPoints: openPointsOf(before, after),
    warnings: warningsOf(before, after),
  }
}

/**
 * Compares the newest run of a history with the one before it of the same target and profile.
 * @throws ConfigurationError if there are not two that can be compared
 */
export function compareHistory(text: string, file: string): Comparison {
  const two = lastTwo(text)
  if (two === undefined)
    throw new ConfigurationError(`${file} does not hold two runs of one target and profile`)
  if (two.some(({ judged }) => judged === undefined))
    throw new ConfigurationError(`${file} was written by an earlier version: run twice, then compare`)
  return compareLines(...two, () => ({}))
}

function compareLines(
  { judged: then = NOTHING, ...before }: HistoryLine,
  { judged: now = NOTHING, ...after }: HistoryLine,
  about: (id: string) => Pick<Change, 'text' | 'detail'>,
): Comparison {
  const { broken, excused, spread, fixed, notJudged, stillBroken } = changesBetween(then, now)
  const change = (id: string): Change => ({
    id,
    ...about(id),
    before: then.outcomes[id] ?? 'absent',
    after: now.outcomes[id] ?? 'absent',
  })
  return {
    before,
    after,
    newlyBroken: broken.map(change),
    newlyExcused: excused.map(change),
    spread: spread.map((one) => ({ ...one, text: about(one.id).text })),
    mended: fixed.map(change),
    newlyInconclusive: notJudged.map(change),
    openPoints: [],
    stillBroken,
    warnings: [],
  }
}

const NOTHING = { outcomes: {}, shown: {}, ran: [], operations: [] }

/** Different settings exercise different requirements. */
function warningsOf(before: RunRecord, after: RunRecord): string[] {
  const yes = (value: boolean): string => (value ? 'yes' : 'no')
  const terms = ({ profile, settings }: RunRecord): readonly (readonly [string, string])[] => [
    ['profile', profile],
    ['writes', yes(settings.writes)],
    ['second key', yes(settings.otherKey)],
    ['exhaustible key', yes(settings.exhaustibleKey)],
    ['webhook listener', yes(settings.webhooks)],
  ]
  const then = new Map(terms(before))
  return terms(after).flatMap(([name, now]) =>
    then.get(name) === now ? [] : [`the runs differ in ${name}: ${then.get(name)}, then ${now}`],
  )
}

/** 1 on a regression, 2 if the new run judged nothing, otherwise 0. */
export function exitCodeOf(comparison: Comparison, pinOpenPoints: boolean): 0 | 1 | 2 {
  const { newlyBroken, spread, openPoints, after } = comparison
  const changed =
    pinOpenPoints && openPoints.some((point) => point.before.length > 0 && point.after.length > 0)
  if (newlyBroken.length > 0 || spread.length > 0 || changed) return 1
  return after.verdict === 'error' ? 2 : 0
}

function openPointsOf(before: RunRecord, after: RunRecord): OpenPointChange[] {
  const then = observedTexts(before)
  const now = observedTexts(after)
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((id) => ({ id, before: then.get(id) ?? [], after: now.get(id) ?? [] }))
    .filter((point) => point.before.join('\n') !== point.after.join('\n'))
}
