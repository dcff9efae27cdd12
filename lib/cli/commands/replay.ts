import { resolve } from 'node:path'
import { type Invocation, outputSettings, readFlags, readInvocation, runSettings } from '../command.ts'

/** Shows and judges the capsule of a failure again; with `--target`, after sending its requests again. */
export async function replay(invocation: Invocation): Promise<number> {
  const { host, dependencies, interruption, operands } = invocation
  const sends = readFlags(invocation).values.target === true
  const reading = sends ? await readInvocation(invocation) : readFlags(invocation)
  const target = sends ? await runSettings(reading, invocation) : undefined
  const { verbose, color } = outputSettings(reading, invocation)
  const capsule = resolve(host.folder, operands[0] ?? '')
  const { text, exitCode } = await interruption.guard(
    (signal) => dependencies.replay(capsule, { target, verbose, color }, signal),
    'interrupted',
  )
  host.stdout.write(text)
  return exitCode
}
