#!/usr/bin/env node
import { writeSync } from 'node:fs'
import { flushed, nodeHost } from './host.ts'
import { Interruption, SIGNALS } from './interruption.ts'
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
  const host = nodeHost()
  const argv = process.argv.slice(2)
  // A signal acts from here on: the run that is being loaded gets it, and ends with a record.
  const interruption = new Interruption(host, async (fault) => {
    const { reportFault } = await import('./faults.ts')
    await reportFault(fault, host, argv)
  })
  const { runProgram } = await import('./program.ts')
  const exitCode = await runProgram(argv, host, { interruption })
  ended = true
  process.exitCode = exitCode
  // A reader that takes nothing more cannot keep the process: a signal ends it, with the code of the run.
  for (const signal of SIGNALS) process.once(signal, () => end(exitCode))
  await flushed()
  end(exitCode)
} catch (error) {
  const known = systemFault(error)
  const [first] = String(error instanceof Error ? error.message : error).split('\n')
  report(known === undefined ? `internal error: ${first}` : `error: ${known}`)
  end(2)
}
