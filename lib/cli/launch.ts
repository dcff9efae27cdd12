import { createInterface } from 'node:readline'
import { packageVersion } from '../util/package.ts'
import type { Scope } from '../run/scope.ts'
import type { Dependencies } from './command.ts'
import { runProgram } from './program.ts'
import type { Host, Sink } from './host.ts'

/** Loaded on demand: a cold start is part of every run. */
async function scope(suite?: string): Promise<Scope> {
  return (await import('../run/scope.ts')).scopeOf({ suite })
}

/** The dependencies of the commands, loaded on demand. */
export const DEPENDENCIES: Dependencies = {
  version: packageVersion(),
  scope,
  operations: async (suite) =>
    new Map((await scope(suite)).catalogue.rows.map(({ id, endpoint }) => [id, endpoint])),
  engine: async () => {
    const { listCatalogue, runConformance } = await import('../run/index.ts')
    return {
      runConformance,
      planRun: async (...call) => (await import('../run/plan.ts')).planRun(...call),
      listCatalogue: async (suite) => listCatalogue(await scope(suite)),
      startSandbox: async (options) => (await import('../traffic/sandbox.ts')).startJudgedSandbox(options),
    }
  },
  reports: async () => ({
    ...(await import('../report/progress.ts')),
    ...(await import('../report/console/render.ts')),
    ...(await import('../report/annotations.ts')),
    ...(await import('../report/events.ts')),
    writeReports: async (...call) => (await import('../run/write-run.ts')).writeRun(...call),
  }),
  prove: async (...call) => (await import('../prove/command.ts')).prove(await scope(), ...call),
}

/**
 * Runs the command line of this process and resolves with the exit code.
 * @param wasInterrupted - whether a signal arrived while the program was loaded; asked once, when it listens itself
 */
export function launch(wasInterrupted: () => boolean): Promise<number> {
  return runProgram(process.argv.slice(2), { ...nodeHost(), wasInterrupted }, DEPENDENCIES)
}

/** The host of a real run: this process. */
export function nodeHost(): Host {
  return {
    folder: process.cwd(),
    environment: process.env,
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    events: process,
    ...(process.stdin.isTTY ? { keyboard: { listen } } : {}),
    now: () => performance.now(),
    exit: (code) => process.exit(code),
  }
}

/** Reads whole lines, so that Ctrl-C remains a signal. */
function listen(heard: (line: string | undefined) => void): () => void {
  const reader = createInterface({ input: process.stdin })
  reader.on('line', heard)
  reader.on('close', () => heard(undefined))
  return () => reader.close()
}

/** Resolves when everything written so far has been handed to the system, or has failed. */
export async function flushed(): Promise<void> {
  await Promise.all([process.stdout, process.stderr].map(drained))
}

/** The part of a stream that a sink needs. */
export interface OutputStream {
  write(text: string): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/**
 * A sink that writes to a stream until the reader closes it.
 *
 * `head` closes a pipe while it is written to. The run still ends in order, so that changes are restored and reports
 * are written; only the text is lost.
 */
export function sinkOf(stream: OutputStream): Sink {
  let closed = false
  stream.on('error', () => {
    closed = true
  })
  return {
    write: (text) => {
      if (!closed) stream.write(text)
    },
    isTTY: stream.isTTY === true,
    columns: stream.columns,
  }
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => {
    stream.write('', () => done())
  })
}
