import { resolve } from 'node:path'
import type { Environment } from './environment.ts'
import type { OUTPUT } from './options.ts'
import type { ValuesOf } from './setting.ts'

type Given = ValuesOf<typeof OUTPUT>

/** The style of the output, and the reports folder: an absolute path. */
export interface OutputSettings extends Required<Given> {
  /** Whether violations are printed as annotations of GitHub Actions. */
  readonly annotations: boolean
}

interface OutputSurroundings {
  readonly folder: string
  readonly environment: Environment
  readonly stdout: { readonly isTTY: boolean }
}

/** The output settings with their defaults. */
export function resolveOutput(
  { quiet = false, ...given }: Given,
  { folder, environment, stdout }: OutputSurroundings,
): OutputSettings {
  return {
    reports: given.reports ?? resolve(folder, 'reports'),
    quiet,
    verbose: given.verbose === true && !quiet,
    color: given.color ?? isColourful(environment, stdout.isTTY),
    annotations: isInActions(environment),
  }
}

/** Whether a job of GitHub Actions runs the program. */
export function isInActions(environment: Environment): boolean {
  return environment['GITHUB_ACTIONS'] === 'true'
}

/** By convention any value of `NO_COLOR` switches colours off, and any of `FORCE_COLOR` but `0` and `false` on. */
function isColourful({ NO_COLOR = '', FORCE_COLOR = '' }: Environment, isTerminal: boolean): boolean {
  return NO_COLOR === '' && (isTerminal || !['', '0', 'false'].includes(FORCE_COLOR))
}
