import { once } from '../engine/util/memo.ts'
import { type Environment, readEnvironmentFile } from './settings/environment.ts'

/** A text stream to a terminal or a file. Writing never throws, even if the reader has closed it. */
export interface Sink {
  readonly write: (text: string) => void
  /** Whether the stream is a terminal. */
  readonly isTTY: boolean
  /** Width of the terminal, if there is one. */
  readonly columns?: number
}

/** Signals and unhandled faults of the process. */
export type ProcessEvent = NodeJS.Signals | 'uncaughtException' | 'unhandledRejection'

interface ProcessEvents {
  on(event: ProcessEvent, listener: (cause: unknown) => void): unknown
  off(event: ProcessEvent, listener: (cause: unknown) => void): unknown
}

/** Everything that the program uses of its process; tests replace it. */
export interface Host {
  /** Absolute path of the working folder. */
  readonly folder: string
  readonly environment: Environment
  /** The values of `.env`. Throws a one-line ConfigurationError if it cannot be read. */
  readonly dotenv: () => Promise<Environment>
  readonly stdout: Sink
  readonly stderr: Sink
  readonly events: ProcessEvents
  /** Single keys, in small letters; absent without a terminal. `undefined` is the end of input. */
  readonly keyboard?: { readonly listen: (heard: (key: string | undefined) => void) => () => void }
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
  /** Ends the process at once. */
  readonly exit: (code: number) => void
}

const DEFAULT_WIDTH = 100

/** Columns of the terminal. Some terminals, for instance in containers, report none. */
export function widthOf({ stdout }: Pick<Host, 'stdout'>): number {
  return stdout.columns || DEFAULT_WIDTH
}

/** The host of a real run: this process. */
export function nodeHost(): Host {
  const folder = process.cwd()
  return {
    folder,
    environment: process.env,
    // Read once: it may be a pipe that shows its content to one reader only.
    dotenv: once(() => readEnvironmentFile(folder)),
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr),
    events: process,
    keyboard: process.stdin.isTTY ? { listen } : undefined,
    now: () => performance.now(),
    exit: (code) => process.exit(code),
  }
}

/** Reads single keys. Ctrl-C is then such a key, and no signal. */
function listen(heard: (key: string | undefined) => void): () => void {
  const { stdin } = process
  const onKeys = (keys: Buffer): void => {
    for (const key of keys.toString().toLowerCase()) heard(key)
  }
  const onEnd = (): void => heard(undefined)
  stdin.setRawMode(true).resume()
  stdin.on('data', onKeys)
  stdin.once('end', onEnd)
  return () => {
    stdin.off('data', onKeys)
    stdin.off('end', onEnd)
    stdin.setRawMode(false).pause()
  }
}

/**
 * `head` closes a pipe while it is written to. The run still ends in order, so that changes are restored and reports
 * are written; only the text is lost.
 */
function sinkOf(stream: NodeJS.WriteStream): Sink {
  stream.on('error', () => undefined)
  return { write: (text) => void stream.write(text), isTTY: stream.isTTY, columns: stream.columns }
}

/** Resolves when everything written so far has been handed to the system, or has failed. */
export async function flushed(): Promise<void> {
  const drained = (stream: NodeJS.WriteStream): Promise<void> =>
    new Promise((done) => void stream.write('', () => done()))
  await Promise.all([drained(process.stdout), drained(process.stderr)])
}
