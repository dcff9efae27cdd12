import { refuseUnknownIds } from '../../config/resolve.ts'
import type { Invocation } from '../command.ts'
import { outputSettings, readFlags } from '../settings.ts'

/** Runs the cases against every mutant and variant, and prints the kill matrix. */
export async function prove(invocation: Invocation): Promise<number> {
  const { host, dependencies, interruption } = invocation
  const reading = readFlags(invocation)
  await refuseUnknownIds(reading, dependencies.requirementIds)
  const { only, part: parts, seed, fuzzRuns, json = false } = reading.values
  const { verbose, color } = outputSettings(reading, invocation)
  const work = dependencies.prove
  if (work === undefined) throw new Error('prove is registered without its function')
  const options = { only, parts, seed, fuzzRuns, json, verbose, color }
  const { text, exitCode } = await interruption.guard((signal) => work(options, signal), 'interrupted')
  host.stdout.write(text)
  return exitCode
}
