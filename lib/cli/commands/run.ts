import { basename, join } from 'node:path'
import type { OutputSettings, RunSettings } from '../config/resolve.ts'
import { type Reading, UnusableOptions } from '../config/reading.ts'
import { type Invocation, outputSettings, readInvocation, type Reports, runSettings } from '../command.ts'
import type { Progress, RunOutcome } from '../../run/index.ts'
import { proxiesOf, proxyFor } from '../../http/proxy.ts'
import { type RunRecord, type Unjudged, unjudgedRecord } from '../../report/record.ts'
import { FAILURES, withOutcome } from '../../report/outcome.ts'
import { count } from '../../util/text.ts'
import { ConfigurationError } from '../../util/errors.ts'
import { earlierRecord, openInBrowser, publish } from '../publish.ts'
import { scrubberOf, reportFault } from '../faults.ts'
import { readRecord } from '../records.ts'
import { systemFault } from '../system-fault.ts'
import { nextTurn, type Turn } from '../watch.ts'
import { clearReports, prepareFolder } from '../../report/folder.ts'

/** The problem in the reports while a run is under way: a run that is killed leaves these. */
const UNFINISHED = {
  problem: 'this run has not ended: it is under way, or it was killed before it could write its reports',
  problemKind: 'interrupted',
} as const

const INTERRUPTED = 'interrupted: restoring what was changed and writing the record; once more to end at once'

/** Verifies a target, prints the verdict and writes the reports. Resolves with the record's exit code. */
export async function run(invocation: Invocation): Promise<number> {
  const reading = await readOrLeaveRecord(invocation)
  const { lastFailed, watch } = reading.values
  const first = lastFailed === true ? 'failed' : 'all'
  return watch === true
    ? watched(invocation, reading, first)
    : (await verifyOnce(invocation, reading, first)).exitCode
}

const KEYS = 'Watching. Enter: what failed again, or all; a: all; q: end\n'

/**
 * Runs repeatedly until the operator ends it. An error before a verdict is printed and does not end the loop: the
 * target may be starting.
 */
async function watched(
  invocation: Invocation,
  reading: Reading,
  first: Exclude<Turn, 'end'>,
): Promise<number> {
  const { host, interruption } = invocation
  const { keyboard } = host
  if (keyboard === undefined)
    throw new ConfigurationError('--watch waits for a key, and there is no terminal: leave it out')
  const { baseUrl, verbose } = reading.values
  const { reports } = outputSettings(reading, invocation)
  // Behind a proxy, a connection to the host shows nothing.
  const isProxied = baseUrl !== undefined && proxyFor(baseUrl, proxiesOf(host.environment)) !== undefined
  let exitCode = 2
  let turn: Turn = first
  while (turn !== 'end') {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const ended = await verifyOnce(invocation, reading, turn)
      exitCode = ended.exitCode
      if (ended.wasInterrupted) return exitCode
    } catch (error) {
      if (interruption.isOwn(error)) throw error
      exitCode = 2
      // oxlint-disable-next-line no-await-in-loop -- as above
      await reportFault(error, host, verbose === true)
    }
    host.stderr.write(KEYS)
    // oxlint-disable-next-line no-await-in-loop -- as above
    turn = await interruption.guard((signal) => nextTurn(keyboard, isProxied ? undefined : baseUrl, signal))
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (turn === 'failed' && (await failedIn(reports)).length === 0) turn = 'all'
  }
  return exitCode
}

interface Ended {
  readonly exitCode: number
  readonly wasInterrupted: boolean
}

async function verifyOnce(
  invocation: Invocation,
  reading: Reading,
  what: Exclude<Turn, 'end'>,
): Promise<Ended> {
  const { host, dependencies, interruption } = invocation
  const output = outputSettings(reading, invocation)
  const { bail, open } = reading.values
  const before = what === 'failed' ? await failedBefore(output.reports) : {}
  const startedAt = new Date()
  let isPrepared = false
  let isMarked = false
  try {
    // From here on the reports of an earlier run are gone, so every end of this run writes a record. A signal while
    // the verdict is printed also waits for the reports.
    const ended = await interruption.guard(async (signal) => {
      const earlier = await earlierRecord(output.reports)
      await prepareFolder(output.reports)
      isPrepared = true
      await leaveRecord(UNFINISHED, startedAt, reading.values, { ...output, annotations: false }, invocation)
      isMarked = true
      signal.throwIfAborted()
      const reports = await dependencies.reports()
      const settings = { ...(await runSettings(reading, invocation)), ...before }
      signal.throwIfAborted()
      if (!output.quiet) host.stderr.write(announcement(settings))
      const outcome = await verified(invocation, settings, output, reports, { signal, bail })
      const exitCode = await publish(outcome, output, host, reports, earlier)
      return { exitCode, wasInterrupted: signal.aborted }
    }, INTERRUPTED)
    if (open === true) openInBrowser(join(output.reports, 'index.html'), host)
    return ended
  } catch (error) {
    if (isPrepared)
      await leaveRecord(causeOf(error, invocation), startedAt, reading.values, output, invocation, !isMarked)
    throw error
  }
}

/**
 * The options. If one is invalid, a record in the reports folder says so, unless the invalid one is the reports
 * folder.
 */
async function readOrLeaveRecord(invocation: Invocation): Promise<Reading> {
  try {
    return await readInvocation(invocation)
  } catch (error) {
    if (error instanceof UnusableOptions && !error.unread.has('reports')) {
      const { annotations, reports } = error.values
      const values = { annotations, reports }
      const output = outputSettings({ values, origin: (name) => name, warnings: [] }, invocation)
      await prepareFolder(output.reports)
      await leaveRecord(causeOf(error, invocation), new Date(), error.values, output, invocation)
    }
    throw error
  }
}

type Cause = Pick<Unjudged, 'problem' | 'problemKind'>

function causeOf(error: unknown, { interruption }: Invocation): Cause {
  const problem = systemFault(error) ?? (error instanceof Error ? error.message : String(error))
  if (error instanceof ConfigurationError) return { problem }
  return { problem, problemKind: interruption.isOwn(error) ? 'interrupted' : 'tool-fault' }
}

/**
 * Writes the reports of a run without a verdict.
 * @param clears - whether what cannot be replaced is removed: it may be of an earlier run
 */
async function leaveRecord(
  cause: Cause,
  startedAt: Date,
  values: Reading['values'],
  output: Pick<OutputSettings, 'reports' | 'annotations'>,
  { host, dependencies }: Invocation,
  clears = true,
): Promise<void> {
  const scrub = await scrubberOf(host)
  const record = unjudgedRecord({
    target: {
      baseUrl: values.baseUrl ?? (values.apiKey === undefined ? 'the embedded service' : 'unknown'),
      embedded: values.baseUrl === undefined && values.apiKey === undefined,
    },
    profile: values.profile ?? 'standard',
    seed: values.seed ?? 0,
    startedAt,
    finishedAt: new Date(),
    version: dependencies.version,
    ...cause,
  })
  const reports = await dependencies.reports()
  const { written } = await reports.writeReports(output.reports, scrub.deep(record), [], (text) =>
    scrub.text(text),
  )
  // The files of an earlier run are replaced one by one: a run that is killed here leaves complete files.
  if (clears) await clearReports(output.reports, new Set(written.map((file) => basename(file))))
  if (output.annotations) host.stdout.write(scrub.text(reports.renderAnnotations(record)))
}

/** A selection of the requirements that failed or were an error in the record of the folder. */
async function failedBefore(folder: string): Promise<Pick<RunSettings, 'only'>> {
  const record = await readRecord(folder, 'run.json')
  if (record.requirements.length === 0)
    throw new ConfigurationError('--last-failed has nothing to repeat: the last run judged nothing')
  const only = failedOf(record)
  if (only.length === 0)
    throw new ConfigurationError('--last-failed has nothing to repeat: nothing failed in the last run')
  return { only }
}

async function failedIn(folder: string): Promise<readonly string[]> {
  const record = await earlierRecord(folder)
  return record === undefined ? [] : failedOf(record)
}

function failedOf(record: RunRecord): readonly string[] {
  return withOutcome(record, ...FAILURES, 'error').map(({ id }) => id)
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
  const { baseUrl, profile, seed, knownFailures = [], knownFailuresFile, proxies = {} } = settings
  const excused =
    knownFailuresFile === undefined
      ? ''
      : `Known failures: ${knownFailuresFile}, ${count(knownFailures.length, 'entry', 'entries')}\n`
  const proxy = baseUrl === undefined ? undefined : proxyFor(baseUrl, proxies)
  const way = proxy === undefined ? '' : `Through the proxy ${proxy.origin} (${proxy.variable})\n`
  return `Verifying ${baseUrl ?? 'the embedded reference service'}, profile ${profile}, seed ${seed}\n${way}${excused}`
}

function minutes(ms: number): string {
  return ms < 90_000 ? count(Math.ceil(ms / 1000), 'second') : count(Math.ceil(ms / 60_000), 'minute')
}
