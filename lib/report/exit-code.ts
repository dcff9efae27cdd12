import type { RunRecord } from './record.ts'
import { dayOf, totalsOf, withOutcome } from './outcome.ts'
import { count } from '../util/text.ts'

/** Explains a run's exit code in one sentence, e.g. `exit code 0: no requirement is violated`. */
export function explainExitCode(record: RunRecord): string {
  return `exit code ${record.exitCode}: ${meaning(record)}`
}

function meaning(record: RunRecord): string {
  const { by } = totalsOf(record.requirements, dayOf(record))
  if (record.exitCode === 0) {
    return by['known-failure'] > 0
      ? `no requirement is violated, apart from ${count(by['known-failure'], 'known failure')}`
      : 'no requirement is violated'
  }
  if (record.exitCode === 1) return violated(record, by['unexpected-pass'], by['expired-excuse'])
  if (record.exitCode === 3) {
    return `incomplete: ${count(by.inconclusive, 'requirement')} could not be exercised, and --strict asks for all`
  }
  const cause = record.problem === undefined ? '' : ` (${record.problem})`
  return record.judgements === 0
    ? `nothing could be judged${cause}`
    : `the run could not be completed${cause}`
}

function violated(record: RunRecord, unexpected: number, expired: number): string {
  const rows = withOutcome(record, 'failed')
  const failed = rows.length
  const following = rows.filter(({ consequenceOf }) => consequenceOf !== undefined).length
  const roots = following === 0 ? '' : ` (${count(failed - following, 'root cause')})`
  const parts = [
    ...(failed > 0
      ? [`${count(failed, 'requirement')} ${failed === 1 ? 'is' : 'are'} violated${roots}`]
      : []),
    ...staleExcuses(unexpected, expired),
  ]
  return parts.length === 0 ? 'the run failed' : parts.join(', and ')
}

/** Entries of the known-failures file that make a run fail, in words. */
export function staleExcuses(unexpected: number, expired: number): string[] {
  return [
    ...(unexpected > 0 ? [`${count(unexpected, 'known failure')} passed unexpectedly`] : []),
    ...(expired > 0 ? [`the date of ${count(expired, 'known failure')} has passed`] : []),
  ]
}
