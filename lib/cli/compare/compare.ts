import { type Changes, changesBetween } from '../../app/report/comparison.ts'
import { historyEntry } from '../../app/report/history.ts'
import { observedTexts } from '../../app/report/since.ts'
import type { HistoryEntry, RunRecord } from '../../app/report/record.ts'

/** What was observed on an open point, then and now; empty if nothing was. */
export interface OpenPointChange {
  readonly id: string
  readonly before: string
  readonly after: string
}

/** The differences between two runs. */
export interface Comparison extends Changes {
  readonly before: HistoryEntry
  readonly after: HistoryEntry
  readonly openPoints: readonly OpenPointChange[]
}

/** Compares two records, requirement by requirement. A violation that a known failure excuses is no regression. */
export function compareRecords(before: RunRecord, after: RunRecord): Comparison {
  return {
    before: historyEntry(before),
    after: historyEntry(after),
    ...changesBetween(before, after),
    openPoints: openPointsOf(before, after),
  }
}

/** 1 on a regression, 2 if the new run judged nothing, otherwise 0. */
export function exitCodeOf(comparison: Comparison, pinOpenPoints: boolean): 0 | 1 | 2 {
  const { newlyBroken, openPoints, after } = comparison
  const isChanged = pinOpenPoints && openPoints.some((point) => point.before !== '' && point.after !== '')
  if (newlyBroken.length > 0 || isChanged) return 1
  return after.verdict === 'error' ? 2 : 0
}

function openPointsOf(before: RunRecord, after: RunRecord): OpenPointChange[] {
  const [then, now] = [observedTexts(before), observedTexts(after)]
  return [...new Set([...then.keys(), ...now.keys()])]
    .map((id) => ({ id, before: then.get(id) ?? '', after: now.get(id) ?? '' }))
    .filter((point) => point.before !== point.after)
}
