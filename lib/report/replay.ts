import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from './record.ts'

/** What shows a violation again: the cases whose exchanges are its evidence, with the inputs that they had. */
export interface Replay {
  readonly only: string
  /** Empty where no case sent what shows it. */
  readonly cases: readonly string[]
  readonly seed: number
  readonly fuzzRuns: number
}

/** What shows a violated requirement again, by one of its findings. */
export function replayOf(record: RunRecord, requirement: string, finding?: Finding): Replay {
  return {
    only: requirement,
    cases: finding === undefined ? [] : sendersOf(record, finding),
    seed: finding?.replay?.seed ?? record.seed,
    fuzzRuns: record.settings.fuzzRuns,
  }
}

/** The case that asserted a finding, or those that sent what an oracle found it in, for each exchange the one with the fewest requests. */
function sendersOf({ cases }: RunRecord, finding: Finding): readonly string[] {
  if (finding.case !== undefined) return [finding.case]
  const senders = finding.exchanges.flatMap((exchange) => {
    const [cheapest] = cases
      .filter(({ exchanges }) => exchanges.includes(exchange))
      .toSorted((a, b) => a.requests - b.requests)
    return cheapest === undefined ? [] : [cheapest.id]
  })
  return [...new Set(senders)]
}

/**
 * The command that shows a violation again on the same target with the same seed. Keys are not part of it: they come from the environment. A
 * generated test adds its own seed, and the path that leads to the counterexample as a shell comment.
 */
export function replayCommand(record: RunRecord, requirement: string, finding?: Finding): string {
  const { only, cases, seed, fuzzRuns } = replayOf(record, requirement, finding)
  const words = ['npx chat-agent-conformance run', `--only ${quote(only)}`]
  if (cases.length > 0) words.push(`--case ${cases.map(quote).join(' ')}`)
  if (!record.target.embedded) {
    words.push(`--base-url ${quote(record.target.baseUrl)}`)
    if (record.settings.apexUrl !== undefined) words.push(`--apex-url ${quote(record.settings.apexUrl)}`)
    if (record.settings.writes) words.push('--writes')
    words.push(...listening(record), ...(record.settings.insecure === true ? ['--insecure'] : []))
    const { clientCertificate } = record.settings
    if (clientCertificate !== undefined)
      words.push(
        `--client-cert ${quote(clientCertificate.cert)}`,
        `--client-key ${quote(clientCertificate.key)}`,
      )
  }
  if (record.settings.suite !== undefined) words.push(`--suite ${quote(record.settings.suite)}`)
  words.push(`--profile ${record.profile}`, `--seed ${seed}`)
  if (finding?.replay !== undefined) {
    words.push(`--fuzz-runs ${fuzzRuns}`, `# path ${finding.replay.path.replaceAll(/[^\d:]/g, '')}`)
  }
  return words.join(' ')
}

/** Where the run listens for deliveries. */
function listening({ settings: { webhook } }: RunRecord): string[] {
  if (webhook === undefined) return []
  const { host, port } = webhook
  return [`--webhook-port ${port}`, ...(host === '127.0.0.1' ? [] : [`--webhook-host ${quote(host)}`])]
}

/** Quotes for a POSIX shell where a word needs it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
