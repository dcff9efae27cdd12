import type { CommandName } from './config/option.ts'
import type { Flags } from './config/reading.ts'
import type { Dependencies } from './dependencies.ts'
import type { Host } from './host.ts'
import type { Interruption } from './interruption.ts'

/** What a command gets: the command line as text, its surroundings, and what it may call. */
export interface Invocation {
  readonly command: CommandName
  readonly flags: Flags
  readonly operands: readonly string[]
  readonly host: Host
  readonly dependencies: Dependencies
  readonly interruption: Interruption
}

/** Does the work of a command and resolves with the exit code. */
export type Action = (invocation: Invocation) => Promise<number>

/** A command as the program registers it; its action is loaded when it is called. */
export interface CommandEntry {
  readonly name: CommandName
  readonly summary: string
  /** As commander notates them: `<OLD> <NEW>`; absent: none. */
  readonly operands?: string
  readonly examples: readonly string[]
  readonly load: () => Promise<Action>
}
