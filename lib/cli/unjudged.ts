import { renderAnnotations } from '../report/annotations.ts'
import { verdictLine } from '../report/events.ts'
import { NO_SETTINGS, type RunRecord } from '../report/record.ts'
import type { RunOptions } from '../run/options.ts'
import { writeRun } from '../run/write-run.ts'
import { ConfigurationError } from '../util/errors.ts'
import { thisTool } from '../util/package.ts'
import { oneLine } from '../util/text.ts'
import { scrubberOf } from './faults.ts'
import type { Host } from './host.ts'
import type { OutputSettings } from './settings/output.ts'
import { systemFault } from './system-fault.ts'

/** Why a run has no verdict. */
type Cause = Required<Pick<RunRecord, 'problem'>> & Pick<RunRecord, 'problemKind'>

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

/** A run that has no verdict. */
interface Unjudged {
  readonly cause: Cause
  readonly startedAt: Date
  /** The options of the run, as far as they were read. */
  readonly options: Partial<Omit<RunOptions, 'knownFailures'>>
}

/** Writes the record of a run without a verdict, beside the reports of an earlier run that has one. */
export async function leaveRecord(
  run: Unjudged,
  output: Pick<OutputSettings, 'reports' | 'annotations' | 'json'>,
  host: Host,
): Promise<void> {
  const scrub = await scrubberOf(host)
  const record = scrub.deep(recordOf(run))
  await writeRun(output.reports, record, [], scrub.text)
  if (output.annotations) host.stdout.write(scrub.text(renderAnnotations(record)))
  if (output.json) host.stdout.write(scrub.text(verdictLine(record, output.reports)))
}

function recordOf({ cause, startedAt, options }: Unjudged): RunRecord {
  const { baseUrl, apiKey, otherApiKey, exhaustibleApiKey } = options
  const { profile = 'standard', seed = 0, writes = false } = options
  const embedded = baseUrl === undefined && apiKey === undefined
  const finishedAt = new Date()
  return {
    schemaVersion: 1,
    tool: thisTool(),
    target: { baseUrl: baseUrl ?? (embedded ? 'the embedded service' : 'unknown'), embedded },
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    profile,
    seed,
    settings: {
      ...NO_SETTINGS,
      writes,
      otherKey: otherApiKey !== undefined,
      exhaustibleKey: exhaustibleApiKey !== undefined,
    },
    verdict: 'error',
    exitCode: 2,
    ...cause,
    problem: oneLine(cause.problem),
    requests: { total: 0, byKey: {} },
    requirements: [],
    cases: [],
    observations: [],
    footprint: cause === UNFINISHED && writes && !embedded ? [UNKNOWN_WRITES] : [],
    exchanges: [],
    judgements: 0,
  }
}

/** What a run that was killed may have left behind. */
const UNKNOWN_WRITES = {
  kind: 'perhaps created',
  resource: 'leads and notes',
  id: 'unknown',
  note: 'a run that was killed cannot say what it has written; what it changed, the next run with --writes puts back',
} as const
