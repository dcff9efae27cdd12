import type { Finding } from '../../judge/finding.ts'
import {
  curlAtOnce,
  exchangeLine,
  type Lookup,
  replayCommand,
  sentAtOnce,
  decisiveExchange,
} from '../evidence.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import type { Layout } from './layout.ts'
import { causesOf } from '../summary.ts'
import { dayOf, outcomeOf } from '../outcome.ts'
import { endpointName, statedIn } from '../wording.ts'
import { count, thousands } from '../../util/text.ts'
import { clipped, command, idList, labelled } from './layout.ts'

/** The most violations shown in full without `--verbose`; the summary below names the others. */
const DETAILED = 5

/** Violations, the most serious first: required, expected, received, curl, replay. */
export function violations(record: RunRecord, find: Lookup, layout: Layout): string[] {
  const causes = causesOf(record)
  const shown = layout.verbose ? causes : causes.slice(0, DETAILED)
  const rest = causes.length - shown.length
  return [
    ...shown.flatMap((cause) => [
      ...violation(record, cause.row, find, layout),
      ...cause.consequences.flatMap((row) => following(record, row, find, layout)),
      '',
    ]),
    ...(rest === 0
      ? []
      : [`… and ${count(rest, 'more violation')}: --verbose shows all, and so does index.html`, '']),
  ]
}

/** A consequence of the violation above it: one line, or in full with `--verbose`. */
function following(record: RunRecord, row: RequirementResult, find: Lookup, layout: Layout): string[] {
  if (layout.verbose) return ['', ...violation(record, row, find, layout)]
  const [first] = row.findings
  const seen = first === undefined ? row.text : `${first.where}: ${first.received}`
  return [
    `  ${layout.paint.red(`✗ ${row.id}`)}  ${clipped(`follows; ${seen}`, layout.width - row.id.length - 6)}`,
  ]
}

function title({ id, strength, part, endpoint }: RequirementResult, { paint }: Layout): string {
  const about = `${strength} · part ${part} · ${endpointName(endpoint)}`
  return `${paint.red(paint.bold(`✗ ${id}`))}  ${paint.dim(about)}`
}

function violation(record: RunRecord, row: RequirementResult, find: Lookup, layout: Layout): string[] {
  const { consequenceOf } = row
  const head = [
    title(row, layout),
    ...labelled('required', row.text, layout),
    ...(row.source === undefined
      ? []
      : labelled('stated in', `${row.own === true ? '' : 'the specification, '}${statedIn(row)}`, layout)),
    ...(consequenceOf === undefined
      ? []
      : labelled('follows', `probably from ${consequenceOf.join(', ')}`, layout)),
  ]
  switch (outcomeOf(row, dayOf(record))) {
    case 'unexpected-pass':
      return [
        ...head,
        ...labelled('expected', `a known failure: ${row.known?.reason ?? ''}`, layout),
        ...labelled('received', 'a pass; remove the entry from the known-failures file', layout),
      ]
    case 'expired-excuse':
      return [
        ...head,
        ...labelled('expected', `mended by ${row.known?.until}: ${row.known?.reason ?? ''}`, layout),
        ...labelled('received', `nothing that shows it: ${row.reason ?? 'not exercised'}`, layout),
      ]
    default:
      return [...head, ...findings(record, row, find, layout)]
  }
}

function findings(record: RunRecord, row: RequirementResult, find: Lookup, layout: Layout): string[] {
  const [first, ...others] = row.findings
  if (first === undefined) return []
  if (layout.verbose)
    return [first, ...others].flatMap((one, index) => [
      ...(index === 0 ? [] : ['']),
      ...finding(record, one, find, layout),
    ])
  const places = [...new Set(others.map(({ where }) => where).filter((where) => where !== first.where))]
  return [
    ...finding(record, first, find, layout),
    ...(places.length === 0 ? [] : labelled('also at', idList(places, layout.width - 12), layout)),
  ]
}

function finding(record: RunRecord, one: Finding, find: Lookup, layout: Layout): string[] {
  return [
    ...seen(one, layout),
    ...exchanges(one, find, layout),
    ...command('replay', replayCommand(record, one.requirement, one), layout),
  ]
}

function exchanges(one: Finding, find: Lookup, layout: Layout): string[] {
  const atOnce = sentAtOnce(one, find)
  // A single one of these requests, or a repetition, shows nothing: the replay sends them together, as the case did.
  if (atOnce.length > 0)
    return [
      ...atOnce.flatMap((exchange, index) =>
        labelled(index === 0 ? 'at once' : '', `#${exchange.id} ${exchangeLine(exchange)}`, layout),
      ),
      ...(layout.verbose ? command('curl', curlAtOnce(atOnce), layout) : []),
    ]
  const exchange = decisiveExchange(one, find)
  if (exchange === undefined) return []
  return [
    ...labelled('exchange', `#${exchange.id} ${exchangeLine(exchange)}`, layout),
    ...command('curl', layout.verbose ? exchange.curl : (exchange.shortCurl ?? exchange.curl), layout),
  ]
}

function seen(one: Finding, layout: Layout): string[] {
  const at = one.pointer === undefined ? '' : ` at ${one.pointer}`
  const times = one.count > 1 ? ` (${thousands(one.count)} times)` : ''
  return [
    ...labelled('where', `${one.where}${at}${times}`, layout),
    ...labelled('expected', one.expected, layout),
    ...labelled('received', one.received, layout),
  ]
}
