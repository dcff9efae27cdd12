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

const tooOld = unfitNode(process.versions.node)
if (tooOld !== undefined) {
  ended = true
  report(`error: ${tooOld}`)
  process.exit(2)
}

try {
  const { launch } = await import('./launch.ts')
  const exitCode = await launch()
  ended = true
  process.exit(exitCode)
} catch (error) {
  ended = true
  const known = systemFault(error)
  const [first] = String(error instanceof Error ? error.message : error).split('\n')
  report(known === undefined ? `internal error: ${first}` : `error: ${known}`)
  process.exit(2)
}
