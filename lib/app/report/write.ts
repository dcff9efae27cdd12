import { makeFolders, PARTIAL, RECORD } from './folder.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWhole } from './record.ts'
import type { RunView } from './view/view.ts'
import { messageOf } from '../../engine/util/errors.ts'
import { oneLine } from '../../engine/util/text.ts'

export interface WrittenReports {
  /** Paths of the files that were written. */
  readonly written: readonly string[]
  /** Files that could not be rendered or written, each with the reason in one line. */
  readonly failed: readonly { readonly file: string; readonly problem: string }[]
}

interface Report {
  readonly file: string
  /** Renderers are loaded one by one, after the record is written. */
  readonly render: (run: ReportInput) => string | Iterable<string> | Promise<string | Iterable<string>>
  /** Every run replaces the file, since CI reads it. */
  readonly isOfEveryRun?: true
}

interface ReportInput {
  readonly view: RunView
  /** All exchanges of the run, for traffic.har. */
  readonly exchanges: readonly Exchange[]
  readonly scrub: (text: string) => string
}

/** The page for people. */
export const PAGE = 'index.html'

/** Every report of a run. A format is a line here. */
const REPORTS: readonly Report[] = [
  { file: RECORD, render: ({ view }) => `${JSON.stringify(view.record, undefined, 2)}\n` },
  {
    file: 'junit.xml',
    render: async ({ view }) => (await import('./junit/render.ts')).renderJUnit(view),
    isOfEveryRun: true,
  },
  {
    file: 'summary.md',
    render: async ({ view }) => (await import('./markdown/render.ts')).renderSummary(view),
    isOfEveryRun: true,
  },
  { file: PAGE, render: async ({ view }) => (await import('./html/render.ts')).renderHtml(view) },
  {
    file: 'traffic.har',
    render: async ({ view, exchanges, scrub }) =>
      (await import('./har.ts')).renderHar(exchanges, view.record, scrub),
  },
]

/** The files that every run replaces, since CI reads them. */
export const OF_EVERY_RUN = REPORTS.filter(({ isOfEveryRun }) => isOfEveryRun).map(({ file }) => file)

/**
 * Writes all reports of a run into a folder, and creates it if necessary. Each file is replaced atomically;
 * one that fails does not stop the others. Never throws: files that cannot be written are listed in `failed`.
 *
 * The record, the page and the traffic in the folder belong to the last whole run: any other run writes its
 * own into a subfolder. Every run replaces the files for CI.
 */
export async function writeReports(
  folder: string,
  view: RunView,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const { record } = view
  const home = isWhole(record) ? folder : join(folder, PARTIAL)
  const written: string[] = []
  const failed: { file: string; problem: string }[] = []
  const write = async (file: string, render: Report['render']): Promise<void> => {
    try {
      await writeWhole(file, await render({ view, exchanges, scrub }))
      written.push(file)
    } catch (error) {
      failed.push({ file, problem: oneLine(messageOf(error)) })
    }
  }
  for (const { file, render, isOfEveryRun } of REPORTS) {
    const path = join(isOfEveryRun === true ? folder : home, file)
    // oxlint-disable-next-line no-await-in-loop -- one after the other keeps a single rendering in memory
    await write(path, render)
  }
  // The reports of a partial run are older now.
  if (home === folder)
    await rm(join(folder, PARTIAL), { force: true, recursive: true }).catch(() => undefined)
  return { written, failed }
}

/** Writes a file in one step: no reader sees a part of it. */
export async function writeWhole(file: string, text: string | Iterable<string>): Promise<void> {
  await makeFolders(dirname(file))
  const temporary = `${file}.${process.pid}.tmp`
  try {
    await writeFile(temporary, '')
    // Piece by piece: an iterable is not taken by every file system (Yarn PnP).
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    for (const piece of typeof text === 'string' ? [text] : text) await appendFile(temporary, piece)
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw error
  }
}
