import {
  type Changes,
  changesBetween,
  type SettingChange,
  settingsBetween,
} from '../../app/report/comparison.ts'
import { groupBy } from '../../engine/util/collections.ts'
import { type RunView, viewOf } from '../../app/report/view/view.ts'
import type { Observation, RunRecord } from '../../app/report/record.ts'

/** The observations of both runs on an open point, if they differ. */
export interface OpenPointChange {
  readonly id: string
  readonly before: string
  readonly after: string
}

/** One of the two runs. */
export interface ComparedRun extends Pick<RunRecord, 'startedAt' | 'profile' | 'verdict' | 'cutShort'> {
  /** Base address, or `embedded`. */
  readonly target: string
  /** The version of this tool. */
  readonly version: string
  readonly failures: number
  readonly exercised: number
  readonly applicable: number
  readonly requests: number
}

/** The differences between two runs. */
export interface RecordComparison extends Changes {
  readonly before: ComparedRun
  readonly after: ComparedRun
  /** Settings in which the runs differ: a verdict may differ for that reason alone. */
  readonly settings: readonly SettingChange[]
  readonly openPoints: readonly OpenPointChange[]
}

/** Compares two records, requirement by requirement. A violation that a known failure excuses is no regression. */
export function compareRecords(before: RunRecord, after: RunRecord): RecordComparison {
  return {
    before: runOf(before),
    after: runOf(after),
    settings: settingsBetween(before, after),
    ...changesBetween(before, after),
    openPoints: openPointsOf(before, after),
  }
}

/** 1 on a regression, 2 if the new run judged nothing, 3 if it was cut short, otherwise 0. */
export function exitCodeOf({ broke, after }: RecordComparison): 0 | 1 | 2 | 3 {
  if (broke.length > 0) return 1
  if (after.verdict === 'error') return 2
  return after.cutShort === true ? 3 : 0
}

function runOf(record: RunRecord): ComparedRun {
  const { totals, coverage }: RunView = viewOf(record)
  const { startedAt, profile, verdict, cutShort, target, tool, requests } = record
  return {
    startedAt,
    profile,
    verdict,
    cutShort,
    target: target.embedded ? 'embedded' : target.baseUrl,
    version: tool.version,
    failures: totals.failures,
    exercised: coverage.exercised,
    applicable: coverage.applicable,
    requests: requests.total,
  }
}

function openPointsOf(before: RunRecord, after: RunRecord): OpenPointChange[] {
  const [then, now] = [observedTexts(before.observations), observedTexts(after.observations)]
  return [...now].flatMap(([id, is]) => {
    const was = then.get(id)
    return was === undefined || was === is ? [] : [{ id, before: was, after: is }]
  })
}

/** The observations on each open point in a comparable form: without timestamps and marks of the run. */
function observedTexts(observations: readonly Observation[]): ReadonlyMap<string, string> {
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
