import { Command } from 'commander'
import { renderAnnotations } from '../app/report/annotations.ts'
import { lastRecord } from '../app/report/folder.ts'
import type { RunRecord } from '../app/report/record.ts'
import { scrubbedRecord } from '../app/report/scrub-record.ts'
import { viewOf } from '../app/report/view/view.ts'
import type { RunOptions } from '../app/run/options.ts'
import { emptyRecord } from '../app/run/record/recorded.ts'
import { writeReports } from '../app/report/write.ts'
import { ConfigurationError, messageOf } from '../engine/util/errors.ts'
import { oneLine } from '../engine/util/text.ts'
import { measure, type Span } from '../engine/util/time.ts'
import { scrubberOf } from './faults.ts'
import type { Host } from './host.ts'
import { OtherRun } from './lock.ts'
import { EMBEDDED, OUTPUT, SOURCES, TARGET } from './settings/options.ts'
import { type OutputSettings, resolveOutput } from './settings/output.ts'
import type { Settings, ValuesOf } from './settings/setting.ts'
import { settle } from './settings/settle.ts'

interface Unjudged {
  readonly error: unknown
  readonly wasInterrupted: boolean
  readonly span: Span
  readonly options: Pick<RunOptions, 'baseUrl' | 'profile' | 'seed'>
}

/**
 * Writes the reports of a run without a verdict: those that CI reads, and a record that replaces no whole
 * one.
 */
export async function leaveRecord(
  run: Unjudged,
  { reports, annotations }: OutputSettings,
  host: Host,
): Promise<void> {
  const scrub = await scrubberOf(host)
  const view = viewOf(scrubbedRecord(recordOf(run), scrub.text))
  await writeReports(reports, view, [], scrub.text)
  if (annotations) host.stdout.write(renderAnnotations(view))
}

/**
 * The same for a run that was refused before its settings were known, if its folder has reports of an earlier
 * run and nobody writes there.
 */
export async function leaveInExisting(error: unknown, argv: readonly string[], host: Host): Promise<void> {
  if (error instanceof OtherRun) return
  const outputValues = await readable({ reports: OUTPUT.reports }, argv, host)
  const output = { ...resolveOutput(outputValues ?? {}, host), annotations: false }
  if ((await lastRecord(output.reports)) === undefined) return
  const targetValues = await readable({ baseUrl: TARGET.baseUrl }, argv, host)
  const { baseUrl: address } = targetValues ?? { baseUrl: 'unknown' }
  const baseUrl = address === EMBEDDED ? undefined : address
  const options = { baseUrl, profile: 'standard', seed: 0 } as const
  const noTime = measure()()
  await leaveRecord({ error, wasInterrupted: false, span: noTime, options }, output, host)
}

/** The values of some settings while others are wrong; undefined if these are wrong, too. */
async function readable<S extends Settings>(
  settings: S,
  argv: readonly string[],
  host: Host,
): Promise<ValuesOf<S> | undefined> {
  const command = new Command().exitOverride().allowUnknownOption().allowExcessArguments()
  const all = { ...settings, ...SOURCES }
  for (const setting of Object.values(all)) command.addOption(setting)
  try {
    const reading = await settle(command.parse(argv, { from: 'user' }), all, host)
    return reading.values
  } catch {
    return undefined
  }
}

function recordOf({ error, wasInterrupted, span, options }: Unjudged): RunRecord {
  const { baseUrl } = options
  const target = { baseUrl: baseUrl ?? 'the embedded service', embedded: baseUrl === undefined }
  return {
    ...emptyRecord(target, span, options),
    problem: oneLine(messageOf(error)),
    problemKind: problemKindOf(error, wasInterrupted),
  }
}

function problemKindOf(error: unknown, wasInterrupted: boolean): RunRecord['problemKind'] {
  if (error instanceof ConfigurationError) return undefined
  return wasInterrupted ? 'interrupted' : 'tool-fault'
}
