import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigurationError, errorCode } from '../util/errors.ts'

/**
 * Makes sure that reports can be written, before a run spends anything: creates the folder, and writes and removes a
 * file in it. Throws a {@link ConfigurationError} if that fails.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-probe-${process.pid}`)
  try {
    await makeFolder(folder)
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

/**
 * Creates a folder and its parents; an existing folder is fine. Rejects with the error of the system. Node's
 * recursive `mkdir` never ends if a file system reports ENOENT for a new folder in an existing one, as `/proc` does.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await make(folder)
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) throw error
    await makeFolder(dirname(folder))
    await make(folder)
  }
}

/** Creates one folder, or accepts an existing one. */
async function make(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    // The recursive form accepts an existing folder and rejects a file of that name.
    await mkdir(folder, { recursive: true })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
