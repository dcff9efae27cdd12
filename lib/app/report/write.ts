import { makeFolders } from './folder.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunView } from './view/view.ts'
import { messageOf } from '../../engine/util/errors.ts'
import { oneLine } from '../../engine/util/text.ts'

export interface WrittenReports {
  /** Paths of the files that were written. */
  readonly written: readonly string[]
  /** Files that could not be rendered or written, each with the reason in one line. */
  readonly failed: readonly { readonly file: string; readonly problem: string }[]
  /** Whether the run judged nothing, and its record lies beside the reports of an earlier one. */
  readonly isBeside?: boolean
}

/** The record of a run that judged nothing, beside the reports of the last one that did. */
const UNJUDGED = 'unjudged.json'

type Rendering = string | Iterable<string>
type Report = readonly [file: string, render: () => Rendering | Promise<Rendering>]

/**
 * Writes all reports of a run into a folder, and creates it if necessary. Each file is replaced atomically; one that
 * fails does not stop the others: renderers are loaded one by one, after the record is written. Never throws: files that cannot be written are listed in `failed`.
 * A run that judged nothing destroys no report of one that did: its record goes into a file of its own, and only the
 * JUnit report, which tells whoever called the run, is replaced.
 *
 * @param exchanges - all exchanges of the run, for traffic.har
 * @param scrub - replaces secrets in a text
 */
export async function writeReports(
  folder: string,
  view: RunView,
  exchanges: readonly Exchange[],
  scrub: (text: string) => string,
): Promise<WrittenReports> {
  const { record } = view
  const isBeside = record.judgements === 0 && (await hasJudged(folder))
  const always: readonly Report[] = [
    [isBeside ? UNJUDGED : 'run.json', () => `${JSON.stringify(record, undefined, 2)}\n`],
    ['junit.xml', async () => (await import('./junit/render.ts')).renderJUnit(view)],
  ]
  const others: readonly Report[] = [
    ['index.html', async () => (await import('./html/render.ts')).renderHtml(view)],
    ['summary.md', async () => (await import('./markdown/render.ts')).renderSummary(view)],
    ['traffic.har', async () => (await import('./har.ts')).renderHar(exchanges, record, scrub)],
  ]
  const written: string[] = []
  const failed: { file: string; problem: string }[] = []
  for (const [name, render] of isBeside ? always : [...always, ...others]) {
    const file = join(folder, name)
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other keeps a single rendering in memory
      await writeWhole(folder, file, await render())
      written.push(file)
    } catch (error) {
      failed.push({ file, problem: oneLine(messageOf(error)) })
    }
  }
  if (!isBeside) await rm(join(folder, UNJUDGED), { force: true }).catch(() => undefined)
  return { written, failed, isBeside }
}

/** Whether the record in a folder is of a run that judged something. */
async function hasJudged(folder: string): Promise<boolean> {
  try {
    const record: unknown = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))
    return Number(Object(record).judgements) > 0
  } catch {
    return false
  }
}

async function writeWhole(folder: string, file: string, text: Rendering): Promise<void> {
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
