import { rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { prepareFolder, readableRecord, recordIn } from '../../app/report/folder.ts'
import { renderAnnotations } from '../../app/report/annotations.ts'
import { renderConsole } from '../../app/report/console/render.ts'
import { failedIn } from '../../app/report/since.ts'
import { viewOf } from '../../app/report/view/view.ts'
import { OF_EVERY_RUN, type WrittenReports, writeReports } from '../../app/report/write.ts'
import { markPage, unmarkPage } from '../../app/report/under-way.ts'
import { createProgress } from '../../app/report/progress.ts'
import type { RunOutcome } from '../../app/run/index.ts'
import type { RunOptions } from '../../app/run/options.ts'
import { ConfigurationError } from '../../engine/util/errors.ts'
import { count, shownLine } from '../../engine/util/text.ts'
import { measure } from '../../engine/util/time.ts'
import { command, type CommandContext, type Invocation } from '../command.ts'
import { EXIT_CODES, keyVariables } from '../help.ts'
import { type Host, widthOf } from '../host.ts'
import { failedBefore } from '../last-failed.ts'
import { withLock } from '../lock.ts'
import { programOf } from '../package-manager.ts'
import { onOrOff, wholeNumber, words } from '../settings/parsers.ts'
import { OUTPUT, RUN_SETTINGS, SOURCES } from '../settings/options.ts'
import { type OutputSettings, resolveOutput } from '../settings/output.ts'
import { resolveRun } from '../settings/run-options.ts'
import { grouped, Setting, type ValuesOf } from '../settings/setting.ts'
import { leaveRecord } from '../unjudged.ts'
import { prepareKnownFailures, refuseOtherInputs, updateKnownFailures } from '../update-known-failures.ts'
import { type WatchedRun, watched, type What } from '../watch.ts'

const SETTINGS = {
  ...RUN_SETTINGS,
  ...grouped('The next run', {
    lastFailed: new Setting(
      '--last-failed',
      onOrOff,
      'run only the cases that show what failed in the last whole run, as the reports folder has it',
    ).conflicts(['only', 'endpoint', 'part', 'case']),
    bail: new Setting(
      '--bail [n]',
      wholeNumber(1, 10_000),
      'end the run after N violations; without N, after the first',
    ).preset('1'),
    watch: new Setting(
      '--watch',
      onOrOff,
      'stay, and run again on Enter, or when the target accepts connections again after a restart: what failed, or everything where nothing did',
    ),
    updateKnownFailures: new Setting(
      '--update-known-failures',
      onOrOff,
      'bring the file of --known-failures up to date: add what fails, remove what passes',
    ),
  }),
  ...OUTPUT,
  ...SOURCES,
}

type Values = ValuesOf<typeof SETTINGS>
type RunInvocation = Invocation<Values>

/** Verifies a target, prints the verdict and writes the reports. Resolves with the record's exit code. */
export const run = command({
  name: 'run',
  summary: 'verify a server; without an address, the embedded service',
  operands: '[id...]',
  settings: SETTINGS,
  examples: [
    'chat-agent-conformance run',
    'CONFORMANCE_API_KEY=… chat-agent-conformance run --base-url https://host/v1 --writes',
    "chat-agent-conformance run AUTH-02 'RATE-*'",
    "chat-agent-conformance run --endpoint 'POST /leads' --seed 42",
  ],
  notes: `${keyVariables()}\n${EXIT_CODES}`,
  action: async (given) => {
    const invocation = withNamed(given)
    const { host, values } = invocation
    const { reports } = resolveOutput(values, host)
    const first = values.lastFailed === true ? 'failed' : 'all'
    const verify = (what: What): Promise<WatchedRun> => verifyOnce(invocation, what)
    return withLock(reports, async () =>
      values.watch === true
        ? watched(verify, first, { ...invocation, hasFailed: () => hasFailed(reports) })
        : (await verify(first)).exitCode,
    )
  },
})

/** Adds the ids among the arguments to those of `--only`. */
function withNamed(invocation: RunInvocation): RunInvocation {
  const { operands, values, origin } = invocation
  if (operands.length === 0) return invocation
  const address = operands.find((word) => /^https?:\/\//i.test(word))
  if (address !== undefined)
    throw new ConfigurationError(
      'an address is no requirement: give it with --base-url, or in CONFORMANCE_BASE_URL',
    )
  if (values.lastFailed === true)
    throw new ConfigurationError('--last-failed repeats what failed: it takes no ids')
  const only = [...(values.only ?? []), ...operands.flatMap((word) => words(word))]
  return {
    ...invocation,
    values: { ...values, only },
    origin: (name) => (name === 'only' ? 'run' : origin(name)),
  }
}

/** One run. Once the folder is known, every ending of the run writes a record. */
async function verifyOnce(invocation: RunInvocation, what: What): Promise<WatchedRun> {
  const { host, interruption, values } = invocation
  const output = resolveOutput(values, host)
  const { reports } = output
  const isUpdate = values.updateKnownFailures === true
  if (isUpdate) await prepareKnownFailures(values.knownFailures, values.profile ?? 'standard')
  const options = await optionsFor(invocation, what, reports)
  if (isUpdate) refuseOtherInputs(options)
  const taken = measure()
  await prepareFolder(reports)
  // A run that is killed must leave no earlier report of success to its readers.
  await Promise.all(
    OF_EVERY_RUN.map((file) => rm(join(reports, file), { force: true }).catch(() => undefined)),
  )
  await markPage(reports, taken().startedAt)
  try {
    // A signal does not cut off the verdict while it is printed.
    return await interruption.guard(async (signal) => {
      if (!output.quiet) host.stderr.write(announcement(options))
      const outcome = await verified(invocation, options, output, signal)
      const exitCode = await publish(outcome, output, host)
      const { knownFailures, knownFailuresFile: file } = options
      if (isUpdate && knownFailures !== undefined && file !== undefined)
        host.stdout.write(await updateKnownFailures(file, knownFailures, outcome.record))
      return { exitCode, wasInterrupted: signal.aborted }
    })
  } catch (error) {
    const wasInterrupted = interruption.isOwn(error)
    await leaveRecord({ error, wasInterrupted, span: taken(), options }, output, host)
    invocation.recorded()
    throw error
  } finally {
    await unmarkPage(reports)
  }
}

async function hasFailed(reports: string): Promise<boolean> {
  const record = await recordIn(reports)
  return record !== undefined && failedIn(record).length > 0
}

/** The options of a run. Failed requirements get the same inputs with which they failed. */
async function optionsFor(invocation: RunInvocation, what: What, reports: string): Promise<RunOptions> {
  const { host } = invocation
  const earlier = what === 'failed' ? await readableRecord(reports) : await recordIn(reports)
  const { profile, seed, fuzzRuns, ...selection }: Partial<RunOptions> =
    what === 'failed' ? failedBefore(earlier, reports) : {}
  const reading = { ...invocation, values: withInputs(invocation, { profile, seed, fuzzRuns }) }
  const program = programOf(host.folder, host.environment)
  return {
    ...(await resolveRun(reading, host.environment, { isDemonstration: invocation.isBare, program })),
    bail: invocation.values.bail,
    // With --watch, everything is run once nothing fails any more.
    lastFailed: undefined,
    ...selection,
    earlier,
  }
}

const INPUTS = ['profile', 'seed', 'fuzzRuns'] as const

/** The values of a call with the inputs of an earlier run, but for those that the command line names. */
function withInputs(
  { values, origin }: RunInvocation,
  earlier: Pick<Partial<RunOptions>, (typeof INPUTS)[number]>,
): Values {
  const isNamed = (name: (typeof INPUTS)[number]): boolean =>
    values[name] !== undefined && origin(name).startsWith('--')
  const repeated = INPUTS.filter((name) => earlier[name] !== undefined && !isNamed(name))
  return { ...values, ...Object.fromEntries(repeated.map((name) => [name, earlier[name]])) }
}

async function verified(
  { host, runConformance }: CommandContext,
  options: RunOptions,
  output: OutputSettings,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { isTTY: interactive, columns: width, write } = host.stderr
  const progress = output.quiet ? undefined : createProgress({ interactive, width, write, now: host.now })
  const onWait = (ms: number): void => {
    const minutes = count(Math.ceil(ms / 60_000), 'minute')
    host.stderr.write(`the allowance of the key is spent: waiting ${minutes} for its window to open\n`)
  }
  const events = {
    onProgress: progress?.update,
    onWait: output.quiet ? undefined : onWait,
  }
  try {
    return await runConformance(options, events, signal)
  } finally {
    progress?.end()
  }
}

function announcement({ baseUrl, profile, seed }: RunOptions): string {
  return `Verifying ${baseUrl ?? 'the embedded reference service, in process'}, profile ${profile}, seed ${seed}\n`
}

/**
 * Prints the verdict, then writes the reports: a full disk loses no verdict. Resolves with the exit code of the record, or
 * with 2 instead of 0 if a report could not be written.
 */
async function publish(
  { record, exchanges, scrub }: RunOutcome,
  { reports, color: colour, quiet, verbose, annotations }: OutputSettings,
  host: Host,
): Promise<number> {
  const typed = asTyped(reports, host)
  const folder = typed === 'reports' ? undefined : typed
  const view = viewOf(record, folder)
  host.stdout.write(renderConsole(view, { colour, quiet, verbose, width: widthOf(host) }))
  if (annotations) host.stdout.write(renderAnnotations(view))
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

function asTyped(path: string, { folder }: Pick<Host, 'folder'>): string {
  const short = relative(folder, path)
  return short === '' || short.startsWith('..') ? path : short
}
