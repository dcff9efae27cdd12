import { join } from 'node:path'
import { sendersOf } from '../app/report/senders.ts'
import { FAILURES, withOutcome } from '../app/report/outcome.ts'
import type { RequirementResult, RunRecord } from '../app/report/record.ts'
import type { RunOptions } from '../app/run/options.ts'
import { FEW } from '../engine/util/bounds.ts'
import { ConfigurationError } from '../engine/util/errors.ts'
import { earlierRecord, readRecord } from './records.ts'

type Failed = Pick<RunOptions, 'only' | 'cases'>

/** What `--last-failed` repeats of the run whose reports are in a folder. Throws a one-line {@link ConfigurationError} if there is nothing. */
export async function failedBefore(folder: string): Promise<Failed> {
  const failed = whatFailed(await readRecord('', join(folder, 'run.json')))
  if (failed !== undefined) return failed
  throw new ConfigurationError('--last-failed has nothing to repeat: nothing failed in the last run')
}

/** Whether there is something to repeat. */
export async function hasFailed(folder: string): Promise<boolean> {
  const record = await earlierRecord(folder)
  return record !== undefined && whatFailed(record) !== undefined
}

/** What shows again what failed in a run: all of it, by the cases that sent their evidence. */
function whatFailed(record: RunRecord): Failed | undefined {
  const failed = withOutcome(record, ...FAILURES)
  if (failed.length === 0) return undefined
  const cases = failed.map((row) => casesFor(row, record))
  const isComplete = cases.every((some) => some.length > 0)
  return {
    only: failed.map(({ id }) => id),
    cases: isComplete ? [...new Set(cases.flat())] : undefined,
  }
}

/** The cases that sent the first findings of a requirement; without a finding, all that verify it. */
function casesFor(row: RequirementResult, record: RunRecord): readonly string[] {
  const senders = row.findings.slice(0, FEW).flatMap((finding) => sendersOf(record, finding))
  return senders.length > 0 ? senders : row.cases
}
