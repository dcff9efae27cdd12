import { resolve } from 'node:path'
import { ConfigurationError } from '../../util/errors.ts'
import type { Environment } from './environment-file.ts'
import type { Reading } from './reading.ts'

/** How results are shown, and where they go. */
export interface OutputSettings {
  /** Absolute path. */
  readonly reports: string
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  readonly annotations: boolean
}

/** What the surroundings say about output. */
export interface OutputContext {
  readonly folder: string
  readonly environment: Environment
  /** Whether standard output is a terminal. */
  readonly terminal: boolean
}

/** Fills in defaults of the output options. Throws a {@link ConfigurationError} where two exclude each other. */
export function resolveOutput({ values, origin }: Reading, context: OutputContext): OutputSettings {
  const { quiet = false, verbose = false } = values
  if (quiet && verbose) {
    throw new ConfigurationError(`${origin('quiet')} and ${origin('verbose')} exclude each other`)
  }
  return {
    reports: resolve(context.folder, values.reports ?? 'reports'),
    quiet,
    verbose,
    color: values.noColor !== true && (context.terminal || forced(context.environment['FORCE_COLOR'])),
    annotations: values.annotations ?? context.environment['GITHUB_ACTIONS'] === 'true',
  }
}

/** By the convention of that variable, any value but `0` and `false` asks for colours where there is no terminal. */
function forced(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
