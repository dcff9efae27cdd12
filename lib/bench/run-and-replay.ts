import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { completeSpending } from '../cli/config/defaults.ts'
import { SPENT_AT_ONCE } from '../harness/session.ts'
import { median, NotMeasured } from './figure.ts'
import { measured, type Taken } from './measured-process.ts'
import { recordedRequests } from './recorded-requests.ts'
import type { ReplayTask } from './replay-process.ts'
import type { Sent } from './send-raw.ts'
import { environmentFor, type ServiceSetting, startService } from './service.ts'

/** One standard run as a child process, with a raw replay of its requests. */
export interface RunAndReplay {
  readonly run: Taken
  /** From the preflight to the record. */
  readonly runMs: number
  readonly requests: { readonly total: number; readonly main: number }
  readonly replay: Taken
  readonly sent: Sent
}

/** Seed of every measured run: the same requests each time. */
const SEED = 20_261_120
/** That of a run of which nothing else is said. */
const CONCURRENCY = { usual: completeSpending({}).concurrency, spending: SPENT_AT_ONCE }
const DEADLINE_MS = 120_000

const COMMAND = fileURLToPath(new URL('../cli/main.js', import.meta.url))
const REPLAY = fileURLToPath(new URL('./replay-process.js', import.meta.url))

/** The part of run.json that is read here. */
interface RecordPart {
  readonly verdict: string
  readonly durationMs: number
  readonly target: { readonly baseUrl: string }
  readonly requests: { readonly total: number; readonly byKey: { readonly main?: number } }
}

/**
 * Measures a standard run, and then a raw replay of what it sent at the same concurrency.
 * @param service - the reference service to run against, fresh for each of the two, in a process of its own; absent: the embedded one
 */
export async function runAndReplay(folder: string, service?: ServiceSetting): Promise<RunAndReplay> {
  const reports = join(folder, 'reports')
  await mkdir(reports, { recursive: true })
  const run = await withService(service, (address) =>
    measured({
      file: COMMAND,
      args: ['run', '--seed', `${SEED}`, '--reports', reports],
      ...(address && { env: environmentFor(address) }),
      folder,
      deadlineMs: DEADLINE_MS,
    }),
  )
  if (run.exitCode === 2) throw new NotMeasured(`the run ended with 2: ${run.complaint}`)
  const record: RecordPart = JSON.parse(await readFile(join(reports, 'run.json'), 'utf8'))
  if (run.exitCode !== 0) throw new NotMeasured(`the run ended with ${run.exitCode} (${record.verdict})`)
  const requests = join(folder, 'requests.json')
  const har = await readFile(join(reports, 'traffic.har'), 'utf8')
  await writeFile(requests, JSON.stringify(recordedRequests(har, record.target.baseUrl)))
  const replay = await withService(service, (address) => {
    const task: ReplayTask = { requests, concurrency: CONCURRENCY, ...(address && { service: address }) }
    return measured({ file: REPLAY, args: [JSON.stringify(task)], folder, deadlineMs: DEADLINE_MS })
  })
  const sent: Sent = JSON.parse(replay.stdout)
  if (sent.failed > 0) throw new NotMeasured(`${sent.failed} requests of the raw replay had no answer`)
  await rm(reports, { recursive: true })
  return {
    run,
    runMs: record.durationMs,
    requests: { total: record.requests.total, main: record.requests.byKey.main ?? 0 },
    replay,
    sent,
  }
}

async function withService<T>(
  setting: ServiceSetting | undefined,
  use: (address?: Awaited<ReturnType<typeof startService>>) => Promise<T>,
): Promise<T> {
  if (setting === undefined) return use()
  const service = await startService(setting)
  try {
    return await use(service)
  } finally {
    await service.close()
  }
}

/** The medians of what took place between the first request and the last, and of the processor time, in words. */
export function particularsOf(all: readonly RunAndReplay[]): string {
  const of = (value: (one: RunAndReplay) => number): string => median(all.map(value)).toFixed(2)
  return [
    `${of((one) => one.requests.total).replace('.00', '')} requests in all`,
    `raw replay ${of((one) => one.replay.seconds)} s`,
    `without start and reports: run ${of((one) => one.runMs / 1000)} s, replay ${of((one) => one.sent.milliseconds / 1000)} s`,
    `processor: run ${of((one) => one.run.cpuSeconds)} s, replay ${of((one) => one.replay.cpuSeconds)} s`,
  ].join('; ')
}

/** How many times as long as the raw replay the run took, start and end of both included. */
export function ratioOf(all: readonly RunAndReplay[]): number {
  return median(all.map(({ run, replay }) => run.seconds / replay.seconds))
}
