import { type Evidence, exchangeLine } from '../view/evidence.ts'
import type { Row } from '../view/causes.ts'
import type { RunView } from '../view/view.ts'
import type { Layout } from './layout.ts'
import { endpointName, statedIn } from '../wording.ts'
import { count } from '../../util/text.ts'
import { clipped, command, idList, LABEL_COLUMNS, labelled } from './layout.ts'

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
  const [first] = row.evidence
  const seen = first === undefined ? row.result.text : `${first.finding.where}: ${first.received}`
  return [
    `  ${layout.paint.red(`✗ ${row.id}`)}  ${clipped(`follows; ${seen}`, layout.width - row.id.length - 6)}`,
  ]
}

function violation({ id, result, outcome, evidence }: Row, layout: Layout): string[] {
  const { paint } = layout
  const { strength, part, endpoint, consequenceOf, known } = result
  const about = `${strength} · part ${part} · ${endpointName(endpoint)}`
  const sign = outcome === 'unexpected-pass' ? '✓' : '✗'
  const head = [
    `${paint.red(paint.bold(`${sign} ${id}`))}  ${paint.dim(about)}`,
    ...labelled('required', result.text, layout),
    ...(result.source === undefined
      ? []
      : labelled(
          'stated in',
          `${result.own === true ? '' : 'the specification, '}${statedIn(result)}`,
          layout,
        )),
    ...(consequenceOf === undefined ? [] : labelled('follows', `from ${consequenceOf.join(', ')}`, layout)),
  ]
  switch (outcome) {
    case 'unexpected-pass':
      return [
        ...head,
        ...labelled('holds', 'now, though it is listed as a known failure: take the entry out', layout),
        ...labelled('listed as', known?.reason ?? '', layout),
      ]
    case 'expired-excuse':
      return [
        ...head,
        ...labelled('excused', `until ${known?.until}: ${known?.reason ?? ''}`, layout),
        ...labelled('unjudged', result.reason ?? 'not exercised', layout),
      ]
    default:
      return [...head, ...findings(evidence, layout)]
  }
}

function findings([first, ...others]: readonly Evidence[], layout: Layout): string[] {
  if (first === undefined) return []
  if (layout.verbose)
    return [first, ...others].flatMap((one, index) => [...(index === 0 ? [] : ['']), ...shown(one, layout)])
  const places = [...new Set(others.map(({ finding }) => finding.where))].filter(
    (where) => where !== first.finding.where,
  )
  return [
    ...shown(first, layout),
    ...(places.length === 0 ? [] : labelled('also at', idList(places, layout.width - LABEL_COLUMNS), layout)),
  ]
}

function shown(one: Evidence, layout: Layout): string[] {
  return [
    ...labelled('where', `${one.place}${one.times === undefined ? '' : ` (${one.times})`}`, layout),
    ...labelled('expected', one.expected, layout),
    ...labelled('received', one.received, layout),
    ...exchanges(one, layout),
    ...command('replay', one.replay, layout),
  ]
}

function exchanges({ atOnce, exchanges: [decisive], curl }: Evidence, layout: Layout): string[] {
  // A single one of these requests, or a repetition, shows nothing: the replay sends them together, as the case did.
  if (atOnce.length > 0)
    return [
      ...atOnce.flatMap((exchange, index) =>
        labelled(index === 0 ? 'at once' : '', `#${exchange.id} ${exchangeLine(exchange)}`, layout),
      ),
      ...(layout.verbose && curl !== undefined ? command('curl', curl, layout) : []),
    ]
  if (decisive === undefined || curl === undefined) return []
  return [
    ...labelled('exchange', `#${decisive.id} ${exchangeLine(decisive)}`, layout),
    ...command('curl', layout.verbose ? decisive.curl : curl, layout),
  ]
}
