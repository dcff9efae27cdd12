import type { Finding } from '../../judge/finding.ts'
import type { Lookup } from '../lookup.ts'
import type { RequirementResult, RunRecord } from '../record.ts'
import type { Layout } from './layout.ts'
import { exchangeLine, tellingExchange } from '../lookup.ts'
import { withOutcome } from '../outcome.ts'
import { endpointName } from '../parts.ts'
import { replayCommand } from '../replay.ts'
import { count } from '../text.ts'
import { command, labelled } from './layout.ts'

/** Further findings of a requirement that are shown in two lines each, unless all are asked for. */
const FURTHER = 2

/** Violations grouped by requirement: required, expected, received, curl, replay. */
export function violations(record: RunRecord, find: Lookup, layout: Layout): string[] {
  return [
    ...withOutcome(record, 'failed').flatMap((row) => [...violation(record, row, find, layout), '']),
    ...withOutcome(record, 'unexpected-pass').flatMap((row) => [
      title(row, layout),
      ...labelled('required', row.text, layout),
      ...labelled('expected', `a known failure: ${row.known?.reason ?? ''}`, layout),
      ...labelled('received', 'a pass; remove the entry from the known-failures file', layout),
      '',
    ]),
    ...withOutcome(record, 'expired-excuse').flatMap((row) => [
      title(row, layout),
      ...labelled('required', row.text, layout),
      ...labelled('expected', `mended by ${row.known?.until}: ${row.known?.reason ?? ''}`, layout),
      ...labelled('received', `nothing that shows it: ${row.reason ?? 'not exercised'}`, layout),
      '',
    ]),
  ]
}

function title({ id, strength, part, endpoint }: RequirementResult, { paint }: Layout): string {
  const about = `${strength} · part ${part} · ${endpointName(endpoint)}`
  return `${paint.red(paint.bold(`✗ ${id}`))}  ${paint.dim(about)}`
}

function violation(record: RunRecord, row: RequirementResult, find: Lookup, layout: Layout): string[] {
  const [first, ...others] = row.findings
  const further = layout.verbose ? others : others.slice(0, FURTHER)
  const rest = others.length - further.length
  return [
    title(row, layout),
    ...labelled('required', row.text, layout),
    ...(first === undefined ? [] : finding(record, first, find, layout)),
    ...further.flatMap((other) =>
      layout.verbose ? ['', ...finding(record, other, find, layout)] : seen(other, layout),
    ),
    ...(rest > 0
      ? labelled('', `… and ${count(rest, 'more finding')}; index.html and run.json have all`, layout)
      : []),
  ]
}

function finding(record: RunRecord, one: Finding, find: Lookup, layout: Layout): string[] {
  const exchange = tellingExchange(one, find)
  return [
    ...seen(one, layout),
    ...(exchange === undefined
      ? []
      : [
          ...labelled('exchange', `#${exchange.id} ${exchangeLine(exchange)}`, layout),
          ...command('curl', exchange.curl, layout),
        ]),
    ...command('replay', replayCommand(record, one.requirement, one), layout),
  ]
}

function seen(one: Finding, layout: Layout): string[] {
  const at = one.pointer === undefined ? '' : ` at ${one.pointer}`
  const times = one.count > 1 ? ` (${one.count} times)` : ''
  return [
    ...labelled('where', `${one.where}${at}${times}`, layout),
    ...labelled('expected', one.expected, layout),
    ...labelled('received', one.received, layout),
  ]
}
