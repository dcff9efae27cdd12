import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { Host } from './host.ts'
import type { Interruption } from './interruption.ts'
import { addHelp } from './help.ts'
import type { SOURCES } from './settings/options.ts'
import type { Operations } from './settings/run-options.ts'
import type { Settings, ValuesOf } from './settings/setting.ts'
import { type Reading, renderSettings, settle, UnusableSettings } from './settings/settle.ts'
import type { prove } from '../prove/command.ts'
import type { ConsoleOptions } from '../report/console/render.ts'
import type { Progress, ProgressOptions } from '../report/progress.ts'
import type { RunRecord } from '../report/record.ts'
import type { caseLine, startLine, verdictLine } from '../report/events.ts'
import type { writeReports } from '../report/write.ts'
import type { listCatalogue, runConformance } from '../run/index.ts'
import type { planRun } from '../run/plan.ts'
import type { startSandbox } from '../run/sandbox.ts'
import type { Scope } from '../run/scope.ts'

/** What all commands share. */
export interface Context {
  readonly host: Host
  readonly dependencies: Dependencies
  readonly interruption: Interruption
  /** Called with the exit code of the command that ran. */
  readonly ended: (exitCode: number) => void
}

/** What a command is called with. */
export interface Invocation<V = object> extends Context, Reading<V> {
  readonly operands: readonly string[]
}

/** A command: what its help shows, and what it does. */
export interface Definition<S extends Settings> {
  readonly name: string
  readonly summary: string
  /** In commander's notation: `<old> [new]`; absent: none. */
  readonly operands?: string
  readonly settings: S
  readonly examples: readonly string[]
  /** Further lines at the end of the help. */
  readonly notes?: string
  /** Whether it guards its work, so that even a signal before that leaves a record. */
  readonly guards?: true
  /** Resolves with the exit code. */
  readonly action: (invocation: Invocation<ValuesOf<S>>) => Promise<number>
  /** Called before the error of settings that cannot be used is reported. */
  readonly unusable?: (error: UnusableSettings, invocation: Context) => Promise<void>
}

/** Adds a command to a program. */
export type AddCommand = (program: Command, context: Context) => void

/** A command for commander. */
export function command<S extends Settings>(definition: Definition<S>): AddCommand {
  return (program, context) => {
    const { name, operands, settings } = definition
    const made = program.command(operands === undefined ? name : `${name} ${operands}`)
    made.summary(definition.summary).description(definition.summary)
    for (const setting of Object.values(settings)) setting.options().forEach((one) => made.addOption(one))
    addHelp(made, definition)
    made.action(async () => {
      context.interruption.begin(definition.guards === true)
      context.ended(await act(definition, made, context))
    })
  }
}

async function act<S extends Settings>(
  { settings, action, unusable }: Definition<S>,
  made: Command,
  context: Context,
): Promise<number> {
  try {
    const reading = await settle(made, settings, context.host)
    if (made.opts<ValuesOf<typeof SOURCES>>().printConfig === true) {
      context.host.stdout.write(renderSettings(settings, reading))
      return 0
    }
    return await action({ ...context, ...reading, operands: made.args })
  } catch (error) {
    if (error instanceof UnusableSettings) await unusable?.(error, context)
    throw error
  }
}

/** The renderers that commands use. */
export interface Reports {
  readonly createProgress: (options: ProgressOptions) => Progress
  readonly renderConsole: (record: RunRecord, options: ConsoleOptions) => string
  readonly renderAnnotations: (record: RunRecord) => string
  readonly startLine: typeof startLine
  readonly caseLine: typeof caseLine
  readonly verdictLine: typeof verdictLine
  readonly writeReports: typeof writeReports
}

/** What the commands need of the engine. Each function rejects only with a ConfigurationError. */
export interface Engine {
  readonly runConformance: typeof runConformance
  readonly planRun: typeof planRun
  readonly listCatalogue: (suite?: string) => Promise<ReturnType<typeof listCatalogue>>
  readonly startSandbox: typeof startSandbox
}

/** The parts of the program, loaded on demand: a cold start is part of every run. */
export interface Dependencies {
  readonly version: string
  /** The requirements and cases; with those of an own suite. */
  readonly scope: (suite?: string) => Promise<Scope>
  /** The operation of each requirement, own ones included. */
  readonly operations: (suite?: string) => Promise<Operations>
  readonly engine: () => Promise<Engine>
  readonly reports: () => Promise<Reports>
  readonly prove: PutTogether<typeof prove>
}

/** A function with the scope already applied. */
type PutTogether<F> = F extends (scope: Scope, ...rest: infer R) => infer T ? (...rest: R) => T : never

/** The file of an own suite, absolute; undefined if none is given. */
export function ownSuite(suite: string | undefined, { folder }: Host): string | undefined {
  return suite === undefined ? undefined : resolve(folder, suite)
}
