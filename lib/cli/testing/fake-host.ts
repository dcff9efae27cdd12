import { EventEmitter } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Environment, readEnvironmentFile } from '../settings/environment.ts'
import type { Host } from '../host.ts'

/** A host that records how it was used. */
export interface FakeHost extends Host {
  readonly events: EventEmitter
  readonly out: () => string
  readonly err: () => string
  /** Exit codes with which the process would have been ended at once. */
  readonly exits: readonly number[]
  /** Presses a key, if the host has a keyboard and the program listens; `undefined` closes the keyboard. */
  readonly type: (key: string | undefined) => void
  /** Moves the clock. */
  readonly advance: (ms: number) => void
}

interface HostOptions {
  readonly hasKeyboard?: boolean
  /**
   * Registers a clean-up for the end of the test. Tests that run side by side pass their own function: Vitest
   * may take another test for the current one.
   */
  readonly atEnd?: (clean: () => Promise<void>) => void
}

/** A host with a folder of its own that holds these files; the folder is removed when the test ends. */
export async function fakeHost(
  environment: Environment = {},
  files: Readonly<Record<string, string>> = {},
  { hasKeyboard = false, atEnd = onTestFinished }: HostOptions = {},
): Promise<FakeHost> {
  // Before the first wait: while tests run side by side, Vitest knows the current test only until then.
  const made = mkdtemp(join(tmpdir(), 'conformance cli '))
  atEnd(async () => rm(await made, { recursive: true, force: true }))
  const folder = await made
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const stdout: string[] = []
  const stderr: string[] = []
  const exits: number[] = []
  let time = 0
  let hear: ((key: string | undefined) => void) | undefined
  const listen = (heard: (key: string | undefined) => void): (() => void) => {
    hear = heard
    return () => {
      hear = undefined
    }
  }
  return {
    folder,
    environment,
    dotenv: () => readEnvironmentFile(folder),
    stdout: { write: (text) => void stdout.push(text), isTTY: false },
    stderr: { write: (text) => void stderr.push(text), isTTY: false },
    events: new EventEmitter(),
    now: () => time,
    exit: (code) => void exits.push(code),
    out: () => stdout.join(''),
    err: () => stderr.join(''),
    exits,
    keyboard: hasKeyboard ? { listen } : undefined,
    type: (key) => hear?.(key),
    advance: (ms) => {
      time += ms
    },
  }
}
