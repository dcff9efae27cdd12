import pc from 'picocolors'
import { count, visible } from '../util/text.ts'
import { idList, wrap } from '../report/console/layout.ts'
import { endpointName } from '../report/wording.ts'
import type { HarJudgement } from './judge-har.ts'

const WIDTH = 100

/** 1 if the recording shows a violation, otherwise 0. */
export function exitCodeOfJudgement({ violations }: HarJudgement): 0 | 1 {
  return violations.length > 0 ? 1 : 0
}

/**
 * A judgement as text: the violations, the requirements that were met, and those on which the recording has no
 * evidence.
 */
export function renderJudgement(
  judgement: HarJudgement,
  style: { readonly color: boolean; readonly verbose: boolean },
): string {
  const { baseUrl, entries, violations, held, unproven } = judgement
  const paint = pc.createColors(style.color)
  const list = (ids: readonly string[]): string[] =>
    style.verbose
      ? wrap(ids.join(', '), WIDTH - 7).map((line) => `       ${line}`)
      : [`       ${idList(ids, WIDTH - 7)}`]
  const missing = unproven.reduce((sum, { requirements }) => sum + requirements.length, 0)
  const lines = [
    ...violations.flatMap(({ requirement: row, findings }) => [
      `${paint.bold(paint.red(`✗ ${row.id}`))}  ${paint.dim(`${row.strength} · part ${row.part} · ${endpointName(row.endpoint)}`)}`,
      `  required  ${row.text}`,
      ...findings.flatMap(({ where, pointer, expected, received, exchanges, count: times }) => [
        `  where     ${visible(where)}${pointer === undefined ? '' : ` at ${visible(pointer)}`}, entry ${exchanges.join(', ')}${times > 1 ? ` (${times} times)` : ''}`,
        `  expected  ${visible(expected)}`,
        `  received  ${visible(received)}`,
      ]),
      '',
    ]),
    `${paint.bold('Shown to hold')}  ${count(held.length, 'requirement')}`,
    ...list(held.map(({ requirement: row, times }) => (style.verbose ? `${row.id} ×${times}` : row.id))),
    '',
    `${paint.bold('Not proven')}     ${count(missing, 'requirement')}: a recording shows what was asked, and no more`,
    ...unproven.flatMap(({ reason, requirements }) => [
      `${String(requirements.length).padStart(5)}  ${reason}`,
      ...list(requirements.map(({ id }) => id)),
    ]),
    '',
    `  base URL  ${visible(baseUrl)}`,
    `  judged    ${entries.judged} of ${count(entries.total, 'entry', 'entries')}; no request was sent`,
    ...(entries.without.bodies === 0
      ? []
      : [`  bodies    ${count(entries.without.bodies, 'answer')} recorded without body, or cut`]),
    ...(entries.without.headers === 0
      ? []
      : [`  headers   ${count(entries.without.headers, 'answer')} recorded without headers`]),
    ...entries.skipped.map(({ reason, entries: some }) => `  left out  ${some.length}: ${reason}`),
    '',
    violations.length > 0
      ? paint.red(`✗ ${count(violations.length, 'requirement')} violated  exit code 1`)
      : paint.green('✓ no violation in this recording  exit code 0'),
  ]
  return `${lines.join('\n')}\n`
}
