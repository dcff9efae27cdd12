import pc from 'picocolors'
import { count, thousands, visible } from '../util/text.ts'
import { idList, wrap } from '../report/console/layout.ts'
import type { HarJudgement } from './judge-har.ts'
import type { Judged } from './record.ts'
import { trafficLines, violationLines, WIDTH } from './render.ts'

/** 1 if the recording shows a violation of the side that is judged, otherwise 0. */
export function exitCodeOfJudgement({ violations, clients }: HarJudgement, judged: Judged = 'target'): 0 | 1 {
  const sides = {
    target: violations,
    client: clients.violations,
    both: [...violations, ...clients.violations],
  }
  return sides[judged].length > 0 ? 1 : 0
}

/**
 * A judgement as text: the violations, the requirements that were met, and those on which the recording has no
 * evidence.
 */
export function renderJudgement(
  judgement: HarJudgement,
  style: { readonly color: boolean; readonly verbose: boolean },
  judged: Judged = 'target',
): string {
  const { baseUrl, entries, violations, held, unproven, clients, traffic } = judgement
  const paint = pc.createColors(style.color)
  const list = (ids: readonly string[]): string[] =>
    style.verbose
      ? wrap(ids.join(', '), WIDTH - 7).map((line) => `       ${line}`)
      : [`       ${idList(ids, WIDTH - 7)}`]
  const missing = unproven.reduce((sum, { requirements }) => sum + requirements.length, 0)
  const lines = [
    ...violations.flatMap(({ requirement, findings }) =>
      violationLines(requirement, findings, 'entry', paint),
    ),
    ...(clients.violations.length === 0 ? [] : [paint.bold('The clients'), '']),
    ...clients.violations.flatMap(({ requirement, findings }) =>
      violationLines(requirement, findings, 'entry', paint),
    ),
    `${paint.bold('Shown to hold')}  ${count(held.length, 'requirement')}`,
    ...list(held.map(({ requirement: row, times }) => (style.verbose ? `${row.id} ×${times}` : row.id))),
    '',
    `${paint.bold('Not proven')}     ${count(missing, 'requirement')}: a recording shows what was asked, and no more`,
    ...unproven.flatMap(({ reason, requirements }) => [
      `${String(requirements.length).padStart(5)}  ${reason}`,
      ...list(requirements.map(({ id }) => id)),
    ]),
    '',
    `${paint.bold('Clients')}        ${count(clients.held.length, 'requirement')} shown to hold, ${clients.violations.length} violated`,
    ...trafficLines(traffic, style.verbose),
    '',
    `  base URL  ${visible(baseUrl)}`,
    `  judged    ${thousands(entries.judged)} of ${count(entries.total, 'entry', 'entries')}; no request was sent`,
    ...(entries.without.bodies === 0
      ? []
      : [`  bodies    ${count(entries.without.bodies, 'answer')} recorded without body, or cut`]),
    ...(entries.without.headers === 0
      ? []
      : [`  headers   ${count(entries.without.headers, 'answer')} recorded without headers`]),
    ...entries.skipped.map(({ reason, entries: some }) => `  left out  ${some.length}: ${reason}`),
    '',
    exitCodeOfJudgement(judgement, judged) === 1
      ? paint.red(
          `✗ ${count(violations.length, 'requirement')} violated${clients.violations.length === 0 ? '' : `, ${clients.violations.length} by clients`}  exit code 1`,
        )
      : paint.green('✓ no violation in this recording  exit code 0'),
  ]
  return `${lines.join('\n')}\n`
}
