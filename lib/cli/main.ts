#!/usr/bin/env node
import { writeSync } from 'node:fs'
import { systemFault, unfitNode } from './system-fault.ts'

// Everything else is imported below, so that an error while loading also ends with one line.

let ended = false

/**
 * Exit code 1 means that the target violates a requirement. A process that ends without a verdict must not return it.
 */
process.once('exit', (code) => {
  if (ended || code === 2) return
  process.exitCode = 2
  report(
    'error: the process ended before there was a verdict: some code called process.exit, or waits for something that never happens',
  )
})

function report(line: string): void {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Standard error is closed; the exit code remains.
  }
}

/** A signal acts from the first line on: the run that is being loaded gets it, and ends with a record. */
let stage: 'loading' | 'running' | 'ended' = 'loading'
let interruptedAt: number | undefined

/** One key press may arrive twice: from the terminal and through npm. */
const SAME_PRESS_MS = 300

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, onSignal)

function onSignal(): void {
  const now = performance.now()
  switch (stage) {
    case 'loading':
      if (interruptedAt !== undefined && now - interruptedAt > SAME_PRESS_MS) end(2)
      interruptedAt ??= now
      return
    case 'running':
      return
    case 'ended':
      process.exit()
  }
}

function takeOver(): boolean {
  stage = 'running'
  return interruptedAt !== undefined
}

function end(exitCode: number): never {
  ended = true
  process.exit(exitCode)
}

const tooOld = unfitNode(process.versions.node)
if (tooOld !== undefined) {
  report(`error: ${tooOld}`)
  end(2)
}

try {
  const { flushed, launch } = await import('./launch.ts')
  process.exitCode = await launch(takeOver)
  ended = true
  // A reader that takes nothing more cannot keep the process: a signal ends it, with the code of the run.
  stage = 'ended'
  await flushed()
  end(process.exitCode)
} catch (error) {
  const known = systemFault(error)
  const [first] = String(error instanceof Error ? error.message : error).split('\n')
  report(known === undefined ? `internal error: ${first}` : `error: ${known}`)
  end(2)
}
