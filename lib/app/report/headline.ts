import { dayOf, isCounted, outcomeOf, type Totals, totalsOf, violationsIn } from './outcome.ts'
import type { RunRecord } from './record.ts'
import { present } from '../../engine/util/collections.ts'
import { count } from '../../engine/util/text.ts'

/** The violations in words: `6 violations, 1 critical`. */
export function inNumbers(record: RunRecord): string {
  const { critical, total } = violationsIn(record)
  return present(total > 0 && count(total, 'violation'), critical > 0 && `${critical} critical`).join(', ')
}

/** What a run found, in one clause without a full stop: `3 violations, 1 critical`. */
export function headlineOf(record: RunRecord): string {
  const day = dayOf(record)
  const closed = record.requirements.filter(isCounted)
  const { by } = totalsOf(closed.map((row) => outcomeOf(row, day)))
  const known = by['known-failure']
  const failures = failuresIn(record, by)
  switch (record.verdict) {
    case 'passed':
      // Of traffic, one side may be judged, and the other one is shown.
      if (closed.every(({ verdict }) => verdict === 'disabled'))
        return 'open points are observed, and cannot be violated'
      if (failures !== '') return `nothing that counts is violated; beside it: ${failures}`
      return `no requirement is violated${known > 0 ? `, apart from ${count(known, 'known failure')}` : ''}`
    case 'incomplete':
      if (record.settings.selection?.lastFailed === true && record.open !== undefined) return openIn(record)
      return `${count(by.inconclusive, 'requirement')} could not be exercised, and --strict asks for all`
    case 'failed':
      return present(failures, record.open !== undefined && openIn(record)).join('; ')
    default:
      if (record.problem !== undefined)
        return `${record.judgements === 0 ? 'nothing was judged: ' : ''}${record.problem.replace(/\.$/, '')}`
      if (record.judgements === 0) return 'nothing could be judged'
      if (by.error > 0) return 'the run could not be completed'
      return closed.some(({ reasonKind }) => reasonKind === 'undecided')
        ? 'nothing that was asked for could be decided'
        : 'nothing that was asked for was exercised'
  }
}

/** What failed before and was not judged again. */
function openIn({ open = [] }: RunRecord): string {
  return `${count(open.length, 'earlier violation')} not judged again`
}

function failuresIn(record: RunRecord, by: Totals['by']): string {
  const unexpected = by['unexpected-pass']
  const byClients = record.clients?.filter(({ verdict }) => verdict === 'failed').length ?? 0
  return present(
    by.failed > 0 && inNumbers(record),
    unexpected > 0 && `${count(unexpected, 'known failure')} ${unexpected === 1 ? 'holds' : 'hold'} now`,
    byClients > 0 && `${count(byClients, 'requirement')} violated by clients`,
  ).join('; ')
}

/** The exit code of a run with its reason: `exit code 0: no requirement is violated`. */
export function explainExitCode(record: RunRecord): string {
  return `exit code ${record.exitCode}: ${headlineOf(record)}`
}
