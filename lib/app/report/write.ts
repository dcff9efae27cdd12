import { makeFolders, RECORD } from './folder.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { appendFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunView } from './view/view.ts'
import { messageOf } from '../../engine/util/errors.ts'
import { oneLine } from '../../engine/util/text.ts'

export interface WrittenReports {
  /** Paths of the files that were written. */
  readonly written: readonly string[]
  /** Files that could not be rendered or written, each with the reason in one line. */
  readonly failed: readonly { readonly file: string; readonly problem: string }[]
}

/** What reports are made of. */
interface Written {
  readonly view: RunView
  /** All exchanges of the run, for traffic.har. */
  readonly exchanges: readonly Exchange[]
  /** Replaces secrets in a text. */
  readonly scrub: (text: string) => string
}

/** Makes one report. */
type Render = (run: Written) => string | Iterable<string> | Promise<string | Iterable<string>>

/** Every report of a run by its file. Renderers are loaded one by one, after the record is written. */
const REPORTS: Readonly<Record<string, Render>> = {
  [RECORD]: ({ view }) => `${JSON.stringify(view.record, undefined, 2)}\n`,
  'junit.xml': async ({ view }) => (await import('./junit/render.ts')).renderJUnit(view),
  'summary.md': async ({ view }) => (await import('./markdown/render.ts')).renderSummary(view),
  'index.html': async ({ view }) => (await import('./html/render.ts')).renderHtml(view),
  'traffic.har': async ({ view, exchanges, scrub }) =>
    (await import('./har.ts')).renderHar(exchanges, view.record, scrub),
}

/**
 * Removes what an earlier run left for its readers: a run that is killed leaves no report of success. The record stays until
 * another one takes its place, for `--last-failed`.
 */
export async function removeReports(folder: string): Promise<void> {
  const readable = Object.keys(REPORTS).filter((file) => file !== RECORD)
  await Promise.all(readable.map((file) => rm(join(folder, file), { force: true }).catch(() => undefined)))
}

/**
 * Writes all reports of a run into a folder, and creates it if necessary. Each file is replaced atomically; one that
 * fails does not stop the others. Never throws: files that cannot be written are listed in `failed`.
 */
export async function writeReports(
  folder: string,
  view: RunView,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const written: string[] = []
  const failed: { file: string; problem: string }[] = []
  for (const [name, render] of Object.entries(REPORTS)) {
    const file = join(folder, name)
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other keeps a single rendering in memory
      await writeWhole(folder, file, await render({ view, exchanges, scrub }))
      written.push(file)
    } catch (error) {
      failed.push({ file, problem: oneLine(messageOf(error)) })
    }
  }
  return { written, failed }
}

async function writeWhole(folder: string, file: string, text: string | Iterable<string>): Promise<void> {
  await makeFolders(folder)
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
