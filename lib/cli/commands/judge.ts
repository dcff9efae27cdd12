import { resolve } from 'node:path'
import { type Invocation, outputSettings, readInvocation } from '../command.ts'

/** Judges recorded traffic. Sends no request. */
export async function judge(invocation: Invocation): Promise<number> {
  const { host, dependencies, operands } = invocation
  const reading = await readInvocation(invocation)
  const { baseUrl, json = false } = reading.values
  const { verbose, color } = outputSettings(reading, invocation)
  const file = resolve(host.folder, operands[0] ?? '')
  const { text, exitCode } = await dependencies.judge(file, { baseUrl, json, verbose, color })
  host.stdout.write(text)
  return exitCode
}
