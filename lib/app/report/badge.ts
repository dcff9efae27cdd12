import { count } from '../../engine/util/text.ts'
import type { RunView } from './view/view.ts'

const COLOURS = { passed: 'brightgreen', failed: 'red', incomplete: 'yellow', error: 'lightgrey' } as const

/**
 * A badge in the format of a shields.io endpoint: the verdict, with the number of violations or the requirements
 * exercised.
 */
export function renderBadge({ record, coverage, violations: { total } }: RunView): string {
  const { exercised, applicable } = coverage
  const detail = {
    passed: `: ${exercised} of ${applicable} exercised`,
    incomplete: `: ${exercised} of ${applicable} exercised`,
    failed: total === 0 ? '' : `: ${count(total, 'violation')}`,
    error: '',
  }[record.verdict]
  const badge = {
    schemaVersion: 1,
    label: 'API conformance',
    message: `${record.verdict}${detail}`,
    color: COLOURS[record.verdict],
    isError: record.verdict === 'error',
  }
  return `${JSON.stringify(badge, undefined, 2)}\n`
}
