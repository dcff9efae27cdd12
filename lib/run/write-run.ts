import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../http/exchange.ts'
import { capsulesOf } from '../replay/capsule.ts'
import { makeFolder } from '../report/folder.ts'
import { addToHistory, HISTORY, withHistory } from '../report/history.ts'
import { FAILURES, withOutcome } from '../report/outcome.ts'
import type { RunRecord } from '../report/record.ts'
import { writeReports, type WrittenReports } from '../report/write.ts'
import { oneLine } from '../util/text.ts'
import { withRequirements } from './cases.ts'
import { explain } from './explain.ts'
import type { Setup } from './setup.ts'

/** The folder of capsules in the reports folder. */
const CAPSULES = 'capsules'
/** The folder of explanations in the reports folder; `index.html` links to them. */
const EXPLANATIONS = 'requirements'

/**
 * Writes all results of a run into its folder: reports, a capsule for each violation, an explanation of each violated
 * requirement, and an entry in the folder's history. Never throws; `failed` lists what could not be written.
 * @param setup - loaded only if there is something to explain: the record that a run has not ended is written at once
 * @param exchanges - all exchanges of the run
 * @param scrub - replaces secrets in a text
 */
export async function writeRun(
  setup: Setup | (() => Promise<Setup>),
  folder: string,
  made: RunRecord,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const record = await withHistory(folder, made)
  const reports = await writeReports(folder, record, exchanges, scrub)
  const written = [...reports.written]
  const failed = [...reports.failed]
  const attempt = async (file: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write()
    } catch (error) {
      failed.push({ file, problem: oneLine(error instanceof Error ? error.message : String(error)) })
    }
  }
  const capsules = join(folder, CAPSULES)
  await attempt(capsules, async () => {
    if ((await writeCapsules(capsules, record, exchanges, scrub)) > 0) written.push(capsules)
  })
  if (coversProfile(record)) await attempt(join(folder, HISTORY), () => addToHistory(folder, record))
  const pages = join(folder, EXPLANATIONS)
  await attempt(pages, async () => {
    if ((await writeExplanationsOf(record, setup, pages)) > 0) written.push(pages)
  })
  return { ...reports, written, failed }
}

/** Whether a run covers its whole profile: a selection or a share would distort the trend. */
function coversProfile({ settings, judgements }: RunRecord): boolean {
  return settings.selection === undefined && settings.shard === undefined && judgements > 0
}

/** Writes a capsule for each violated requirement into a folder; resolves with their number. */
async function writeCapsules(
  folder: string,
  record: RunRecord,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<number> {
  await removeEarlier(folder, 'json')
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

/** Writes a page for each violated requirement into a folder; resolves with their number. */
async function writeExplanationsOf(
  record: RunRecord,
  setup: Setup | (() => Promise<Setup>),
  folder: string,
): Promise<number> {
  await removeEarlier(folder, 'html')
  const ids = withOutcome(record, ...FAILURES, 'known-failure').map(({ id }) => id)
  if (ids.length === 0) return 0
  await mkdir(folder, { recursive: true })
  const { api, ...parts } = typeof setup === 'function' ? await setup() : setup
  const { pageOf, renderExplanationPage } = await import('../report/explain/page.ts')
  const up = { href: '../index.html', text: 'Report of the run' }
  const explanations = await explain({ ...parts, api: withRequirements(api, record.requirements) }, ids)
  await Promise.all(
    explanations.map((one) =>
      writeFile(join(folder, pageOf(one.requirement.id)), renderExplanationPage(one, up)),
    ),
  )
  return ids.length
}

/** Deletes what an earlier run wrote for its violations: it may be outdated. Other files in the folder are kept. */
async function removeEarlier(folder: string, extension: 'html' | 'json'): Promise<void> {
  const present = await readdir(folder).catch((): string[] => [])
  const ours = new RegExp(String.raw`^[A-Z]+(?:-[A-Z]+)*-\d+\.${extension}$`)
  const earlier = present.filter((name) => ours.test(name))
  await Promise.all(earlier.map((name) => rm(join(folder, name))))
}
