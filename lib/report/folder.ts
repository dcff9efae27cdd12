import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError, errorCode } from '../util/errors.ts'

/**
 * Makes sure that reports can be written, before a run spends anything: creates the folder, and writes and removes a
 * file in it. Throws a {@link ConfigurationError} if that fails.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-probe-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new ConfigurationError(
      `reports folder ${folder} cannot be written (${errorCode(error)}); choose another with --reports`,
      { cause: error },
    )
  }
}
