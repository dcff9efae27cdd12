import { sendersOf } from '../report/senders.ts'
import { FAILURES, withOutcome } from '../report/outcome.ts'
import type { RequirementResult, RunRecord } from '../report/record.ts'
import type { RunOptions } from '../run/options.ts'
import { FEW } from '../util/bounds.ts'
import { ConfigurationError } from '../util/errors.ts'
import { earlierRecord, lastRecord } from './records.ts'

type Failed = Pick<RunOptions, 'only' | 'cases' | 'seenBefore'>

/** What `--last-failed` repeats of the run whose reports are in a folder. Throws a one-line {@link ConfigurationError} if there is nothing. */
export async function failedBefore(folder: string): Promise<Failed> {
  const record = await lastRecord(folder)
  const failed = whatFailed(record)
  if (failed !== undefined) return failed
  const why =
    record.requirements.length === 0 ? 'the last run judged nothing' : 'nothing failed in the last run'
  throw new ConfigurationError(`--last-failed has nothing to repeat: ${why}`)
}

/** Whether there is something to repeat. */
export async function hasFailed(folder: string): Promise<boolean> {
  const record = await earlierRecord(folder)
  return record !== undefined && whatFailed(record) !== undefined
}

/**
 * What shows again what failed in a run: its root causes, by the cases that sent their evidence. Where nothing failed, what was an error
 * of the tool or the connection. Undefined if there is neither.
 */
function whatFailed(record: RunRecord): Failed | undefined {
  const failed = withOutcome(record, ...FAILURES)
  const roots = failed.filter(({ consequenceOf }) => consequenceOf === undefined)
  const errors = withOutcome(record, 'error').filter(({ reasonKind }) => reasonKind !== 'interrupted')
  const rows = [roots, failed, errors].find((some) => some.length > 0)
  if (rows === undefined) return undefined
  const cases = rows.map((row) => casesFor(row, record))
  const isComplete = cases.every((some) => some.length > 0)
  return {
    only: rows.map(({ id }) => id),
    seenBefore: failed.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id),
    cases: isComplete ? [...new Set(cases.flat())] : undefined,
  }
}

/** The cases that sent the first findings of a requirement; without a finding, all that verify it. */
function casesFor(row: RequirementResult, record: RunRecord): readonly string[] {
  const senders = row.findings
    .slice(0, FEW)
    .map((finding) => sendersOf(record, finding))
    .filter((some) => some.length > 0)
  return senders.length > 0 ? senders.flat() : row.cases
}
