import { type Command, Option } from 'commander'
import type { Host } from './host.ts'
import type { Interruption } from './interruption.ts'
import { addHelp } from './help.ts'
import type { Settings, ValuesOf } from './settings/setting.ts'
import { checkVariables, type Reading, renderSettings, settle } from './settings/settle.ts'
import type { runConformance } from '../app/run/index.ts'

/** The parts of the program that all commands share. */
export interface CommandContext {
  readonly host: Host
  readonly interruption: Interruption
  /** Verifies a target; tests replace it. */
  readonly runConformance: RunConformance
  /** Whether the program was called without arguments: as a demonstration. */
  readonly isBare: boolean
  /** Called with the exit code of the command that ran. */
  readonly ended: (exitCode: number) => void
  /** Called if the reports already say why nothing was judged. */
  readonly recorded: () => void
}

/** Verifies a target from beginning to end. Rejects with a ConfigurationError if nothing can be judged. */
export type RunConformance = typeof runConformance

/** The values and the context of one call of a command. */
export interface Invocation<V = object> extends CommandContext, Reading<V> {
  readonly operands: readonly string[]
}

/** A command: its help and its action. */
export interface CommandDefinition<S extends Settings> {
  readonly name: string
  readonly summary: string
  /** In commander's notation: `<old> [new]`; absent: none. */
  readonly operands?: string
  readonly settings: S
  readonly examples: readonly string[]
  /** Further lines at the end of the help. */
  readonly notes?: string
  /** Resolves with the exit code. */
  readonly action: (invocation: Invocation<ValuesOf<S>>) => Promise<number>
}

/** Adds a command to a program. */
export type AddCommand = (program: Command, context: CommandContext) => void

/** A command for commander. */
export function command<S extends Settings>(definition: CommandDefinition<S>): AddCommand {
  return (program, context) => {
    const { name, operands = '', settings } = definition
    const made = program.command(`${name} ${operands}`.trim())
    made.summary(definition.summary).description(definition.summary)
    for (const setting of Object.values(settings)) {
      made.addOption(setting)
      if (setting.negated !== undefined) made.addOption(new Option(setting.negated).hideHelp())
    }
    addHelp(made, definition)
    made.action(async () => {
      await checkVariables(context.host)
      const reading = await settle(made, settings, context.host)
      if (made.opts<{ readonly printConfig?: boolean }>().printConfig === true)
        context.host.stdout.write(renderSettings(settings, reading))
      else context.ended(await definition.action({ ...context, ...reading, operands: made.args }))
    })
  }
}
