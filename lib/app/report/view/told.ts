import type { RecordedExchange, RecordedFinding, Role } from '../record.ts'
import { atPointer, tokensOf } from '../../../engine/contract/json.ts'
import { LONGEST_WORDS } from '../../../engine/util/bounds.ts'
import { count } from '../../../engine/util/text.ts'
import { isObject } from '../../../engine/util/values.ts'
import { cut } from '../wording.ts'
import { differenceOf } from './difference.ts'
import type { Evidence } from './evidence.ts'
import { answeredJson, answerLine, requestLine, sentJson, wordsOf } from './sent.ts'

/** A finding in two lines: the request and its answer; the expected and received values. */
export interface Told {
  /** `POST /v1/things {"name":7} → 400 {"error":"…"}`; empty if no exchange shows the finding. */
  readonly sent: string
  /** The place in the answer, as a JSON pointer; empty for the whole answer, or its status. */
  readonly place: string
  readonly expected: string
  readonly received: string
}

/**
 * The facts of the run that show a finding.
 * @param alike - further evidence of the same block: if the decisive answer has no words of the service, one
 * of these may have some
 */
export function toldOf(evidence: Evidence, alike: readonly Evidence[] = []): Told {
  const [decisive] = evidence.exchanges
  if (decisive === undefined) return { sent: '', ...resultOf(evidence) }
  const result = resultTold(evidence)
  const after = writesBefore(evidence).length === 0 ? '' : `after ${afterWords(evidence)}: `
  return {
    ...result,
    sent: after + exchangeWords(evidence, alike),
    received: result.received + existingLeadNote(decisive),
  }
}

/** Only the expected and received values. */
export function resultTold(evidence: Evidence): Omit<Told, 'sent'> {
  const [write, ...others] = writesBefore(evidence)
  return resultOf(evidence, others.length === 0 ? write : undefined)
}

/** A finding in one line: `POST /v1/things {…} → 400 {…}: expected status 200, received status 400`. */
export function toldLine(evidence: Evidence, alike?: readonly Evidence[]): string {
  const told = toldOf(evidence, alike)
  return told.sent === ''
    ? `${evidence.finding.where}: ${resultLine(told)}`
    : `${told.sent}: ${resultLine(told)}`
}

/** `/data/id: expected a string, received absent`. */
export function resultLine({ place, expected, received }: Omit<Told, 'sent'>): string {
  return `${place === '' ? '' : `${place}: `}expected ${expected}, received ${received}`
}

function fieldOf({ pointer = '' }: RecordedFinding): string | undefined {
  return tokensOf(pointer).findLast((token) => !/^\d+$/.test(token) && token !== 'data')
}

function withRole({ finding, exchanges }: Evidence, role: Role): RecordedExchange[] {
  const ids = finding.exchanges.filter((_, index) => finding.roles?.[index] === role)
  return exchanges.filter(({ id }) => ids.includes(id))
}

/**
 * The writes after which a read shows a finding: the write that sent the field with the value shown, or else
 * one that sent the field at all; otherwise all of them.
 */
export function writesBefore(evidence: Evidence): readonly RecordedExchange[] {
  const [decisive] = evidence.exchanges
  const field = fieldOf(evidence.finding)
  const writes = withRole(evidence, 'write').filter((one) => one !== decisive)
  if (field === undefined || decisive === undefined || writes.length < 2) return writes
  const shown = atPointer(answerOf(decisive), evidence.finding.pointer ?? '')
  const sent = (one: RecordedExchange): unknown => memberOf(one, field)
  const withValue = writes.filter((one) => JSON.stringify(sent(one)) === JSON.stringify(shown))
  if (shown !== undefined && withValue.length > 0) return withValue.slice(-1)
  const withField = writes.filter((one) => sent(one) !== undefined)
  return withField.length === 1 ? withField : writes
}

function answerOf({ response }: RecordedExchange): unknown {
  return response && answeredJson(response)
}

function memberOf({ request }: RecordedExchange, name: string): unknown {
  const value = sentJson(request)
  return isObject(value) ? value[name] : undefined
}

/** The write before a read; if several may have caused the finding, their number. */
export function afterWords(evidence: Evidence): string {
  const writes = writesBefore(evidence)
  const [first, ...more] = writes
  if (first !== undefined && more.length === 0)
    return `${requestLine(first, fieldOf(evidence.finding))} → ${answerLine(first)}`
  const isRefused = writes.every(({ response }) => (response?.status ?? 0) >= 400)
  return `one of ${count(writes.length, isRefused ? 'refused write' : 'write')}, ${idRange(writes)}`
}

/** The decisive exchange, with all that the run knows about it. */
export function exchangeWords(evidence: Evidence, alike: readonly Evidence[] = []): string {
  const { finding, exchanges } = evidence
  const [decisive] = exchanges
  if (decisive === undefined) return ''
  return [
    `${requestLine(decisive, fieldOf(finding))} → ${answerLine(decisive)}`,
    wordsElsewhere(evidence, alike),
    simultaneousNote(evidence),
    otherStatusesNote(finding),
  ].join('')
}

/** `#1787 to #1801`. */
function idRange(exchanges: readonly RecordedExchange[]): string {
  const ids = exchanges.map(({ id }) => id).toSorted((a, b) => a - b)
  return `#${ids[0]} to #${ids.at(-1)}`
}

/** The service's words on the same mistake elsewhere, if it said nothing here. */
function wordsElsewhere({ exchanges: [decisive] }: Evidence, alike: readonly Evidence[]): string {
  if (decisive === undefined || (decisive.response?.status ?? 0) < 400 || hasWords(decisive)) return ''
  const other = alike
    .flatMap(({ exchanges: [one] }) => one ?? [])
    .find((one) => one.response?.status === decisive.response?.status && hasWords(one))
  return other === undefined ? '' : `, elsewhere ${wordsOf(other)}`
}

function hasWords(exchange: RecordedExchange): boolean {
  return wordsOf(exchange) !== ''
}

function simultaneousNote(evidence: Evidence): string {
  const some = withRole(evidence, 'simultaneous')
  if (some.length < 2) return ''
  return `, to one of ${count(some.length, 'request')} sent at the same time (${idRange(some)})`
}

function otherStatusesNote({ otherwise: statuses = [] }: RecordedFinding): string {
  return statuses.length === 0 ? '' : `, ${statuses.join(' and ')} to the same request at other times`
}

/** If its conversation has a lead already, no field of the body is validated. */
function existingLeadNote({ response, request: { method } }: RecordedExchange): string {
  if (method === 'GET' || (response?.status ?? 500) >= 300) return ''
  const body = response && answeredJson(response)
  return isObject(body) && body['existing'] === true ? ' (`existing: true`: its conversation has a lead)' : ''
}

/**
 * The expected and received values. For a list or long text that was sent: how it differs. For a refusal:
 * only the status, since its words are shown next to it.
 * @param write - sent the value; absent: the exchange that shows the finding
 */
function resultOf(
  { finding, exchanges: [decisive], expected, received }: Evidence,
  write = decisive,
): Omit<Told, 'sent'> {
  const { pointer, inRequest, status = 0 } = finding
  if (status >= 400)
    return { place: '', expected: cut(expected, LONGEST_WORDS), received: `status ${status}` }
  const field = fieldOf(finding)
  if (field !== undefined && pointer !== undefined && inRequest !== true && write !== undefined) {
    const shown = atPointer(decisive && answerOf(decisive), pointer)
    const difference = differenceOf(field, memberOf(write, field), shown)
    if (difference !== undefined) return { place: '', ...difference }
  }
  const [wanted, got] = fromTheDifference(expected, received)
  const place = pointer === undefined || inRequest === true ? '' : pointer || '/'
  return { place, expected: wanted, received: got }
}

/** Two texts for one line: if long texts begin alike, the part from shortly before their first difference. */
function fromTheDifference(...texts: readonly [string, string]): readonly [string, string] {
  const [one, other] = texts
  let differ = 0
  while (differ < one.length && one[differ] === other[differ]) differ += 1
  const isLong = texts.some(({ length }) => length > LONGEST_WORDS)
  const from = isLong && differ > LONGEST_WORDS / 2 ? differ - LONGEST_WORDS / 8 : 0
  const told = (text: string): string => cut(from === 0 ? text : `…${text.slice(from)}`, LONGEST_WORDS)
  return [told(one), told(other)]
}
