import type { RecordedExchange } from '../record.ts'
import { exchangeLine, type Evidence } from './evidence.ts'
import { explainCommand } from './commands.ts'
import type { RuleRow } from './rows.ts'
import { capital, endpointName, statedIn } from '../wording.ts'
import { present } from '../../../engine/util/collections.ts'
import { count } from '../../../engine/util/text.ts'

/** One labelled line of a plain report. */
export interface Line {
  readonly label: string
  readonly text: string
  /** It is a command, to be copied as it is. */
  readonly isCommand?: true
}

/** Why a requirement is red, beside its findings: where it is stated, what excused it. */
export function groundsOf({ result, excuse }: RuleRow): Line[] {
  const { held, contrast } = result
  return present(
    { label: 'stated', text: `in the specification, ${statedIn(result)}` },
    held !== undefined && { label: 'held', text: `in ${heldIn(held, contrast)}` },
    excuse !== undefined && { label: 'known', text: capital(excuse) },
  )
}

/** In how many answers a violated requirement held: `264 other answers, none of them with status=blocked`. */
export function heldIn(held: number, contrast: string | undefined): string {
  return present(
    held === 0 ? 'no other answer' : count(held, 'other answer'),
    contrast !== undefined && contrast,
  ).join(', ')
}

/** A finding: where, what was expected and received, what was sent. Of what a read shows, the write before it is sent, too. */
export function linesOf({
  place,
  times,
  expected,
  received,
  exchanges: [exchange, ...others],
}: Evidence): Line[] {
  const isRead = exchange?.request.method === 'GET'
  const written = others.find(({ id, request: { method } }) => isRead && method !== 'GET' && id < exchange.id)
  return present<Line>(
    { label: 'where', text: times === undefined ? place : `${place} (${times})` },
    { label: 'expected', text: expected },
    { label: 'received', text: received },
    ...(written === undefined ? [] : sent('after', written)),
    ...(exchange === undefined ? [] : sent('exchange', exchange)),
  )
}

function sent(label: string, exchange: RecordedExchange): readonly Line[] {
  return [
    { label, text: `#${exchange.id} ${exchangeLine(exchange)}` },
    { label: 'curl', text: exchange.curl, isCommand: true },
  ]
}

/** The most findings of a violation, and the most violations of a summary, that are written out; the rest is counted. */
export const WRITTEN_OUT = 10

/** A violated requirement as plain text: the source of its case, what is required, then each finding. */
export function accountOf(row: RuleRow): string {
  const { id, result, evidence } = row
  const { strength, part, endpoint, text } = result
  const shown = evidence.slice(0, WRITTEN_OUT)
  const rest = evidence.length - shown.length
  const source = shown[0]?.source
  const explain = explainCommand(result)
  return present(
    source,
    plain({
      label: 'required',
      text: `${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`,
    }),
    ...groundsOf(row).map(plain),
    explain !== undefined && plain({ label: 'explain', text: explain }),
    ...shown.flatMap((one) => ['', ...linesOf(one).map(plain)]),
    rest > 0 && `… and ${count(rest, 'more finding')}; run.json has all of them`,
  ).join('\n')
}

function plain({ label, text }: Line): string {
  return `${`${label}:`.padEnd(10)}${text}`
}
