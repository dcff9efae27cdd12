import { resolve } from 'node:path'
import type { CommandName } from './config/option.ts'
import { type Flags, readEnvironmentFile, type Reading, readOptions } from './config/reading.ts'
import type { Host } from './host.ts'
import type { Interruption } from './interruption.ts'
import type { prove } from '../prove/command.ts'
import type { ConsoleOptions } from '../report/console/render.ts'
import type { Progress, ProgressOptions } from '../report/progress.ts'
import type { RunRecord } from '../report/record.ts'
import type { writeReports } from '../report/write.ts'
import type { Engine } from '../run/index.ts'
import type { Setup } from '../run/setup.ts'
import type { judgeFile } from './files.ts'
import { type OutputSettings, resolveOutput, resolveRun, type RunSettings } from './config/resolve.ts'

/** The input of a command: the command line as text, its host, and the functions that it may call. */
export interface Invocation {
  readonly command: CommandName
  readonly flags: Flags
  readonly operands: readonly string[]
  readonly host: Host
  readonly dependencies: Dependencies
  readonly interruption: Interruption
}

/** Runs a command and resolves with the exit code. */
export type Action = (invocation: Invocation) => Promise<number>

/** A command as the program registers it. Its action is loaded on demand. */
export interface CommandEntry {
  readonly name: CommandName
  readonly summary: string
  /** In commander's notation: `<OLD> <NEW>`; absent: none. */
  readonly operands?: string
  readonly examples: readonly string[]
  /** Whether it guards its work, so that even a signal while it is loaded leaves a record. */
  readonly guards?: true
  readonly load: () => Promise<Action>
}

/** The renderers that commands use. */
export interface Reports {
  readonly createProgress: (options: ProgressOptions) => Progress
  readonly renderConsole: (record: RunRecord, options: ConsoleOptions) => string
  readonly renderAnnotations: (record: RunRecord) => string
  readonly writeReports: typeof writeReports
}

/** The parts of the program, loaded on demand: a cold start is part of every run. */
export interface Dependencies {
  readonly version: string
  /** The API, its cases and its reference service; with the cases and requirements of an own suite. */
  readonly setup: (suite?: string) => Promise<Setup>
  readonly requirementIds: (suite?: string) => Promise<ReadonlySet<string>>
  readonly engine: () => Promise<Engine>
  readonly reports: () => Promise<Reports>
  readonly prove: PutTogether<typeof prove>
  readonly judge: PutTogether<typeof judgeFile>
}

/** A function of the engine with the setup already applied. */
type PutTogether<F> = F extends (setup: Setup, ...rest: infer R) => infer T ? (...rest: R) => T : never

/** The options of a command from flags, environment and `.env`. Prints warnings to standard error. */
export async function readInvocation({ command, flags, host }: Invocation): Promise<Reading> {
  const file = await readEnvironmentFile(host.folder)
  const reading = readOptions(command, { flags, environment: host.environment, file })
  for (const warning of reading.warnings) host.stderr.write(`warning: ${warning}\n`)
  return reading
}

/** The options of a command from its flags alone, for commands without environment variables. */
export function readFlags({ command, flags }: Invocation): Reading {
  return readOptions(command, { flags, environment: {}, file: {} })
}

/** The file of an own suite, absolute; undefined if none is given. */
export function ownSuite({ values: { suite } }: Reading, { folder }: Host): string | undefined {
  return suite === undefined ? undefined : resolve(folder, suite)
}

/** The run options, checked against the catalogue. */
export function runSettings(reading: Reading, { host, dependencies }: Invocation): Promise<RunSettings> {
  return resolveRun(reading, {
    folder: host.folder,
    requirementIds: dependencies.requirementIds,
    environment: host.environment,
  })
}

/** The output options. */
export function outputSettings(reading: Reading, { host }: Invocation): OutputSettings {
  return resolveOutput(reading, {
    folder: host.folder,
    environment: host.environment,
    terminal: host.stdout.isTTY,
  })
}
