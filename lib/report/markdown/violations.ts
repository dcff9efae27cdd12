import type { Finding } from '../../judge/finding.ts'
import {
  curlAtOnce,
  exchangeLine,
  type Lookup,
  replayCommand,
  sentAtOnce,
  decisiveExchange,
} from '../evidence.ts'
import type { RecordedExchange, RequirementResult, RunRecord } from '../record.ts'
import { causesOf, inNumbers, violationsIn } from '../summary.ts'
import { dayOf, outcomeOf, withOutcome } from '../outcome.ts'
import { endpointName, statedIn } from '../wording.ts'
import { capBytes, count, thousands } from '../../util/text.ts'
import { code, details, fence, plain, prose } from './escape.ts'

/** How much of each violation is written out. */
export interface Detail {
  readonly findingsPerRequirement: number
  readonly bodyBytes: number
}

/** The violations, grouped by requirement; empty where there is none. */
export function violations(record: RunRecord, find: Lookup, detail: Detail): string[] {
  const causes = causesOf(record).filter(({ row }) => outcomeOf(row, dayOf(record)) === 'failed')
  const rest = causes.length - WRITTEN_OUT
  return [
    ...(causes.length === 0
      ? []
      : [
          `## Violations: ${inNumbers(violationsIn(record))}`,
          ...causes
            .slice(0, WRITTEN_OUT)
            .flatMap(({ row, consequences }) => [
              violation(record, row, find, detail),
              ...(consequences.length === 0 ? [] : [followers(consequences)]),
            ]),
        ]),
    ...(rest > 0 ? [`… and ${count(rest, 'more root cause')} in ${code('index.html')}.`] : []),
    ...excuses('Known failures that passed', withOutcome(record, 'unexpected-pass')),
    ...excuses(
      'Known failures whose date has passed, not exercised in this run',
      withOutcome(record, 'expired-excuse'),
    ),
  ]
}

/** Root causes that are written out: a reader of a merge request mends these first. */
const WRITTEN_OUT = 10

/** What follows from a root cause, folded, a line each. */
function followers(rows: readonly RequirementResult[]): string {
  const lines = rows.map(({ id, text, findings: [first] }) => {
    const seen = first === undefined ? '' : `: ${code(capBytes(`${first.where}: ${first.received}`, 200))}`
    return `- **${id}** ${prose(text)}${seen}`
  })
  return details(
    `${count(rows.length, 'violation')} that probably ${rows.length === 1 ? 'follows' : 'follow'} from it`,
    lines.join('\n'),
  )
}

function excuses(title: string, rows: readonly RequirementResult[]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map((row) => `- **${row.id}** ${prose(row.text)}: ${plain(row.known?.reason ?? '')}`)
  return [`## ${title}`, lines.join('\n')]
}

function violation(record: RunRecord, row: RequirementResult, find: Lookup, detail: Detail): string {
  const shown = row.findings.slice(0, detail.findingsPerRequirement)
  const rest = row.findings.length - shown.length
  return [
    `### ${plain(row.id)}: ${prose(row.text)}`,
    ...(row.consequenceOf === undefined
      ? []
      : [`Probably follows from ${row.consequenceOf.map((id) => plain(id)).join(', ')}.`]),
    `${row.strength} · ${plain(statedIn(row))} · ${code(endpointName(row.endpoint))} · ${count(row.findings.length, 'finding')}`,
    ...shown.map((finding) => findingBlock(finding, find, detail)),
    ...(rest === 0
      ? []
      : [`… and ${count(rest, 'more finding')} in ${code('index.html')} and ${code('run.json')}.`]),
    details('Replay', fence(replayCommand(record, row.id, row.findings[0]), 'sh')),
  ].join('\n\n')
}

function findingBlock(finding: Finding, find: Lookup, detail: Detail): string {
  const exchange = decisiveExchange(finding, find)
  const times = finding.count > 1 ? `, seen ${thousands(finding.count)} times` : ''
  const at = finding.pointer === undefined ? '' : ` at ${code(finding.pointer)}`
  const text = [
    `- ${code(finding.where)}${at}${times}`,
    `  - expected: ${code(capBytes(finding.expected, 2000))}`,
    `  - received: ${code(capBytes(finding.received, 2000))}`,
  ].join('\n')
  const atOnce = sentAtOnce(finding, find)
  const together =
    atOnce.length === 0
      ? ''
      : `\n\n${details(`Sent at once: ${atOnce.map(({ id }) => `exchange ${id}`).join(' and ')}`, fence(curlAtOnce(atOnce), 'sh'))}`
  return exchange === undefined ? text : `${text}${together}\n\n${exchangeBlock(exchange, detail)}`
}

function exchangeBlock(exchange: RecordedExchange, { bodyBytes }: Detail): string {
  const { response } = exchange
  const answer =
    response === undefined
      ? exchangeLine(exchange)
      : [
          exchangeLine(exchange),
          ...response.headers.slice(0, 40).map(([name, value]) => capBytes(`${name}: ${value}`, 400)),
          ...(bodyBytes === 0 || response.body === '' ? [] : ['', capBytes(response.body, bodyBytes)]),
        ].join('\n')
  return details(
    `Exchange ${exchange.id} and curl`,
    `${fence(exchange.shortCurl ?? exchange.curl, 'sh')}\n\n${fence(answer, 'http')}`,
  )
}
