import { resolve } from 'node:path'
import { isOwn } from '../app/report/folder.ts'
import type { RunRecord } from '../app/report/record.ts'
import { LONGEST_WORDS } from '../engine/util/bounds.ts'
import { capChars, shownLine } from '../engine/util/text.ts'
import { ConfigurationError, errorCode } from '../engine/util/errors.ts'
import { readTextFile } from '../engine/util/text-file.ts'

/**
 * Reads a file that the operator names as text. Throws a one-line {@link ConfigurationError} whose cause is the system's
 * error.
 * @param folder - the working folder, which the file is relative to
 * @param name - how messages name it
 */
export async function readText(folder: string, file: string, name = file): Promise<string> {
  try {
    return await readTextFile(resolve(folder, file))
  } catch (error) {
    throw new ConfigurationError(`${name} cannot be read (${errorCode(error)})`, { cause: error })
  }
}

/** The value of a JSON text. Throws a one-line {@link ConfigurationError}. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new ConfigurationError(`${name} is not JSON`)
  }
}

/** Reads a run record and checks it against its published schema. Throws a one-line {@link ConfigurationError}. */
export async function readRecord(folder: string, file: string): Promise<RunRecord> {
  const value = parseJson(await readText(folder, file), file)
  const { validateRecord } = await import('../app/report/validate-record.ts')
  const [problem] = validateRecord(value)
  if (problem !== undefined || !isOwn(value))
    throw new ConfigurationError(
      `${file} is not the run.json of a run: ${capChars(shownLine(problem ?? ''), LONGEST_WORDS)}`,
    )
  return value
}
