import { basename, relative } from 'node:path'
import { spawn } from 'node:child_process'
import type { OutputSettings } from './settings/output.ts'
import type { RunRecord } from '../report/record.ts'
import { sinceEarlier } from '../report/since.ts'
import { renderAnnotations } from '../report/annotations.ts'
import { renderConsole } from '../report/console/render.ts'
import { verdictLine } from '../report/events.ts'
import { writeRun } from '../run/write-run.ts'
import type { RunOutcome } from '../run/index.ts'
import { groupBy } from '../util/collections.ts'
import { type Host, widthOf } from './host.ts'
import { shownLine } from '../util/text.ts'

/**
 * Prints the verdict, then writes the reports: so a full disk loses no verdict. Adds the differences from the earlier
 * run to the record. Resolves with the exit code of {@link writeFiles}.
 */
export async function publish(
  outcome: RunOutcome,
  { reports, color: colour, quiet, verbose, json, annotations }: OutputSettings,
  host: Host,
  earlier?: RunRecord,
): Promise<number> {
  const { scrub, record: made } = outcome
  const record = earlier === undefined ? made : sinceEarlier(made, earlier)
  const width = widthOf(host)
  const folder = asTyped(reports, host)
  const said = json
    ? verdictLine(record, folder)
    : renderConsole(record, {
        colour,
        quiet,
        verbose,
        width,
        folder: folder === 'reports' ? undefined : folder,
      })
  host.stdout.write(scrub.text(said))
  if (annotations) host.stdout.write(scrub.text(renderAnnotations(record)))
  const { written, exitCode } = await writeFiles({ ...outcome, record }, reports, host)
  if (!quiet && !json) host.stdout.write(reportsLine(written, host))
  return exitCode
}

/**
 * Writes all reports into a folder. Resolves with the exit code of the record, or with 2 instead of 0 if a file could not
 * be written, and says so.
 */
export async function writeFiles(
  { record, exchanges, scrub }: RunOutcome,
  folder: string,
  { stderr }: Pick<Host, 'stderr'>,
): Promise<{ readonly written: readonly string[]; readonly exitCode: number }> {
  const { written, failed } = await writeRun(folder, record, exchanges, (text) => scrub.text(text))
  if (failed.length === 0) return { written, exitCode: record.exitCode }
  const exitCode = record.exitCode === 0 ? 2 : record.exitCode
  const reasons = [...groupBy(failed, ({ problem }) => shownLine(problem))].map(
    ([reason, some]) => `${some.map(({ file }) => basename(file)).join(', ')} (${reason})`,
  )
  const error = `error: reports could not be written: ${reasons.join('; ')}; exit code ${exitCode}\n`
  stderr.write(scrub.text(error))
  return { written, exitCode }
}

/** A file or folder as it is typed in the working folder. */
function asTyped(path: string, { folder }: Pick<Host, 'folder'>): string {
  const short = relative(folder, path)
  return short === '' || short.startsWith('..') ? path : short
}

/** The most files named beside the page, so that the line fits a terminal. */
const NAMED_FILES = 3

/** The line that names the reports: the page first, then the other files. */
function reportsLine(written: readonly string[], host: Host): string {
  const page = written.find((file) => basename(file) === 'index.html') ?? written[0]
  if (page === undefined) return ''
  const others = written.filter((file) => file !== page).map((file) => basename(file))
  const more = others.length > NAMED_FILES ? ` and ${others.length - NAMED_FILES} more` : ''
  const beside = others.length === 0 ? '' : `, with ${others.slice(0, NAMED_FILES).join(', ')}${more}`
  return `Report: ${asTyped(page, host)}${beside}\n`
}

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens a file with the default program of the system. Prints a warning if there is none. */
export function openInBrowser(file: string, { stderr }: Pick<Host, 'stderr'>): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, file], { stdio: 'ignore', detached: true })
  child.on('error', () => stderr.write(`warning: ${file} could not be opened: there is no ${command}\n`))
  child.unref()
}
