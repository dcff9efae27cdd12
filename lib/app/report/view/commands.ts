import { shellWord } from '../../../engine/http/curl.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import { present } from '../../../engine/util/collections.ts'

/** The command for the program by npx. */
export const PROGRAM = 'npx chat-agent-conformance'

/** The command for the program, as it was called for the run in the record. */
export function programIn({ settings }: Pick<RunRecord, 'settings'>): string {
  return settings.program ?? PROGRAM
}

/** The command that verifies one requirement again, on the same target with the same inputs. Keys come from the environment. */
export function replayCommand(record: RunRecord): string {
  return runCommand(
    record,
    '--only ID',
    `--seed ${record.seed}`,
    option('--fuzz-runs', record.settings.fuzzRuns),
  )
}

/**
 * The command that runs the failed requirements again.
 * @param folder - the folder of the reports, if it is not the default one
 */
export function lastFailedCommand(record: RunRecord, folder?: string): string {
  return runCommand(record, '--last-failed', option('--reports', folder))
}

/** The command that runs everything, after a run of a selection. */
export function wholeCommand(record: RunRecord, folder?: string): string {
  return runCommand(record, undefined, option('--reports', folder))
}

/** The command that updates the known-failures file. */
export function updateCommand(record: RunRecord, folder?: string): string {
  const { repeat, knownFailures } = record.settings
  const file = repeat === undefined ? option('--known-failures', knownFailures?.file) : undefined
  return runCommand(record, '--update-known-failures', file, option('--reports', folder))
}

function runCommand(record: RunRecord, what: string | undefined, ...more: (string | undefined)[]): string {
  const profile = record.profile === 'standard' ? undefined : record.profile
  return present(
    `${programIn(record)} run`,
    what,
    ...targetFlags(record),
    option('--profile', profile),
    ...more,
  ).join(' ')
}

/** The command that explains a requirement. */
export function explainCommand({ id }: Pick<RequirementResult, 'id'>, program: string): string {
  return `${program} explain ${id}`
}

/** The command that runs another one against the reference service, with a seeded fault if one is named. */
export function serveCommand(mutant: string | undefined, run: string, program: string): string {
  return present(`${program} serve`, option('--mutant', mutant), option('--for', run)).join(' ')
}

/**
 * The options by which a run reaches the same target in the same way. If another program started the run,
 * only those that name the target.
 */
function targetFlags({ target, settings }: RunRecord): string[] {
  if (settings.repeat !== undefined) return settings.repeat.map(shellWord)
  if (target.embedded) return []
  const { apexUrl, writes, insecure } = settings
  return present(
    option('--base-url', target.baseUrl),
    option('--apex-url', apexUrl),
    writes && '--writes',
    insecure && '--insecure',
  )
}

function option(flag: string, value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : `${flag} ${shellWord(String(value))}`
}
