import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Exchange } from '../../engine/http/exchange.ts'
import { FAILURES, withOutcome } from '../report/outcome.ts'
import type { RunRecord } from '../report/record.ts'
import type { RunView } from '../report/view/view.ts'
import { writeReports, type WrittenReports } from '../report/write.ts'
import { messageOf } from '../../engine/util/errors.ts'
import { oneLine } from '../../engine/util/text.ts'

/** The folder of explanations in the reports folder; `index.html` links to them. */
const EXPLANATIONS = 'requirements'

/**
 * Writes all results of a run into its folder: reports, an explanation of each violated
 * requirement. Never throws; `failed` lists what could not be written.
 * @param exchanges - all exchanges of the run
 * @param scrub - replaces secrets in a text
 */
export async function writeRun(
  folder: string,
  view: RunView,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const reports = await writeReports(folder, view, exchanges, scrub)
  if (reports.isBeside) return reports
  const written = [...reports.written]
  const failed = [...reports.failed]
  const attempt = async (file: string, write: () => Promise<void>): Promise<void> => {
    try {
      await write()
    } catch (error) {
      failed.push({ file, problem: oneLine(messageOf(error)) })
    }
  }
  const pages = join(reports.home, EXPLANATIONS)
  await attempt(pages, async () => {
    if ((await writeExplanationsOf(view.record, pages)) > 0) written.push(pages)
  })
  return { ...reports, written, failed }
}

/** Writes a page for each violated requirement into a folder; resolves with their number. */
async function writeExplanationsOf(record: RunRecord, folder: string): Promise<number> {
  await removeEarlier(folder)
  const violated = withOutcome(record, ...FAILURES, 'known-failure').map(({ id }) => id)
  if (violated.length === 0) return 0
  // Loaded only if there is something to explain.
  const [{ SCOPE }, { explanationsOf: explain }, { writePages }] = await Promise.all([
    import('./scope.ts'),
    import('./explain.ts'),
    import('../report/explain/page.ts'),
  ])
  const ids = violated.filter((id) => SCOPE.catalogue.has(id))
  const explanations = await explain(SCOPE, ids)
  await writePages(explanations, folder, record)
  return ids.length
}

/** Deletes what an earlier run wrote for its violations: it may be outdated. Other files in the folder are kept. */
async function removeEarlier(folder: string): Promise<void> {
  const present = await readdir(folder).catch((): string[] => [])
  const ours = /^[A-Z]+(?:-[A-Z]+)*-\d+\.html$/
  const earlier = present.filter((name) => ours.test(name))
  await Promise.all(earlier.map((name) => rm(join(folder, name))))
}
