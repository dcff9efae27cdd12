import { dayOf, isCounted, outcomeOf, type Totals, totalsOf, violationsIn } from './outcome.ts'
import type { RequirementResult, RunRecord } from './record.ts'
import { present } from '../../engine/util/collections.ts'
import { count } from '../../engine/util/text.ts'

/** The violations in words: `6 violations, 1 critical`. */
export function inNumbers(record: RunRecord): string {
  const { critical, total } = violationsIn(record)
  return present(total > 0 && count(total, 'violation'), critical > 0 && `${critical} critical`).join(', ')
}

/** The result of a run, in one clause without a full stop: `3 violations, 1 critical`. */
export function headlineOf(record: RunRecord): string {
  const day = dayOf(record)
  const closed = record.requirements.filter(isCounted)
  const { by } = totalsOf(closed.map((row) => outcomeOf(row, day)))
  const excused = by['known-failure'] > 0 ? `, apart from ${count(by['known-failure'], 'known failure')}` : ''
  const failures = failuresIn(record, by)
  const again = againIn(record, closed)
  switch (record.verdict) {
    case 'passed':
      // For traffic, one side may be judged while the other is only shown.
      if (closed.every(({ verdict }) => verdict === 'disabled'))
        return 'open points are observed, and cannot be violated'
      if (failures !== '') return `nothing that counts is violated; beside it: ${failures}`
      return again ?? `no requirement is violated${excused}`
    case 'incomplete':
      if (record.cutShort !== true)
        return `${count(by.inconclusive, 'requirement')} could not be exercised, and --strict asks for all`
      return `no violation in the ${judgedOf(closed)} that were judged${excused}; ${problemIn(record)}`
    case 'failed':
      return present(
        failures,
        again,
        record.cutShort === true && `cut short with ${judgedOf(closed)} judged: ${problemIn(record)}`,
      ).join('; ')
    default:
      return withoutVerdict(record, closed, by)
  }
}

/** Why there is no verdict. */
function withoutVerdict(record: RunRecord, closed: readonly RequirementResult[], by: Totals['by']): string {
  if (record.problem !== undefined)
    return `${record.judgements === 0 ? 'nothing was judged: ' : ''}${problemIn(record)}`
  if (record.judgements === 0) return 'nothing could be judged'
  if (by.error > 0) return 'the run could not be completed'
  return closed.some(({ reasonKind }) => reasonKind === 'undecided')
    ? 'nothing that was asked for could be decided'
    : 'nothing that was asked for was exercised'
}

/**
 * The current state of the requirements that failed in the last whole run: `41 of the 43 rows that failed at
 * 18:02 pass now; 301 others were not judged`.
 */
function againIn({ since, startedAt }: RunRecord, closed: readonly RequirementResult[]): string | undefined {
  if (since?.failed === undefined) return undefined
  const { failed, fixed } = since
  const when = momentOf(since.startedAt, startedAt)
  const rows =
    failed.length === 1
      ? `the row that failed ${when} ${fixed.length === 1 ? 'passes' : 'does not pass'} now`
      : `${fixed.length} of the ${failed.length} rows that failed ${when} pass now`
  const others = closed.filter(({ verdict }) => verdict === 'disabled').length
  return others === 0
    ? rows
    : `${rows}; ${count(others, 'other')} ${others === 1 ? 'was' : 'were'} not judged`
}

/** When an earlier run began: `at 18:02` on the day of the later one, `on 2026-11-28 at 18:02` before. */
function momentOf(earlier: string, later: string): string {
  const [day, time] = [earlier.slice(0, 10), earlier.slice(11, 16)]
  return later.startsWith(day) ? `at ${time}` : `on ${day} at ${time}`
}

/** The share of the requested requirements that were judged: `121 of 344`. */
function judgedOf(closed: readonly RequirementResult[]): string {
  const asked = closed.filter(({ verdict }) => verdict !== 'disabled')
  return `${asked.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed').length} of ${asked.length}`
}

function problemIn({ problem = '' }: RunRecord): string {
  return problem.replace(/\.$/, '')
}

function failuresIn(record: RunRecord, by: Totals['by']): string {
  const unexpected = by['unexpected-pass']
  const byClients = record.clients?.filter(({ verdict }) => verdict === 'failed').length ?? 0
  return present(
    by.failed > 0 && inNumbers(record),
    unexpected > 0 &&
      `${count(unexpected, 'known failure')} ${unexpected === 1 ? 'passes now: remove it' : 'pass now: remove them'}`,
    byClients > 0 && `${count(byClients, 'requirement')} violated by clients`,
  ).join('; ')
}

/** The exit code of a run with its reason: `exit code 0: no requirement is violated`. */
export function explainExitCode(record: RunRecord): string {
  return `exit code ${record.exitCode}: ${headlineOf(record)}`
}
