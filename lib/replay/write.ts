import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../http/exchange.ts'
import type { RunRecord } from '../report/record.ts'
import { oneLine } from '../util/text.ts'
import { writeReports, type WrittenReports } from '../report/write.ts'
import { capsulesOf } from './capsule.ts'
import { makeFolder } from '../report/folder.ts'

/** File names of capsules. Those of an earlier run are deleted; other files in the folder stay. */
const CAPSULE = /^[A-Z]+(?:-[A-Z]+)*-\d+\.json$/

/**
 * Writes every report of a run into a folder, and a capsule for each violated requirement into `capsules` below it. Never
 * throws: what could not be written is listed in `failed`.
 *
 * @param exchanges - all exchanges of the run
 * @param scrub - replaces secrets in a text
 */
export async function writeResults(
  folder: string,
  record: RunRecord,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const reports = await writeReports(folder, record, exchanges, scrub)
  const capsules = join(folder, 'capsules')
  try {
    const written = await writeCapsules(capsules, record, exchanges, scrub)
    return written === 0 ? reports : { ...reports, written: [...reports.written, capsules] }
  } catch (error) {
    const problem = oneLine(error instanceof Error ? error.message : String(error))
    return { ...reports, failed: [...reports.failed, { file: capsules, problem }] }
  }
}

async function writeCapsules(
  folder: string,
  record: RunRecord,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<number> {
  const present = await readdir(folder).catch((): string[] => [])
  await Promise.all(present.filter((name) => CAPSULE.test(name)).map((name) => rm(join(folder, name))))
  const capsules = capsulesOf(record, exchanges)
  if (capsules.length === 0) return 0
  await makeFolder(folder)
  for (const capsule of capsules) {
    const file = join(folder, `${capsule.requirement.id}.json`)
    const temporary = `${file}.${process.pid}.tmp`
    // oxlint-disable-next-line no-await-in-loop -- one after the other keeps a single text in memory
    await writeFile(temporary, `${scrub(JSON.stringify(capsule, undefined, 2))}\n`)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await rename(temporary, file)
  }
  return capsules.length
}
