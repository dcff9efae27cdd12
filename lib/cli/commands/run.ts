import { join } from 'node:path'
import type { OutputSettings } from '../config/output.ts'
import type { RunSettings } from '../config/resolve.ts'
import type { Invocation } from '../command.ts'
import type { Reports } from '../dependencies.ts'
import type { Progress, RunOutcome } from '../../run/index.ts'
import { FAILURES, withOutcome } from '../../report/outcome.ts'
import { count } from '../../report/text.ts'
import { ConfigurationError } from '../../run/options.ts'
import { openInBrowser } from '../open.ts'
import { publish } from '../publish.ts'
import { readRecord } from '../records.ts'
import { prepareFolder } from '../reports-folder.ts'
import { outputSettings, readInvocation, runSettings } from '../settings.ts'

const INTERRUPTED = 'interrupted: restoring what was changed and writing the record; once more to end at once'

/** Verifies a target, prints the verdict and writes the reports. Resolves with the record's exit code. */
export async function run(invocation: Invocation): Promise<number> {
  const { host, dependencies, interruption } = invocation
  const reading = await readInvocation(invocation)
  const output = outputSettings(reading, invocation)
  const { lastFailed, bail, open } = reading.values
  const given = await runSettings(reading, invocation)
  const settings = lastFailed === true ? await failedBefore(given, output.reports) : given
  await prepareFolder(output.reports)
  if (!output.quiet) host.stderr.write(announcement(settings))
  const reports = await dependencies.reports()
  // A signal that comes when the verdict is printed waits for the reports, too.
  const exitCode = await interruption.guard(async (signal) => {
    const outcome = await verified(invocation, settings, output, reports, { signal, bail })
    return publish(outcome, output, host, reports)
  }, INTERRUPTED)
  if (open === true) openInBrowser(join(output.reports, 'index.html'), host)
  return exitCode
}

/** The settings with a selection of what the record in the folder says failed, or was an error. */
async function failedBefore(settings: RunSettings, folder: string): Promise<RunSettings> {
  const record = await readRecord(folder, 'run.json')
  const only = withOutcome(record, ...FAILURES, 'error').map(({ id }) => id)
  if (only.length === 0)
    throw new ConfigurationError('--last-failed has nothing to repeat: nothing failed in the last run')
  return { ...settings, only }
}

async function verified(
  { host, dependencies }: Invocation,
  settings: RunSettings,
  output: OutputSettings,
  reports: Reports,
  { signal, bail = Infinity }: { readonly signal: AbortSignal; readonly bail: number | undefined },
): Promise<RunOutcome> {
  const { runConformance } = await dependencies.engine()
  const { isTTY: interactive, columns: width, write } = host.stderr
  const progress = output.quiet
    ? undefined
    : reports.createProgress({ interactive, width, write, now: host.now })
  try {
    const onWait = (ms: number): void =>
      host.stderr.write(`the allowance of the key is spent: waiting ${minutes(ms)} for its window to open\n`)
    const bailing = new AbortController()
    const onProgress = (now: Progress): void => {
      progress?.update(now)
      if (now.failed >= bail) bailing.abort(`ended after ${count(now.failed, 'failed case')} (--bail)`)
    }
    const events = {
      onProgress,
      onWait: output.quiet ? undefined : onWait,
      onNotice: output.quiet ? undefined : (line: string): void => host.stderr.write(`${line}\n`),
    }
    return await runConformance(settings, events, AbortSignal.any([signal, bailing.signal]))
  } finally {
    progress?.end()
  }
}

function announcement(settings: RunSettings): string {
  const { baseUrl, profile, seed, knownFailures = [], knownFailuresFile } = settings
  const excused =
    knownFailuresFile === undefined
      ? ''
      : `Known failures: ${knownFailuresFile}, ${count(knownFailures.length, 'entry', 'entries')}\n`
  return `Verifying ${baseUrl ?? 'the embedded reference service'}, profile ${profile}, seed ${seed}\n${excused}`
}

function minutes(ms: number): string {
  return ms < 90_000 ? count(Math.ceil(ms / 1000), 'second') : count(Math.ceil(ms / 60_000), 'minute')
}
