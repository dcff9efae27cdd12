import { basename, relative } from 'node:path'
import { spawn } from 'node:child_process'
import type { OutputSettings } from './settings/run-options.ts'
import type { RunRecord } from '../report/record.ts'
import { sinceEarlier } from '../report/history.ts'
import type { WrittenReports } from '../report/write.ts'
import { renderAnnotations } from '../report/annotations.ts'
import { renderConsole } from '../report/console/render.ts'
import { verdictLine } from '../report/events.ts'
import { writeRun } from '../run/write-run.ts'
import type { RunOutcome } from '../run/index.ts'
import { groupBy } from '../util/collections.ts'
import type { Host } from './host.ts'
import { shownLine } from '../util/text.ts'

/** Columns without a terminal. */
const DEFAULT_WIDTH = 100

/**
 * Prints the verdict, then writes the reports: so a full disk loses no verdict. Adds the differences from the earlier
 * run to the record. Returns the exit code of the record, or 2 instead of 0 if a report could not be written.
 */
export async function publish(
  { record: made, exchanges, scrub }: RunOutcome,
  output: OutputSettings,
  host: Host,
  earlier?: RunRecord,
): Promise<number> {
  const { color: colour, quiet, verbose, json } = output
  const { columns = 0 } = host.stdout
  // Some terminals say that they have no columns: those of containers, for instance.
  const width = columns > 0 ? columns : DEFAULT_WIDTH
  const record = earlier === undefined ? made : sinceEarlier(made, earlier)
  const folder = namedFolder(output.reports, host.folder)
  const said = json
    ? verdictLine(record, folder)
    : renderConsole(record, {
        colour,
        quiet,
        verbose,
        width,
        folder: folder === DEFAULT_FOLDER ? undefined : folder,
      })
  host.stdout.write(scrub.text(said))
  if (output.annotations) host.stdout.write(scrub.text(renderAnnotations(record)))
  const files = await writeRun(output.reports, record, exchanges, (text) => scrub.text(text))
  if (!quiet && !json) host.stdout.write(reportsLine(files, host.folder))
  if (files.failed.length === 0) return record.exitCode
  const exitCode = exitCodeWithoutReports(record)
  host.stderr.write(scrub.text(writeError(files, exitCode)))
  return exitCode
}

const DEFAULT_FOLDER = 'reports'

/** A folder as it is typed in the working folder. */
function namedFolder(folder: string, working: string): string {
  const short = relative(working, folder)
  return short === '' || short.startsWith('..') ? folder : short
}

function exitCodeWithoutReports({ exitCode }: RunRecord): number {
  return exitCode === 0 ? 2 : exitCode
}

/** The error about files that could not be written, grouped by reason. */
function writeError({ failed }: WrittenReports, exitCode: number): string {
  const reasons = [...groupBy(failed, ({ problem }) => shownLine(problem))].map(
    ([reason, some]) => `${some.map(({ file }) => basename(file)).join(', ')} (${reason})`,
  )
  return `error: reports could not be written: ${reasons.join('; ')}; exit code ${exitCode}\n`
}

/** The most files named beside the page, so that the line fits a terminal. */
const NAMED_FILES = 3

/** The line that names the reports: the page first, then the other files. */
function reportsLine({ written }: WrittenReports, folder: string): string {
  const [first, ...others] = written.toSorted(
    (a, b) => Number(basename(b) === 'index.html') - Number(basename(a) === 'index.html'),
  )
  if (first === undefined) return ''
  const short = relative(folder, first)
  const shown = short.startsWith('..') ? first : short
  const more = others.length - NAMED_FILES
  const names = others.slice(0, NAMED_FILES).map((file) => basename(file))
  const beside = names.length === 0 ? '' : `, with ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `Report: ${shown}${beside}\n`
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
