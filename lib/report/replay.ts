import type { Finding } from '../judge/finding.ts'
import type { RunRecord } from './record.ts'

/**
 * The command that verifies one requirement again on the same target with the same seed. Keys are not part of it:
 * they come from the environment. A generated test adds its own seed, and the path that leads to the counterexample
 * as a shell comment.
 */
export function replayCommand(record: RunRecord, requirement: string, finding?: Finding): string {
  const words = ['npx chat-agent-conformance run', `--only ${quote(requirement)}`]
  if (!record.target.embedded) {
    words.push(`--base-url ${quote(record.target.baseUrl)}`)
    if (record.settings.apexUrl !== undefined) words.push(`--apex-url ${quote(record.settings.apexUrl)}`)
    if (record.settings.writes) words.push('--writes')
  }
  words.push(`--profile ${record.profile}`, `--seed ${finding?.replay?.seed ?? record.seed}`)
  if (finding?.replay !== undefined) {
    words.push(
      `--fuzz-runs ${record.settings.fuzzRuns}`,
      `# path ${finding.replay.path.replaceAll(/[^\d:]/g, '')}`,
    )
  }
  return words.join(' ')
}

/** Quotes for a POSIX shell where a word needs it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
