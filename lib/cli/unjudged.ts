import { renderAnnotations } from '../report/annotations.ts'
import { verdictLine } from '../report/events.ts'
import { type Unjudged, unjudgedRecord } from '../report/record.ts'
import type { RunOptions } from '../run/options.ts'
import { writeRun } from '../run/write-run.ts'
import { ConfigurationError } from '../util/errors.ts'
import { packageVersion } from '../util/package.ts'
import { scrubberOf } from './faults.ts'
import type { Host } from './host.ts'
import type { OutputSettings } from './settings/output.ts'
import { systemFault } from './system-fault.ts'

/** Why a run has no verdict. */
type Cause = Pick<Unjudged, 'problem' | 'problemKind'>

/** The cause in the reports while a run is under way: a run that is killed leaves these. */
export const UNFINISHED: Cause = {
  problem: 'this run has not ended: it is under way, or it was killed before it could write its reports',
  problemKind: 'interrupted',
}

/** The cause of a run that ended with an error. */
export function causeOf(error: unknown, isInterruption: boolean): Cause {
  const problem = systemFault(error) ?? (error instanceof Error ? error.message : String(error))
  if (error instanceof ConfigurationError) return { problem }
  return { problem, problemKind: isInterruption ? 'interrupted' : 'tool-fault' }
}

/**
 * Writes the record of a run without a verdict, beside the reports of an earlier run that has one.
 * @param known - the options of the run, as far as they were read
 */
export async function leaveRecord(
  cause: Cause,
  startedAt: Date,
  known: Partial<Omit<RunOptions, 'knownFailures'>>,
  output: Pick<OutputSettings, 'reports' | 'annotations' | 'json'>,
  host: Host,
): Promise<void> {
  const scrub = await scrubberOf(host)
  const {
    baseUrl,
    apiKey,
    otherApiKey,
    exhaustibleApiKey,
    profile = 'standard',
    seed = 0,
    writes = false,
  } = known
  const embedded = baseUrl === undefined && apiKey === undefined
  const record = unjudgedRecord({
    target: { baseUrl: baseUrl ?? (embedded ? 'the embedded service' : 'unknown'), embedded },
    profile,
    seed,
    startedAt,
    finishedAt: new Date(),
    version: packageVersion(),
    settings: {
      writes,
      otherKey: otherApiKey !== undefined,
      exhaustibleKey: exhaustibleApiKey !== undefined,
    },
    footprint: cause === UNFINISHED && writes && !embedded ? [UNKNOWN_WRITES] : [],
    ...cause,
  })
  await writeRun(output.reports, scrub.deep(record), [], (text) => scrub.text(text))
  if (output.annotations) host.stdout.write(scrub.text(renderAnnotations(record)))
  if (output.json) host.stdout.write(scrub.text(verdictLine(record, output.reports)))
}

/** What a run that was killed may have left behind. */
const UNKNOWN_WRITES = {
  kind: 'perhaps created',
  resource: 'leads and notes',
  id: 'unknown',
  note: 'a run that was killed cannot say what it has written; what it changed, the next run with --writes puts back',
} as const
