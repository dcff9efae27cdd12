#!/usr/bin/env node
import { writeSync } from 'node:fs'

// Everything else is imported below, so that an error while loading also ends with one line.

let ended = false

/**
 * Exit code 1 means that the target violates a requirement. A process that ends without a verdict must not return it.
 */
process.once('exit', (code) => {
  if (ended || code === 2) return
  process.exitCode = 2
  report(
    'the process ended before there was a verdict: some code called process.exit, or waits for something that never happens',
  )
})

function report(problem: string): void {
  try {
    writeSync(2, `error: ${problem}\n`)
  } catch {
    // Standard error is closed; the exit code remains.
  }
}

try {
  const { flushed, nodeHost } = await import('./host.ts')
  const { runProgram } = await import('./program.ts')
  const exitCode = await runProgram(process.argv.slice(2), nodeHost())
  ended = true
  await flushed()
  process.exit(exitCode)
} catch (error) {
  const [first = ''] = String(error instanceof Error ? error.message : error).split('\n')
  report(first)
  process.exit(2)
}
