import { KEY_VARIABLES } from '../engine/http/keys.ts'
import type { Scrubber, Secret } from '../engine/http/scrub.ts'
import { ConfigurationError } from '../engine/util/errors.ts'
import { shownLine, visible } from '../engine/util/text.ts'
import type { Host } from './host.ts'
import { isInActions } from './settings/output.ts'

/**
 * Prints why a command failed, as one line on standard error: `error: …` if the operator can fix it,
 * `internal error: …` for a fault of the tool, with the stack under `--verbose`. Keys are scrubbed.
 * @param argv - the words of the command line
 * @param isAnnotated - whether to print an annotation for GitHub Actions; false if the reports of a started
 * run already hold the fault
 */
export async function reportFault(
  fault: unknown,
  host: Host,
  argv: readonly string[],
  isAnnotated = false,
): Promise<void> {
  const verbose = argv.includes('--verbose') || host.environment['CONFORMANCE_VERBOSE'] === '1'
  const scrubber = await scrubberOf(host)
  const line = scrubber.text(messageOf(fault))
  host.stderr.write(`${shownLine(line)}\n`)
  if (isAnnotated && isInActions(host.environment)) {
    const { errorAnnotation } = await import('../app/report/annotations.ts')
    // Standard output may hold JSON; GitHub reads both streams.
    host.stderr.write(`${errorAnnotation(line.replace(/^error: /, ''))}\n`)
  }
  if (verbose && fault instanceof Error && !(fault instanceof ConfigurationError)) {
    host.stderr.write(`${visible(scrubber.text(fault.stack ?? ''), { keepLines: true })}\n`)
  }
}

function messageOf(fault: unknown): string {
  if (!(fault instanceof Error)) return `internal error: ${String(fault)}`
  // An error of the system, such as a full disk or too many open files, explains itself.
  const isOperators = fault instanceof ConfigurationError || 'syscall' in fault
  return `${isOperators ? 'error' : 'internal error'}: ${fault.message || fault.name}`
}

/** A scrubber for the keys in the environment and in `.env`, which may occur in any message. */
export async function scrubberOf(host: Host): Promise<Scrubber> {
  const { createScrubber } = await import('../engine/http/scrub.ts')
  const file = await host.dotenv().catch((): Host['environment'] => ({}))
  const secrets = Object.values(KEY_VARIABLES).flatMap((name): Secret[] =>
    [host.environment[name], file[name]].flatMap((value) => (value === undefined ? [] : [{ name, value }])),
  )
  return createScrubber(secrets)
}
