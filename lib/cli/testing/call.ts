import type { Command } from 'commander'
import { createScrubber } from '../../engine/http/scrub.ts'
import type { RunRecord } from '../../app/report/record.ts'
import { cleanRun } from '../../app/report/testing/sample-records.ts'
import type { RunOptions } from '../../app/run/options.ts'
import type { RunConformance } from '../command.ts'
import type { Interruption } from '../interruption.ts'
import { createProgram, runProgram } from '../program.ts'
import { fakeHost, type FakeHost } from './fake-host.ts'

/** Stands for the engine: returns a record, and remembers the options of each run. */
export interface FakeEngine {
  readonly runConformance: RunConformance
  readonly asked: RunOptions[]
}

/** @param made - the record of each run, or an error instead; by default a run without a violation */
export function fakeEngine(made: () => RunRecord | Error = cleanRun): FakeEngine {
  const asked: RunOptions[] = []
  return {
    asked,
    runConformance: (options) => {
      asked.push(options)
      const record = made()
      if (record instanceof Error) return Promise.reject(record)
      return Promise.resolve({ record, exchanges: [], scrub: createScrubber([]) })
    },
  }
}

/** The circumstances of a call, in addition to the command line. */
export interface Circumstances {
  readonly environment?: Readonly<Record<string, string>>
  /** The files of its folder. */
  readonly files?: Readonly<Record<string, string>>
  readonly engine?: FakeEngine
}

export interface Called {
  readonly code: number
  readonly out: string
  /** Standard error, with FOLDER in place of the folder. */
  readonly err: string
  readonly folder: string
  readonly host: FakeHost
  /** The options of the runs that were started. */
  readonly asked: readonly RunOptions[]
}

/** Calls the program in a folder of its own, with an engine that by default finds nothing wrong. */
export async function call(
  argv: readonly string[],
  { environment, files, engine = fakeEngine() }: Circumstances = {},
): Promise<Called> {
  const host = await fakeHost(environment, files)
  const code = await runProgram(argv, host, { runConformance: engine.runConformance })
  const err = host.err().replaceAll(host.folder, 'FOLDER')
  return { code, out: host.out(), err, folder: host.folder, host, asked: engine.asked }
}

/** The program with all commands, which do nothing: for tests of help and options. */
export async function idleProgram(): Promise<Command> {
  const program = await createProgram({
    host: { stdout: { write: () => undefined, isTTY: false } } as unknown as FakeHost,
    runConformance: () => Promise.reject(new Error('nothing is verified')),
    interruption: { begin: () => undefined } as unknown as Interruption,
    isBare: false,
    ended: () => undefined,
    recorded: () => undefined,
  })
  for (const command of program.commands) command.action(() => undefined)
  return program
}
