import type { Environment } from './settings/environment.ts'

/** A text stream to a terminal or a file. Writing never throws, even if the reader has closed it. */
export interface Sink {
  readonly write: (text: string) => void
  /** Whether it is a terminal. */
  readonly isTTY: boolean
  /** Width of the terminal, if there is one. */
  readonly columns?: number
}

/** Signals and unhandled faults of the process. */
export type ProcessEvent =
  | 'SIGINT'
  | 'SIGTERM'
  | 'SIGHUP'
  | 'SIGQUIT'
  | 'uncaughtException'
  | 'unhandledRejection'

/** The part of `process` that emits these events. */
export interface ProcessEvents {
  on(event: ProcessEvent, listener: (cause: unknown) => void): unknown
  off(event: ProcessEvent, listener: (cause: unknown) => void): unknown
}

/** Everything that the program uses of its process; tests replace it. */
export interface Host {
  /** Absolute path of the working folder. */
  readonly folder: string
  readonly environment: Environment
  readonly stdout: Sink
  readonly stderr: Sink
  readonly events: ProcessEvents
  /** Whether there was a signal before anything listened to `events`. Asked once, by whoever listens from then on. */
  readonly wasInterrupted?: () => boolean
  /** Lines from the keyboard; absent without a terminal. `undefined` is the end of input. */
  readonly keyboard?: { readonly listen: (heard: (line: string | undefined) => void) => () => void }
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
  /** Ends the process at once. */
  readonly exit: (code: number) => void
}
