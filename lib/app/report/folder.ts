import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigurationError, errorCode } from '../../engine/util/errors.ts'
import { jsonIn } from '../../engine/util/values.ts'
import type { RunRecord } from './record.ts'

/**
 * Makes sure that reports can be written, before a run spends anything: creates the folder, and writes and removes a
 * file in it. Throws a {@link ConfigurationError} if that fails.
 */
export async function prepareFolder(folder: string): Promise<void> {
  const probe = join(folder, `.write-probe-${process.pid}`)
  try {
    await makeFolders(folder)
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw new ConfigurationError(
      `reports folder ${folder} cannot be written (${errorCode(error)}); choose another with --reports`,
      { cause: error },
    )
  }
}

/**
 * Creates a folder and its parents. Where the system refuses, as in `/proc`, `recursive` of Node 20 would
 * never end.
 */
export async function makeFolders(folder: string): Promise<void> {
  if (existsSync(folder)) return
  await makeFolders(dirname(folder))
  await mkdir(folder).catch((error: unknown) => {
    // Another process was faster.
    if (errorCode(error) !== 'EEXIST') throw error
  })
}

/** The record of a run. */
export const RECORD = 'run.json'
/**
 * The folder for the record, the page and the traffic of a run that did not judge everything: these replace
 * no whole run.
 */
export const PARTIAL = 'partial'

/** The record of the last whole run in a folder; undefined if this tool wrote none there that can be read. */
export async function recordIn(folder: string): Promise<RunRecord | undefined> {
  return readableRecord(folder).catch(() => undefined)
}

/**
 * The same for callers that need it: throws a one-line {@link ConfigurationError} if the record cannot be
 * read.
 */
export async function readableRecord(folder: string): Promise<RunRecord | undefined> {
  const file = join(folder, RECORD)
  const unreadable = (reason: string): ConfigurationError =>
    new ConfigurationError(`${file} cannot be read (${reason})`)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw unreadable(errorCode(error))
  })
  if (text === undefined) return undefined
  const value: unknown = jsonIn(text)
  if (value === undefined) throw unreadable('it is not JSON, or cut off')
  if (!isOwn(value)) throw unreadable('it is no record of this tool')
  return value
}

/** The record of the latest run in the folder, whole or not; undefined if there is none. */
export async function lastRecord(folder: string): Promise<RunRecord | undefined> {
  const found = [await recordIn(folder), await recordIn(join(folder, PARTIAL))].flatMap((one) => one ?? [])
  return found.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt)).at(-1)
}

/**
 * Whether this tool wrote a record. It is not checked against the schema: compiling that would take a tenth
 * of the time of every run.
 */
export function isOwn(record: unknown): record is RunRecord {
  const { schemaVersion, tool, requirements } = Object(record)
  return schemaVersion === 1 && Object(tool).name === 'chat-agent-conformance' && Array.isArray(requirements)
}
