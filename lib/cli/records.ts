import { resolve } from 'node:path'
import type { RunRecord } from '../report/record.ts'
import { capChars, shownLine } from '../util/text.ts'
import { ConfigurationError, errorCode } from '../util/errors.ts'
import { readTextFile } from '../util/text-file.ts'

/** Reads a run record and checks it against its published schema. Throws a one-line {@link ConfigurationError}. */
export async function readRecord(folder: string, file: string): Promise<RunRecord> {
  const text = await readText(folder, file)
  const { validateRecord } = await import('../report/run-json.ts')
  const value = jsonOf(text, file)
  assertRecord(value, validateRecord, file)
  return value
}

function assertRecord(
  value: unknown,
  validate: (value: unknown) => readonly string[],
  file: string,
): asserts value is RunRecord {
  const [problem] = validate(value)
  if (problem === undefined) return
  throw new ConfigurationError(`${file} is not a run record: ${capChars(shownLine(problem), 200)}`)
}

/** Reads a file in the working folder as text. Throws a one-line {@link ConfigurationError}. */
export function readText(folder: string, file: string): Promise<string> {
  return textOf(resolve(folder, file), file)
}

async function textOf(path: string, file: string): Promise<string> {
  try {
    return await readTextFile(path)
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read (${errorCode(error)})`, { cause: error })
  }
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ConfigurationError(`${file} is not JSON`)
  }
}
