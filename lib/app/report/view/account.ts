import type { RecordedExchange } from '../record.ts'
import type { Evidence } from './evidence.ts'
import { afterWords, exchangeWords, writesBefore } from './told.ts'
import { explainCommand } from './commands.ts'
import type { RuleRow } from './rows.ts'
import { capital, cut, endpointName, statedIn } from '../wording.ts'
import { present } from '../../../engine/util/collections.ts'
import { count } from '../../../engine/util/text.ts'

/** One labelled line of a plain report. */
export interface Line {
  readonly label: string
  readonly text: string
  /** The line is a command, to be copied as it is. */
  readonly isCommand?: true
}

/** Why a requirement is red, in addition to its findings: its source, and the excuse. */
export function groundsOf({ result, excuse }: RuleRow): Line[] {
  const { held } = result
  return present(
    { label: 'stated', text: `in the specification, ${statedIn(result)}` },
    held !== undefined && { label: 'held', text: `in ${heldIn(held)}` },
    excuse !== undefined && { label: 'known', text: capital(excuse) },
  )
}

/** The number of answers in which a violated requirement held: `264 other answers`. */
export function heldIn(held: number): string {
  return held === 0 ? 'no other answer' : count(held, 'other answer')
}

/**
 * A finding: its place, the expected and received values, the request and its answer. For a read, also the
 * write before it.
 */
export function linesOf(evidence: Evidence): Line[] {
  const { place, times, expected, received, exchanges } = evidence
  const [decisive] = exchanges
  const writes = writesBefore(evidence)
  const [write] = writes
  return present<Line>(
    { label: 'where', text: times === undefined ? place : `${place} (${times})` },
    { label: 'expected', text: expected },
    { label: 'received', text: received },
    write !== undefined && { label: 'after', text: afterWords(evidence) },
    writes.length === 1 && write !== undefined && curlOf(write),
    decisive !== undefined && { label: 'exchange', text: `#${decisive.id} ${exchangeWords(evidence)}` },
    decisive !== undefined && curlOf(decisive),
  )
}

function curlOf({ curl }: RecordedExchange): Line {
  return { label: 'curl', text: curl, isCommand: true }
}

const LONGEST_ANSWER = 2000

function bodyLine({ exchanges: [decisive] }: Evidence): Line | undefined {
  const body = decisive?.response?.body ?? ''
  return body === '' ? undefined : { label: 'answer', text: cut(body, LONGEST_ANSWER) }
}

/**
 * The most findings of a violation, and the most violations of a summary, that are written out; the others
 * are counted.
 */
export const WRITTEN_OUT = 10

/**
 * A violated requirement as plain text: the source of its case, the rule, then each finding.
 * @param sameAs - the leading requirement of the block that contains it
 */
export function accountOf(row: RuleRow, sameAs?: string): string {
  const { id, result, evidence } = row
  const { strength, part, endpoint, text } = result
  const shown = evidence.slice(0, WRITTEN_OUT)
  const rest = evidence.length - shown.length
  const source = shown[0]?.source
  const explain = explainCommand(result, row.program)
  return present(
    source,
    plain({
      label: 'required',
      text: `${id} (${strength}, part ${part}, ${endpointName(endpoint)}) ${text}`,
    }),
    sameAs !== undefined && plain({ label: 'same as', text: sameAs }),
    ...groundsOf(row).map(plain),
    explain !== undefined && plain({ label: 'explain', text: explain }),
    ...shown.flatMap((one, index) => [
      '',
      ...present(...linesOf(one), index === 0 && bodyLine(one)).map(plain),
    ]),
    rest > 0 && `… and ${count(rest, 'more finding')}; run.json has all of them`,
  ).join('\n')
}

function plain({ label, text }: Line): string {
  return `${`${label}:`.padEnd(10)}${text}`
}
