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
    throw unwritable(folder, error)
  }
}

function unwritable(folder: string, error: unknown): ConfigurationError {
  const code = errorCode(error)
  const why = OBSTACLES[code] === undefined ? '' : `: ${OBSTACLES[code]}`
  return new ConfigurationError(
    `reports folder ${folder} cannot be written${why} (${code}); choose another with --reports`,
    { cause: error },
  )
}

const OBSTACLES: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file in its place',
  ENOTDIR: 'there is a file in its place',
  ERR_FS_EISDIR: 'a folder stands where a report goes',
  ENOENT: 'its path ends nowhere',
  ELOOP: 'links on the way go in a circle',
  EACCES: 'it belongs to another user',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
}
