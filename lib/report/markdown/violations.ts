import type { Evidence } from '../view/evidence.ts'
import { WRITTEN_OUT } from '../view/account.ts'
import { exchangeLine } from '../view/exchange.ts'
import type { RecordedExchange } from '../record.ts'
import type { Cause } from '../view/causes.ts'
import type { RunView } from '../view/view.ts'
import { violationsFollow } from '../headline.ts'
import { capital, endpointName, statedIn } from '../wording.ts'
import { LONGEST_WORDS, MOST_LISTED } from '../../util/bounds.ts'
import { present } from '../../util/collections.ts'
import { capBytes, capChars, count } from '../../util/text.ts'
import { code, details, fence, plain, prose, value } from './escape.ts'

/** How much of each violation is written out. */
export interface Detail {
  readonly findingsPerRequirement: number
  readonly bodyBytes: number
}

/** What makes the run fail, each with what shows it and what follows from it. */
export function violations({ causes, numbers }: RunView, detail: Detail): string[] {
  const rest = causes.length - WRITTEN_OUT
  return present(
    numbers !== '' && `## Violations: ${numbers}`,
    ...causes.slice(0, WRITTEN_OUT).map((cause) => violation(cause, detail)),
    rest > 0 && `… and ${count(rest, 'more')} in ${code('index.html')}.`,
  )
}

function violation({ id, result, evidence, excuse, consequences }: Cause, detail: Detail): string {
  const { text, strength, endpoint } = result
  const shown = evidence.slice(0, detail.findingsPerRequirement)
  const rest = evidence.length - shown.length
  const [first] = evidence
  const follow = consequences.map(
    (row) => `- **${row.id}** ${prose(row.result.text)} ${value(capChars(row.brief, LONGEST_WORDS))}`,
  )
  return present(
    `### ${plain(id)}: ${prose(text)}`,
    `${strength} · ${plain(statedIn(result))} · ${code(endpointName(endpoint))}`,
    excuse !== undefined && plain(capital(excuse)),
    ...shown.map((one) => finding(one, detail)),
    rest > 0 && `… and ${count(rest, 'more finding')} in ${code('index.html')}.`,
    first && details('Replay', fence(first.replay, 'sh')),
    follow.length > 0 && details(`${violationsFollow(follow.length)} from it`, follow.join('\n')),
  ).join('\n\n')
}

function finding(one: Evidence, { bodyBytes }: Detail): string {
  const { finding, times, sent, curl } = one
  const at = finding.pointer === undefined ? '' : ` at ${code(finding.pointer)}`
  const text = [
    `- ${code(finding.where)}${at}${times === undefined ? '' : `, seen ${times}`}`,
    `  - expected: ${value(one.expected)}`,
    `  - received: ${value(one.received)}`,
  ].join('\n')
  if (curl === undefined) return text
  const answers = sent.map((exchange) => fence(answerText(exchange, bodyBytes), 'http'))
  const ids = sent.map(({ id }) => id).join(', sent at once with ')
  return `${text}\n\n${details(`Exchange ${ids} and curl`, [fence(curl, 'sh'), ...answers].join('\n\n'))}`
}

function answerText(exchange: RecordedExchange, bodyBytes: number): string {
  const { headers = [], body = '' } = exchange.response ?? {}
  return [
    exchangeLine(exchange),
    ...headers.slice(0, MOST_LISTED).map(([name, text]) => capChars(`${name}: ${text}`, LONGEST_WORDS)),
    ...(bodyBytes > 0 && body !== '' ? ['', capBytes(body, bodyBytes)] : []),
  ].join('\n')
}
