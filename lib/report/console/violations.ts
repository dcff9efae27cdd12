import type { Evidence } from '../view/evidence.ts'
import { exchangeLine } from '../view/exchange.ts'
import type { Row } from '../view/rows.ts'
import type { RunView } from '../view/view.ts'
import type { Layout } from './layout.ts'
import { capital, endpointName, statedIn } from '../wording.ts'
import { count, visible } from '../../util/text.ts'
import { clipped, command, idList, LABEL_COLUMNS, labelled, wrap } from './layout.ts'

/** The most violations shown in full without `--verbose`; the summary below names the others. */
const DETAILED = 5

/** Violations, the most serious first: required, expected, received, curl, replay. */
export function violations({ causes }: RunView, layout: Layout): string[] {
  const shown = layout.verbose ? causes : causes.slice(0, DETAILED)
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
  return [`  ${layout.paint.red(`✗ ${row.id}`)}  ${clipped(`follows; ${row.brief}`, room)}`]
}

function violation({ id, result, outcome, evidence, places, excuse }: Row, layout: Layout): string[] {
  const { paint, verbose, width } = layout
  const { strength, part, endpoint, consequenceOf, source, own } = result
  const sign = outcome === 'unexpected-pass' ? '✓' : '✗'
  const [first] = evidence
  const others = places.filter((where) => where !== first?.finding.where)
  return [
    `${paint.red(paint.bold(`${sign} ${id}`))}  ${paint.dim(`${strength} · part ${part} · ${endpointName(endpoint)}`)}`,
    ...labelled('required', result.text, layout),
    ...(source === undefined
      ? []
      : labelled('stated in', `${own === true ? '' : 'the specification, '}${statedIn(result)}`, layout)),
    ...(consequenceOf === undefined ? [] : labelled('follows', `from ${consequenceOf.join(', ')}`, layout)),
    ...(excuse === undefined ? [] : wrap(visible(capital(excuse)), width - 2).map((line) => `  ${line}`)),
    ...evidence
      .slice(0, verbose ? undefined : 1)
      .flatMap((one, index) => [...(index === 0 ? [] : ['']), ...finding(one, layout)]),
    ...(verbose || others.length === 0
      ? []
      : labelled('also at', idList(others, width - LABEL_COLUMNS), layout)),
  ]
}

function finding(one: Evidence, layout: Layout): string[] {
  return [
    ...labelled('where', `${one.place}${one.times === undefined ? '' : ` (${one.times})`}`, layout),
    ...labelled('expected', one.expected, layout),
    ...labelled('received', one.received, layout),
    ...one.sent.flatMap((exchange, index) =>
      labelled(['exchange', 'at once'][index] ?? '', `#${exchange.id} ${exchangeLine(exchange)}`, layout),
    ),
    ...(one.curl === undefined ? [] : command('curl', one.curl, layout)),
    ...command('replay', one.replay, layout),
  ]
}
