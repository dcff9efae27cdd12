import { earlierRecord } from '../app/report/folder.ts'
import { toRepeat } from '../app/report/since.ts'
import type { RunOptions } from '../app/run/options.ts'
import { ConfigurationError } from '../engine/util/errors.ts'

/**
 * What `--last-failed` repeats of the runs whose reports are in a folder. Throws a one-line {@link ConfigurationError} if
 * there is nothing.
 */
export async function failedBefore(
  folder: string,
): Promise<Pick<RunOptions, 'only' | 'case' | 'lastFailed' | 'profile' | 'fuzzRuns'>> {
  const record = await earlierRecord(folder)
  if (record === undefined)
    throw new ConfigurationError(`--last-failed has nothing to repeat: there is no run.json in ${folder}`)
  const failed = toRepeat(record)
  if (failed.length === 0)
    throw new ConfigurationError('--last-failed has nothing to repeat: nothing failed in the last run')
  const isComplete = failed.every(({ cases }) => cases.length > 0)
  return {
    lastFailed: true,
    profile: record.profile,
    fuzzRuns: record.settings.fuzzRuns,
    only: failed.map(({ id }) => id),
    case: isComplete ? [...new Set(failed.flatMap(({ cases }) => cases))] : undefined,
  }
}

/** Whether there is something to repeat. */
export async function hasFailed(folder: string): Promise<boolean> {
  const record = await earlierRecord(folder)
  return record !== undefined && toRepeat(record).length > 0
}
