import { basename, relative } from 'node:path'
import type { OutputSettings } from './settings/output.ts'
import { renderAnnotations } from '../app/report/annotations.ts'
import { renderConsole } from '../app/report/console/render.ts'
import { viewOf } from '../app/report/view/view.ts'
import { type WrittenReports, writeReports } from '../app/report/write.ts'
import type { RunOutcome } from '../app/run/index.ts'
import { type Host, widthOf } from './host.ts'
import { shownLine } from '../engine/util/text.ts'

/**
 * Prints the verdict, then writes the reports: so a full disk loses no verdict. Resolves with the exit code of the record, or with 2 instead of 0 if a report could not be written.
 */
export async function publish(
  { record, exchanges, scrub }: RunOutcome,
  { reports, color: colour, quiet, verbose, annotations }: OutputSettings,
  host: Host,
): Promise<number> {
  const typed = asTyped(reports, host)
  const folder = typed === 'reports' ? undefined : typed
  const view = viewOf(record, folder)
  host.stdout.write(scrub.text(renderConsole(view, { colour, quiet, verbose, width: widthOf(host) })))
  if (annotations) host.stdout.write(scrub.text(renderAnnotations(view)))
  const { written, failed } = await writeReports(reports, view, exchanges, scrub.text)
  const exitCode = failed.length > 0 && record.exitCode === 0 ? 2 : record.exitCode
  if (failed.length > 0) host.stderr.write(scrub.text(failureLine(failed, exitCode)))
  const page = written.find((file) => basename(file) === 'index.html') ?? written[0]
  if (page !== undefined && !quiet) host.stdout.write(`Report: ${asTyped(page, host)}\n`)
  return exitCode
}

function failureLine(failed: WrittenReports['failed'], exitCode: number): string {
  const files = failed.map(({ file, problem }) => `${basename(file)} (${shownLine(problem)})`)
  return `error: reports could not be written: ${files.join('; ')}; exit code ${exitCode}\n`
}

/** A file or folder as it is typed in the working folder. */
function asTyped(path: string, { folder }: Pick<Host, 'folder'>): string {
  const short = relative(folder, path)
  return short === '' || short.startsWith('..') ? path : short
}
