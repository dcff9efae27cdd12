import { basename, relative } from 'node:path'
import { spawn } from 'node:child_process'
import type { OutputSettings } from './config/resolve.ts'
import type { RunRecord } from '../report/record.ts'
import { sinceEarlier } from '../report/history.ts'
import type { WrittenReports } from '../report/write.ts'
import type { Reports } from './command.ts'
import type { RunOutcome } from '../run/index.ts'
import { groupBy } from '../util/collections.ts'
import type { Host } from './host.ts'
import { readRecord } from './records.ts'
import { shownLine } from '../util/text.ts'

/** Columns where output goes to no terminal. */
const DEFAULT_WIDTH = 100

/**
 * Tells how open points changed since the earlier run, prints the verdict first, then writes the reports, so
 * that a full disk loses no verdict. The exit code is the record's; where a report could not be written it is 2 instead of 0, and a
 * violation keeps its 1.
 */
export async function publish(
  { record: made, exchanges, scrub }: RunOutcome,
  output: OutputSettings,
  host: Host,
  reports: Reports,
  earlier?: RunRecord,
): Promise<number> {
  const { color: colour, quiet, verbose } = output
  const width = host.stdout.columns ?? DEFAULT_WIDTH
  const record = earlier === undefined ? made : sinceEarlier(made, earlier)
  host.stdout.write(scrub.text(reports.renderConsole(record, { colour, quiet, verbose, width })))
  if (output.annotations) host.stdout.write(scrub.text(reports.renderAnnotations(record)))
  const files = await reports.writeReports(output.reports, record, exchanges, (text) => scrub.text(text))
  if (!quiet) host.stdout.write(whereabouts(files, host.folder))
  if (files.failed.length === 0) return record.exitCode
  const exitCode = exitCodeWithoutReports(record)
  host.stderr.write(scrub.text(loss(files, exitCode)))
  return exitCode
}

/** The record that an earlier run left in the folder. One that cannot be read says nothing: the folder may be new, or another tool's. */
export function earlierRecord(folder: string): Promise<RunRecord | undefined> {
  return readRecord(folder, 'run.json').catch(() => undefined)
}

function exitCodeWithoutReports({ exitCode }: RunRecord): number {
  return exitCode === 0 ? 2 : exitCode
}

/** The files that are missing, by the reason that they share. */
function loss({ failed }: WrittenReports, exitCode: number): string {
  const reasons = [...groupBy(failed, ({ problem }) => shownLine(problem))].map(
    ([reason, some]) => `${some.map(({ file }) => basename(file)).join(', ')} (${reason})`,
  )
  return `error: reports could not be written: ${reasons.join('; ')}; exit code ${exitCode}\n`
}

/** Files that are named beside the page: the line fits a terminal. */
const NAMED_FILES = 3

/** The page first, which people open; the other files by name. */
function whereabouts({ written }: WrittenReports, folder: string): string {
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

/** Opens a file with the program that the system has for it. Where there is none, says so and goes on. */
export function openInBrowser(file: string, { stderr }: Pick<Host, 'stderr'>): void {
  const [command = 'xdg-open', ...words] = OPENERS[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, file], { stdio: 'ignore', detached: true })
  child.on('error', () => stderr.write(`warning: ${file} could not be opened: there is no ${command}\n`))
  child.unref()
}
