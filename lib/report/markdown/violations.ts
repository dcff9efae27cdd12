import { type Evidence, exchangeLine } from '../view/evidence.ts'
import type { RecordedExchange } from '../record.ts'
import type { Cause, Row } from '../view/causes.ts'
import { inNumbers, type RunView } from '../view/view.ts'
import { endpointName, statedIn } from '../wording.ts'
import { capBytes, count } from '../../util/text.ts'
import { code, details, fence, plain, prose, value } from './escape.ts'

/** How much of each violation is written out. */
export interface Detail {
  readonly findingsPerRequirement: number
  readonly bodyBytes: number
}

/** Root causes that are written out: a reader of a merge request fixes these first. */
const WRITTEN_OUT = 10

/** The violations, grouped by requirement; empty if there is none. */
export function violations({ causes, violations: numbers }: RunView, detail: Detail): string[] {
  const failed = causes.filter(({ outcome }) => outcome === 'failed')
  const rest = failed.length - WRITTEN_OUT
  return [
    ...(failed.length === 0 ? [] : [`## Violations: ${inNumbers(numbers)}`]),
    ...failed.slice(0, WRITTEN_OUT).flatMap((cause) => [violation(cause, detail), ...followers(cause)]),
    ...(rest > 0 ? [`… and ${count(rest, 'more root cause')} in ${code('index.html')}.`] : []),
    ...stale('Known failures that hold now: take them out of the file', 'unexpected-pass', causes),
    ...stale('Known failures whose date has passed, not exercised in this run', 'expired-excuse', causes),
  ]
}

/** What follows from a root cause, folded, a line each. */
function followers({ consequences: rows }: Cause): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(({ id, result: { text }, evidence: [first] }) => {
    const seen =
      first === undefined ? '' : `: ${value(capBytes(`${first.finding.where}: ${first.received}`, 200))}`
    return `- **${id}** ${prose(text)}${seen}`
  })
  const follow = `${count(rows.length, 'violation')} ${rows.length === 1 ? 'follows' : 'follow'} from it`
  return [details(follow, lines.join('\n'))]
}

function stale(title: string, outcome: Row['outcome'], causes: readonly Cause[]): string[] {
  const rows = causes.filter((cause) => cause.outcome === outcome)
  if (rows.length === 0) return []
  const lines = rows.map(
    ({ id, result }) => `- **${id}** ${prose(result.text)}: ${plain(result.known?.reason ?? '')}`,
  )
  return [`## ${title}`, lines.join('\n')]
}

function violation({ id, result, evidence }: Row, detail: Detail): string {
  const shown = evidence.slice(0, detail.findingsPerRequirement)
  const rest = evidence.length - shown.length
  const { text, strength, consequenceOf, endpoint } = result
  return [
    `### ${plain(id)}: ${prose(text)}`,
    ...(consequenceOf === undefined ? [] : [`Follows from ${consequenceOf.map(plain).join(', ')}.`]),
    `${strength} · ${plain(statedIn(result))} · ${code(endpointName(endpoint))} · ${count(evidence.length, 'finding')}`,
    ...shown.map((one) => findingBlock(one, detail)),
    ...(rest === 0
      ? []
      : [`… and ${count(rest, 'more finding')} in ${code('index.html')} and ${code('run.json')}.`]),
    ...evidence.slice(0, 1).map(({ replay }) => details('Replay', fence(replay, 'sh'))),
  ].join('\n\n')
}

function findingBlock(
  { finding, expected, received, times, atOnce, curl, exchanges: [decisive] }: Evidence,
  detail: Detail,
): string {
  const at = finding.pointer === undefined ? '' : ` at ${code(finding.pointer)}`
  const text = [
    `- ${code(finding.where)}${at}${times === undefined ? '' : `, seen ${times}`}`,
    `  - expected: ${value(capBytes(expected, 2000))}`,
    `  - received: ${value(capBytes(received, 2000))}`,
  ].join('\n')
  const together =
    atOnce.length === 0 || curl === undefined
      ? []
      : [
          details(
            `Sent at once: ${atOnce.map(({ id }) => `exchange ${id}`).join(' and ')}`,
            fence(curl, 'sh'),
          ),
        ]
  return [text, ...together, ...(decisive === undefined ? [] : [exchangeBlock(decisive, detail)])].join(
    '\n\n',
  )
}

function exchangeBlock(exchange: RecordedExchange, { bodyBytes }: Detail): string {
  const { response } = exchange
  const answer = [
    exchangeLine(exchange),
    ...(response?.headers ?? []).slice(0, 40).map(([name, value]) => capBytes(`${name}: ${value}`, 400)),
    ...(response === undefined || bodyBytes === 0 || response.body === ''
      ? []
      : ['', capBytes(response.body, bodyBytes)]),
  ].join('\n')
  return details(
    `Exchange ${exchange.id} and curl`,
    `${fence(exchange.shortCurl ?? exchange.curl, 'sh')}\n\n${fence(answer, 'http')}`,
  )
}
