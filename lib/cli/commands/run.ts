import type { OutputSettings } from '../config/output.ts'
import type { RunSettings } from '../config/resolve.ts'
import type { Invocation } from '../command.ts'
import type { Reports } from '../dependencies.ts'
import type { RunOutcome } from '../engine.ts'
import { count } from '../../report/text.ts'
import { publish } from '../publish.ts'
import { prepareFolder } from '../reports-folder.ts'
import { outputSettings, readInvocation, runSettings } from '../settings.ts'

const INTERRUPTED = 'interrupted: restoring what was changed and writing the record; once more to end at once'

/** Verifies a target, prints the verdict and writes the reports. Resolves with the record's exit code. */
export async function run(invocation: Invocation): Promise<number> {
  const { host, dependencies, interruption } = invocation
  const reading = await readInvocation(invocation)
  const settings = await runSettings(reading, invocation)
  const output = outputSettings(reading, invocation)
  await prepareFolder(output.reports)
  if (!output.quiet) host.stderr.write(announcement(settings))
  const reports = await dependencies.reports()
  // A signal that comes when the verdict is printed waits for the reports, too.
  return interruption.guard(
    async (signal) =>
      publish(await verified(invocation, settings, output, reports, signal), output, host, reports),
    INTERRUPTED,
  )
}

async function verified(
  { host, dependencies }: Invocation,
  settings: RunSettings,
  output: OutputSettings,
  reports: Reports,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { runConformance } = await dependencies.engine()
  const { isTTY: interactive, columns: width, write } = host.stderr
  const progress = output.quiet
    ? undefined
    : reports.createProgress({ interactive, width, write, now: host.now })
  try {
    const onWait = (ms: number): void =>
      host.stderr.write(`the allowance of the key is spent: waiting ${minutes(ms)} for its window to open\n`)
    const events = {
      onProgress: progress?.update,
      onWait: output.quiet ? undefined : onWait,
      onNotice: output.quiet ? undefined : (line: string): void => host.stderr.write(`${line}\n`),
    }
    return await runConformance(settings, events, signal)
  } finally {
    progress?.end()
  }
}

function announcement({ baseUrl, profile, seed }: RunSettings): string {
  return `Verifying ${baseUrl ?? 'the embedded reference service'}, profile ${profile}, seed ${seed}\n`
}

function minutes(ms: number): string {
  return ms < 90_000 ? count(Math.ceil(ms / 1000), 'second') : count(Math.ceil(ms / 60_000), 'minute')
}
