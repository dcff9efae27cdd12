import type { RunSettings } from './config/resolve.ts'
import type { ConsoleOptions } from '../report/console.ts'
import type { Progress, ProgressOptions } from '../report/progress.ts'
import type { RunRecord } from '../report/record.ts'
import type { writeReports } from '../report/write.ts'
import type { Setup } from '../run/setup.ts'
import type { Engine, RunOutcome } from './engine.ts'

/** The renderers that commands use. */
export interface Reports {
  readonly createProgress: (options: ProgressOptions) => Progress
  readonly renderConsole: (record: RunRecord, options: ConsoleOptions) => string
  readonly renderAnnotations: (record: RunRecord) => string
  readonly writeReports: typeof writeReports
}

/** A running reference service. */
export interface Sandbox {
  readonly baseUrl: string
  readonly keys: readonly { readonly key: string; readonly meaning: string }[]
  readonly close: () => Promise<void>
}

export interface SandboxOptions {
  /** 0: any free port. */
  readonly port: number
  readonly mutant?: string
  readonly variant?: string
}

/** The answer of a command whose whole result is text. */
export interface TextResult {
  readonly text: string
  readonly exitCode: 0 | 1 | 2 | 3
}

/** How a command that prints text prints it. */
export interface TextStyle {
  readonly verbose: boolean
  readonly color: boolean
}

export interface ProveOptions extends TextStyle {
  readonly only?: readonly string[]
  readonly parts?: readonly number[]
  readonly seed?: number
  readonly fuzzRuns?: number
  readonly thorough: boolean
  readonly json: boolean
  /** Absolute path of the folder for the matrix. */
  readonly reports: string
  readonly onProgress: (done: number, total: number) => void
}

export interface JudgeOptions extends TextStyle {
  readonly baseUrl?: string
  readonly json: boolean
}

export interface ReplayOptions extends TextStyle {
  /** Present: the requests are sent again, to this target. */
  readonly target?: RunSettings
}

/**
 * What the program is composed of. Loaders load only when a command needs them: a cold start is part of every run.
 * A command whose function is absent does not exist.
 */
export interface Dependencies {
  readonly version: string
  /** The API, its cases and its reference service. */
  readonly setup: () => Promise<Setup>
  readonly requirementIds: () => Promise<ReadonlySet<string>>
  readonly engine: () => Promise<Engine>
  readonly reports: () => Promise<Reports>
  readonly startSandbox?: (options: SandboxOptions) => Promise<Sandbox>
  readonly prove?: (options: ProveOptions, signal: AbortSignal) => Promise<TextResult>
  /** `capsule` is the absolute path of a capsule file. */
  readonly replay?: (capsule: string, options: ReplayOptions, signal: AbortSignal) => Promise<TextResult>
  /** `file` is the absolute path of a HAR file. */
  readonly judge?: (file: string, options: JudgeOptions) => Promise<TextResult>
  /** Joins the records of shards into one. */
  readonly merge?: (records: readonly RunRecord[]) => Promise<RunOutcome>
}
