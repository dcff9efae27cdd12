import { groundsOf, type Line, linesOf } from '../view/account.ts'
import { NAMED_CAUSES } from '../view/causes.ts'
import type { Row } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import type { Layout } from './layout.ts'
import { endpointName } from '../wording.ts'
import { few } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import { clipped, command, labelled } from './layout.ts'

/** Violations, the most serious first: required, expected, received, curl, replay. Without `--verbose` the first ones. */
export function violations({ causes }: RunView, layout: Layout): string[] {
  const shown = layout.verbose ? causes : causes.slice(0, NAMED_CAUSES)
  const rest = causes.length - shown.length
  return [
    ...shown.flatMap((cause) => [
      ...violation(cause, layout),
      ...cause.consequences.flatMap((row) => following(row, layout)),
      '',
    ]),
    ...(rest === 0
      ? []
      : [`… and ${count(rest, 'more violation')}: --verbose shows all, and so does index.html`, '']),
  ]
}

/** A consequence of the violation above it: one line, or in full with `--verbose`. */
function following(row: Row, layout: Layout): string[] {
  if (layout.verbose) return ['', ...violation(row, layout)]
  const room = layout.width - row.id.length - 6
  return [`  ${layout.paint.red(`✗ ${row.id}`)}  ${clipped(`follows; ${row.message}`, room)}`]
}

function violation(row: Row, layout: Layout): string[] {
  const { paint, verbose } = layout
  const { id, outcome, evidence, places } = row
  const { text, strength, part, endpoint } = row.result
  const sign = outcome === 'unexpected-pass' ? '✓' : '✗'
  const line = ({ label, text: said, isCommand }: Line): string[] =>
    (isCommand ? command : labelled)(label, said, layout)
  const [first, ...more] = evidence
  const others = places.filter((where) => where !== first?.finding.where)
  return [
    `${paint.red(paint.bold(`${sign} ${id}`))}  ${paint.dim(`${strength} · part ${part} · ${endpointName(endpoint)}`)}`,
    ...[{ label: 'required', text }, ...groundsOf(row)].flatMap(line),
    ...(first === undefined ? [] : linesOf(first).flatMap(line)),
    ...(verbose
      ? more.flatMap((one) => ['', ...linesOf(one).flatMap(line)])
      : labelled('also at', few(others), layout)),
  ]
}
