import { failedIn, sendersOf } from '../app/report/since.ts'
import { isTraffic, type RunRecord } from '../app/report/record.ts'
import type { RunOptions } from '../app/run/options.ts'
import { ConfigurationError } from '../engine/util/errors.ts'

/**
 * The selection of `--last-failed`: all requirements that failed in the last whole run, with the same inputs.
 * Only another whole run changes it. Throws a one-line {@link ConfigurationError} if nothing failed.
 */
export function failedBefore(
  record: RunRecord | undefined,
  folder: string,
): Pick<RunOptions, 'only' | 'case' | 'lastFailed' | 'profile' | 'seed' | 'fuzzRuns'> {
  if (record === undefined || isTraffic(record))
    throw new ConfigurationError(
      `--last-failed has nothing to repeat: there is no run.json of a whole run in ${folder}`,
    )
  const failed = failedIn(record)
  if (failed.length === 0)
    throw new ConfigurationError('--last-failed has nothing to repeat: nothing failed in the last whole run')
  const senders = failed.map((row) => sendersOf(record, row))
  return {
    lastFailed: true,
    profile: record.profile,
    seed: record.seed,
    fuzzRuns: record.settings.fuzzRuns,
    only: failed.map(({ id }) => id),
    // Violations in requests of the run itself show in any run.
    case: senders.some((cases) => cases.length === 0) ? undefined : [...new Set(senders.flat())],
  }
}
