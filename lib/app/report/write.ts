import { existsSync } from 'node:fs'
import { makeFolders } from './folder.ts'
import type { Exchange } from '../../engine/http/exchange.ts'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPartial, type RunRecord } from './record.ts'
import type { RunView } from './view/view.ts'
import { messageOf } from '../../engine/util/errors.ts'
import { oneLine } from '../../engine/util/text.ts'
import { isObject } from '../../engine/util/values.ts'

export interface WrittenReports {
  /** Paths of the files that were written. */
  readonly written: readonly string[]
  /** Files that could not be rendered or written, each with the reason in one line. */
  readonly failed: readonly { readonly file: string; readonly problem: string }[]
  /** Whether the run judged nothing, and its record lies beside the reports of an earlier one. */
  readonly isBeside?: boolean
  /** The folder of the page and the record. */
  readonly home: string
}

/** The record of a run that judged nothing, beside the reports of the last one that did. */
export const UNJUDGED = 'unjudged.json'
/** The folder for the page and the record of a run that judged a part, beside those of one that judged everything. */
export const PARTIAL = 'partial'
/** The page of the last run that judged something, beside that of one that judged nothing. */
const EARLIER = 'earlier.html'
/** What CI reads of a run, whatever came of it: always of the last one. */
export const OF_EVERY_RUN = ['junit.xml', 'summary.md'] as const

type Rendering = string | Iterable<string>
type Report = readonly [file: string, render: () => Rendering | Promise<Rendering>]

/**
 * Writes all reports of a run into a folder, and creates it if necessary. Each file is replaced atomically; one that
 * fails does not stop the others: renderers are loaded one by one, after the record is written. Never throws: files that cannot be written are listed in `failed`.
 * A run that judged nothing destroys no record of one that did, and keeps its page under another name; nor does one that
 * judged a part replace the record and the page of one that judged everything: `home` is where its own are. What CI reads is
 * replaced by every run.
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
  const before = await recordIn(folder)
  const isBeside = record.judgements === 0 && before !== undefined
  const isPart = !isBeside && isPartial(record) && before !== undefined && !isPartial(before)
  const home = isPart ? join(folder, PARTIAL) : folder
  const earlier = await keepPage(folder, { isBeside, isPart })
  const reports: readonly Report[] = [
    [join(home, isBeside ? UNJUDGED : 'run.json'), () => `${JSON.stringify(record, undefined, 2)}\n`],
    [join(folder, 'junit.xml'), async () => (await import('./junit/render.ts')).renderJUnit(view)],
    [join(folder, 'summary.md'), async () => (await import('./markdown/render.ts')).renderSummary(view)],
    [join(home, 'index.html'), async () => (await import('./html/render.ts')).renderHtml(view, earlier)],
  ]
  const har: Report = [
    join(home, 'traffic.har'),
    async () => (await import('./har.ts')).renderHar(exchanges, record, scrub),
  ]
  const written: string[] = []
  const failed: { file: string; problem: string }[] = []
  for (const [file, render] of isBeside ? reports : [...reports, har]) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other keeps a single rendering in memory
      await writeWhole(file, await render())
      written.push(file)
    } catch (error) {
      failed.push({ file, problem: oneLine(messageOf(error)) })
    }
  }
  const outdated = isBeside ? [] : [UNJUDGED, ...(isPart ? [] : [PARTIAL])]
  for (const name of outdated)
    // oxlint-disable-next-line no-await-in-loop -- two at most
    await rm(join(folder, name), { force: true, recursive: true }).catch(() => undefined)
  return { written, failed, isBeside, home }
}

/**
 * Keeps the page of the last run that judged something beside that of one that judged nothing, and puts it back where a run
 * judges a part. Resolves with its name where it stands beside.
 */
async function keepPage(
  folder: string,
  { isBeside, isPart }: { readonly isBeside: boolean; readonly isPart: boolean },
): Promise<string | undefined> {
  const [page, kept] = [join(folder, 'index.html'), join(folder, EARLIER)]
  try {
    if (isBeside && !existsSync(kept)) await rename(page, kept)
    if (isPart) await rename(kept, page)
    if (!isBeside && !isPart) await rm(kept)
  } catch {
    // There is none.
  }
  return isBeside && existsSync(kept) ? EARLIER : undefined
}

/** The record in a folder, if it is of a run that judged something. */
async function recordIn(folder: string): Promise<RunRecord | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, 'run.json'), 'utf8'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this tool; what is not is not asked for more
    return Number(Object(value).judgements) > 0 && isObject(Object(value).settings)
      ? (value as RunRecord)
      : undefined
  } catch {
    return undefined
  }
}

async function writeWhole(file: string, text: Rendering): Promise<void> {
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
