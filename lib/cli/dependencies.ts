import type { prove } from '../prove/command.ts'
import type { ConsoleOptions } from '../report/console.ts'
import type { Progress, ProgressOptions } from '../report/progress.ts'
import type { RunRecord } from '../report/record.ts'
import type { writeReports } from '../report/write.ts'
import type { Engine } from '../run/index.ts'
import type { Setup } from '../run/setup.ts'
import type { judgeFile, replayFile } from './files.ts'

/** The renderers that commands use. */
export interface Reports {
  readonly createProgress: (options: ProgressOptions) => Progress
  readonly renderConsole: (record: RunRecord, options: ConsoleOptions) => string
  readonly renderAnnotations: (record: RunRecord) => string
  readonly writeReports: typeof writeReports
}

/** What the program is composed of. Each is loaded only when a command needs it: a cold start is part of every run. */
export interface Dependencies {
  readonly version: string
  /** The API, its cases and its reference service. */
  readonly setup: () => Promise<Setup>
  readonly requirementIds: (suite?: string) => Promise<ReadonlySet<string>>
  readonly engine: () => Promise<Engine>
  readonly reports: () => Promise<Reports>
  readonly prove: PutTogether<typeof prove>
  readonly replay: PutTogether<typeof replayFile>
  readonly judge: PutTogether<typeof judgeFile>
}

/** A function of the engine that has its setup already. */
type PutTogether<F> = F extends (setup: Setup, ...rest: infer R) => infer T ? (...rest: R) => T : never
