import type { Finding } from '../../judge/finding.ts'
import type { RunRecord } from '../record.ts'

/**
 * The command that reproduces a violation on the same target with the same seed. Keys come from the environment. For
 * a generated test it has the seed of the test and, as a shell comment, the path of the counterexample.
 */
export function replayCommand(record: RunRecord, requirement: string, finding?: Finding): string {
  const cases = finding === undefined ? [] : sendersOf(record, finding)
  const generated = finding?.replay
  return [
    `npx chat-agent-conformance run --only ${quote(requirement)}`,
    ...(cases.length > 0 ? [`--case ${cases.map(quote).join(' ')}`] : []),
    ...targetFlags(record),
    `--profile ${record.profile}`,
    `--seed ${generated?.seed ?? record.seed}`,
    ...option('--fuzz-runs', generated && record.settings.fuzzRuns),
    ...(generated === undefined ? [] : [`# path ${generated.path.replaceAll(/[^\d:]/g, '')}`]),
  ].join(' ')
}

/**
 * The command that runs again what failed, without what comes from the environment.
 *
 * @param folder - the folder of the reports, if it is not the default one
 */
export function lastFailedCommand(record: RunRecord, folder?: string): string {
  const { profile } = record
  return [
    'npx chat-agent-conformance run --last-failed',
    ...targetFlags(record),
    ...option('--profile', profile === 'standard' ? undefined : profile),
    ...option('--reports', folder),
  ].join(' ')
}

/** The command that brings the known-failures file up to date with the run. */
export function updateCommand({ settings: { knownFailures } }: RunRecord, folder?: string): string {
  return [
    'npx chat-agent-conformance known-failures --update',
    ...option('--known-failures', knownFailures?.file),
    ...option('--reports', folder),
  ].join(' ')
}

/** The options by which a run meets the same target in the same way. */
function targetFlags({ target, settings }: RunRecord): string[] {
  const suite = option('--suite', settings.suite)
  if (target.embedded) return suite
  const { apexUrl, writes, webhook, insecure, clientCertificate } = settings
  return [
    ...option('--base-url', target.baseUrl),
    ...option('--apex-url', apexUrl),
    ...(writes ? ['--writes'] : []),
    ...option('--webhook-port', webhook?.port),
    ...option('--webhook-host', webhook?.host === '127.0.0.1' ? undefined : webhook?.host),
    ...(insecure === true ? ['--insecure'] : []),
    ...option('--client-cert', clientCertificate?.cert),
    ...option('--client-key', clientCertificate?.key),
    ...suite,
  ]
}

/** An option with its value, quoted; nothing without one. */
function option(flag: string, value: string | number | undefined): string[] {
  return value === undefined ? [] : [`${flag} ${quote(String(value))}`]
}

/**
 * The cases that sent what shows a finding: the one that asserted it, and, where it verifies another requirement first, those for
 * this one that failed too, as it may have met what they had written. For a finding of an oracle: for each of its
 * exchanges the case with the fewest requests. Empty if no case sent them.
 */
export function sendersOf({ cases }: RunRecord, finding: Finding): readonly string[] {
  const { case: asserting, requirement } = finding
  if (asserting !== undefined) {
    const own = cases.filter(({ requirements: [first] }) => first === requirement)
    const failed = own.some(({ id }) => id === asserting)
      ? []
      : own.filter(({ verdict }) => verdict === 'failed')
    return [asserting, ...failed.map(({ id }) => id)]
  }
  const senders = finding.exchanges.flatMap((exchange) => {
    const [cheapest] = cases
      .filter(({ exchanges }) => exchanges.includes(exchange))
      .toSorted((a, b) => a.requests - b.requests)
    return cheapest === undefined ? [] : [cheapest.id]
  })
  return [...new Set(senders)]
}

/** Quotes a word for a POSIX shell if necessary. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
