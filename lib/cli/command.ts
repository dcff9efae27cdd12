import type { Command } from 'commander'
import { resolve } from 'node:path'
import type { Host } from './host.ts'
import type { Interruption } from './interruption.ts'
import { addHelp } from './help.ts'
import type { SOURCES } from './settings/options.ts'
import type { Settings, ValuesOf } from './settings/setting.ts'
import { type Reading, renderSettings, settle, UnusableSettings } from './settings/settle.ts'
import type { runConformance } from '../run/index.ts'

/** What all commands share. */
export interface Context {
  readonly host: Host
  readonly interruption: Interruption
  /** Verifies a target; tests put something else in its place. */
  readonly runConformance: RunConformance
  /** Called with the exit code of the command that ran. */
  readonly ended: (exitCode: number) => void
}

/** Verifies a target from beginning to end. Rejects with a ConfigurationError if nothing can be judged. */
export type RunConformance = typeof runConformance

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

/** The file of an own suite, absolute; undefined if none is given. */
export function ownSuite(suite: string | undefined, { folder }: Host): string | undefined {
  return suite === undefined ? undefined : resolve(folder, suite)
}
