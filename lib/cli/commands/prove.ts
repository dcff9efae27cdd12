import { refuseUnknownIds } from '../config/resolve.ts'
import { type Invocation, outputSettings, readFlags, readInvocation } from '../command.ts'

/** Runs the cases against every mutant and variant, and prints the kill matrix. */
export async function prove(invocation: Invocation): Promise<number> {
  const { host, dependencies, interruption } = invocation
  const reading = readFlags(invocation)
  await refuseUnknownIds(reading, dependencies.requirementIds)
  const { only, part: parts, seed, fuzzRuns, thorough = false, pairs, json = false } = reading.values
  // Only flags select what is proven. The reports folder and the style may also come from the environment.
  const { reports, verbose, color } = outputSettings(await readInvocation(invocation), invocation)
  const { isTTY: interactive, columns: width, write } = host.stderr
  const { createProgress } = await dependencies.reports()
  const progress = createProgress({ interactive, width, write, now: host.now, noun: 'trials' })
  const onProgress = (done: number, total: number): void => progress.update({ done, total })
  const options = { only, parts, seed, fuzzRuns, thorough, pairs, json, verbose, color, reports, onProgress }
  try {
    const { text, exitCode } = await interruption.guard(
      (signal) => dependencies.prove(options, signal),
      'interrupted',
    )
    progress.end()
    host.stdout.write(text)
    return exitCode
  } finally {
    progress.end()
  }
}
