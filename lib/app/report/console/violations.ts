import { groundsOf, type Line, linesOf } from '../view/account.ts'
import type { Block } from '../view/blocks.ts'
import type { RuleRow } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import type { Layout } from './layout.ts'
import { endpointName } from '../wording.ts'
import { FEW, few } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import { commandLine, labelled } from './layout.ts'

/** The first blocks in full, all of them with `--verbose`: required, expected, received, curl. */
export function violations({ blocks }: RunView, layout: Layout): string[] {
  const shown = layout.verbose ? blocks : blocks.slice(0, FEW)
  const rest = blocks.length - shown.length
  return [
    ...shown.flatMap((block) => [...violation(block, layout), ...others(block, layout), '']),
    ...(rest === 0 ? [] : [`… and ${count(rest, 'more block')} in index.html, and with --verbose`, '']),
  ]
}

/** What is the same in other requirements: their ids, or all of it with `--verbose`. */
function others({ others: rows }: Block, layout: Layout): string[] {
  if (layout.verbose) return rows.flatMap((row) => ['', ...violation(row, layout)])
  return labelled('the same', rows.map(({ id }) => id).join(', '), layout)
}

function violation(row: RuleRow, layout: Layout): string[] {
  const { paint, verbose } = layout
  const { id, outcome, evidence, places } = row
  const { text, strength, severity, part, endpoint } = row.result
  const harm = severity === 'critical' ? 'critical · ' : ''
  const sign = outcome === 'unexpected-pass' ? '✓' : '✗'
  const line = ({ label, text: said, isCommand }: Line): string[] =>
    (isCommand ? commandLine : labelled)(label, said, layout)
  const [first, ...more] = evidence
  const elsewhere = places.filter((where) => where !== first?.finding.where)
  return [
    `${paint.red(paint.bold(`${sign} ${id}`))}  ${paint.dim(`${harm}${strength} · part ${part} · ${endpointName(endpoint)}`)}`,
    ...[{ label: 'required', text }, ...groundsOf(row)].flatMap(line),
    ...(first === undefined ? [] : linesOf(first).flatMap(line)),
    ...(verbose
      ? more.flatMap((one) => ['', ...linesOf(one).flatMap(line)])
      : labelled('also at', few(elsewhere), layout)),
  ]
}
