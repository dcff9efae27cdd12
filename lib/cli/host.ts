import type { Environment } from './config/reading.ts'

/** A stream of text to a person or a file. Writing never throws, also when nobody reads any more. */
export interface Sink {
  readonly write: (text: string) => void
  /** Whether a terminal shows it. */
  readonly isTTY: boolean
  /** Width of the terminal, where there is one. */
  readonly columns?: number
}

/** What may happen to the process from outside or from a fault in the program. */
export type ProcessEvent = 'SIGINT' | 'SIGTERM' | 'uncaughtException' | 'unhandledRejection'

/** The part of `process` that tells of such events. */
export interface ProcessEvents {
  on(event: ProcessEvent, listener: (cause: unknown) => void): unknown
  off(event: ProcessEvent, listener: (cause: unknown) => void): unknown
}

/** Everything that the program takes from the process it runs in; a test gives its own. */
export interface Host {
  /** The caller's folder, absolute. */
  readonly folder: string
  readonly environment: Environment
  readonly stdout: Sink
  readonly stderr: Sink
  readonly events: ProcessEvents
  /** Lines that a person types; absent where there is no terminal. `undefined`: nothing more comes. */
  readonly keyboard?: { readonly listen: (heard: (line: string | undefined) => void) => () => void }
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Ends the process at once. */
  readonly exit: (code: number) => void
}
