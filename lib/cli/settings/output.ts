import { resolve } from 'node:path'
import type { Environment } from './environment.ts'
import type { OUTPUT } from './options.ts'
import type { ValuesOf } from './setting.ts'

/** The style of the output, and the reports folder. */
export interface OutputSettings {
  /** Absolute path. */
  readonly reports: string
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  readonly annotations: boolean
  /** One line of JSON for each event, and no other output on standard output. */
  readonly json: boolean
}

/** What the defaults follow from. */
interface Surroundings {
  readonly folder: string
  readonly environment: Environment
  readonly stdout: { readonly isTTY: boolean }
}

/** The output settings with their defaults. */
export function resolveOutput(
  values: ValuesOf<typeof OUTPUT> & { readonly json?: boolean },
  { folder, environment, stdout }: Surroundings,
): OutputSettings {
  const { reports = resolve(folder, 'reports'), quiet = false, verbose = false, json = false } = values
  return {
    reports,
    quiet,
    verbose: verbose && !quiet,
    color: values.color ?? isColourful(environment, stdout.isTTY),
    annotations: !json && (values.annotations ?? environment['GITHUB_ACTIONS'] === 'true'),
    json,
  }
}

/** By convention any value of `NO_COLOR` switches colours off, and any of `FORCE_COLOR` but `0` and `false` on. */
function isColourful({ NO_COLOR = '', FORCE_COLOR = '' }: Environment, isTerminal: boolean): boolean {
  return NO_COLOR === '' && (isTerminal || !['', '0', 'false'].includes(FORCE_COLOR))
}
