import { readEnvironmentFile } from './config/environment-file.ts'
import { resolveOutput } from './config/output.ts'
import type { OutputSettings } from './config/output.ts'
import { readOptions } from './config/reading.ts'
import type { Reading } from './config/reading.ts'
import { resolveRun } from './config/resolve.ts'
import type { RunSettings } from './config/resolve.ts'
import type { Invocation } from './command.ts'

/** The options of a command out of flags, environment and `.env`. Prints warnings to standard error. */
export async function readInvocation({ command, flags, host }: Invocation): Promise<Reading> {
  const file = await readEnvironmentFile(host.folder)
  const reading = readOptions(command, { flags, environment: host.environment, file })
  for (const warning of reading.warnings) host.stderr.write(`warning: ${warning}\n`)
  return reading
}

/** The options of a command out of its flags alone: nothing in the environment speaks of it. */
export function readFlags({ command, flags }: Invocation): Reading {
  return readOptions(command, { flags, environment: {}, file: {} })
}

/** Run options of a reading, checked against the catalogue. */
export function runSettings(reading: Reading, { host, dependencies }: Invocation): Promise<RunSettings> {
  return resolveRun(reading, {
    folder: host.folder,
    requirementIds: dependencies.requirementIds,
    environment: host.environment,
  })
}

/** Output options of a reading. */
export function outputSettings(reading: Reading, { host }: Invocation): OutputSettings {
  return resolveOutput(reading, {
    folder: host.folder,
    environment: host.environment,
    terminal: host.stdout.isTTY,
  })
}
