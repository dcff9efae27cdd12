import { renderAnnotations } from '../app/report/annotations.ts'
import { toRepeat } from '../app/report/last-failed.ts'
import type { RunRecord } from '../app/report/record.ts'
import { viewOf } from '../app/report/view/view.ts'
import { writeReports } from '../app/report/write.ts'
import type { RunOptions } from '../app/run/options.ts'
import { emptyRecord } from '../app/run/record/recorded.ts'
import { ConfigurationError, messageOf } from '../engine/util/errors.ts'
import { oneLine } from '../engine/util/text.ts'
import { scrubberOf } from './faults.ts'
import type { Host } from './host.ts'
import type { OutputSettings } from './settings/output.ts'

/** A run that ended with an error, in the place of a verdict. */
interface Unjudged {
  readonly error: unknown
  readonly wasInterrupted: boolean
  readonly startedAt: Date
  readonly options: RunOptions
}

/** Writes the reports of a run without a verdict: what was open before it is open after it. */
export async function reportUnjudged(
  run: Unjudged,
  { reports, annotations }: OutputSettings,
  host: Host,
): Promise<void> {
  const { error, wasInterrupted, startedAt, options } = run
  const { baseUrl, earlier } = options
  const target = { baseUrl: baseUrl ?? 'the embedded service', embedded: baseUrl === undefined }
  const open = earlier === undefined ? [] : toRepeat(earlier)
  const record: RunRecord = {
    ...emptyRecord(target, [startedAt, new Date()], options),
    problem: oneLine(messageOf(error)),
    problemKind: problemKindOf(error, wasInterrupted),
    open: open.length === 0 ? undefined : open,
  }
  const scrub = await scrubberOf(host)
  const view = viewOf(scrub.deep(record))
  await writeReports(reports, view, [], scrub.text)
  if (annotations) host.stdout.write(scrub.text(renderAnnotations(view)))
}

function problemKindOf(error: unknown, wasInterrupted: boolean): RunRecord['problemKind'] {
  if (error instanceof ConfigurationError) return undefined
  return wasInterrupted ? 'interrupted' : 'tool-fault'
}
