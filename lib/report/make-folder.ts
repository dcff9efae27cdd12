import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it; one that is there already is fine. Rejects with the error of the system. Node's own recursive
 * form never ends where a file system says ENOENT of a folder in a folder that is there, as `/proc` does.
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

/** Creates one folder; accepts one that is there. */
async function make(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    // The recursive form accepts a folder that is there, and tells a file in its place.
    await mkdir(folder, { recursive: true })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
