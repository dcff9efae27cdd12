import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError, errorCode } from '../util/errors.ts'
import { clearReports } from '../report/clear.ts'
import { makeFolder } from '../report/make-folder.ts'

/**
 * Makes sure that reports can be written, before a run spends anything: creates the folder, and writes and removes a
 * file in it. What an earlier run left there goes. Throws a {@link ConfigurationError} where that fails.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-probe-${process.pid}`)
  try {
    await makeFolder(folder)
    await writeFile(probe, '')
    await rm(probe)
    await clearReports(folder)
  } catch (error) {
    throw new ConfigurationError(
      `reports folder ${folder} cannot be written (${errorCode(error)}); choose another with --reports`,
      { cause: error },
    )
  }
}
