import { type Changes, changesBetween, judgedIn } from '../../report/comparison.ts'
import { historyEntry, lastTwo } from '../../report/history.ts'
import { observedTexts } from '../../report/since.ts'
import type { HistoryEntry, RunRecord } from '../../report/record.ts'
import { ConfigurationError } from '../../util/errors.ts'

/** The observations on an open point, then and now. */
export interface OpenPointChange {
  readonly id: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The differences between two runs. */
export interface Comparison extends Changes {
  readonly before: HistoryEntry
  readonly after: HistoryEntry
  readonly openPoints: readonly OpenPointChange[]
}

/** Compares two records, requirement by requirement. A violation that a known failure excuses is no regression. */
export function compareRecords(before: RunRecord, after: RunRecord): Comparison {
  const rows = new Map([...before.requirements, ...after.requirements].map((row) => [row.id, row]))
  const now = new Set(after.requirements.map(({ id }) => id))
  return {
    before: historyEntry(before),
    after: historyEntry(after),
    ...changesBetween(judgedIn(before), judgedIn(after), (id) => {
      const { text, reason, findings: [finding] = [] } = rows.get(id) ?? {}
      const found = finding && `${finding.where}: expected ${finding.expected}; received ${finding.received}`
      return { text, detail: now.has(id) ? (found ?? reason) : undefined }
    }),
    openPoints: openPointsOf(before, after),
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
  const [{ judged: then, ...before }, { judged: now, ...after }] = two
  if (then === undefined || now === undefined)
    throw new ConfigurationError(`${file} was written by an earlier version: run twice, then compare`)
  return { before, after, ...changesBetween(then, now), openPoints: [] }
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
