import {
  type Exchange,
  header as valueOf,
  json,
  type ReceivedResponse,
  type SentRequest,
  type WireRequest,
} from '../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../../engine/http/keys.ts'
import { unusualHeaders } from '../../engine/http/usual.ts'
import type { Finding } from '../../engine/judge/finding.ts'
import { pointerTo } from '../../engine/contract/json.ts'
import { present } from '../../engine/util/collections.ts'
import { capChars, visible } from '../../engine/util/text.ts'
import { wrap } from './console/layout.ts'
import { bodyLines, type ShownLine } from './view/body.ts'
import type { RecordedExchange } from './record.ts'
import { pathOf } from './view/evidence.ts'

/** What a finding names in the exchange that shows it. */
type Fault = Pick<Finding, 'pointer' | 'inRequest' | 'header' | 'status'>

const LONGEST_LINE = 96
/** Lines of a body that are shown on either side of what is at fault: of an answer, and of what was sent. */
const SHOWN_LINES = { answer: 6, sent: 20 }

/** A wrong exchange, and the right one beside it, in lines. */
export interface Compared {
  readonly right: readonly ShownLine[]
  readonly wrong: readonly ShownLine[]
  /** Each side shows a value: an absence, "(no item 0)", says less. */
  readonly isTelling: boolean
}

/**
 * A wrong exchange beside the right one. What the finding names is marked in both, if it shows the difference; else the first thing in
 * which they differ. Undefined if they are the same there. Bodies are compared if both answer the same request.
 */
export function compared(finding: Finding, wrong: Exchange, right: Exchange): Compared | undefined {
  const pairs = [finding, ...differences(wrong, right)].map((fault) => ({
    right: exampleLines(right, fault),
    wrong: exampleLines(wrong, fault),
  }))
  const pair = pairs.find((one) => marksOf(one.right) !== marksOf(one.wrong))
  return pair && { ...pair, isTelling: [pair.right, pair.wrong].every((lines) => !isAbsence(lines)) }
}

const marksOf = (lines: readonly ShownLine[]): string =>
  lines
    .filter(({ marked }) => marked)
    .map(({ text }) => text)
    .join('\n')

const isAbsence = (lines: readonly ShownLine[]): boolean => /^\s*(?:\(no .*\))?$/.test(marksOf(lines))

/** Whether two exchanges ask the same. */
export function isSameRequest({ request: one }: Exchange, { request: other }: Exchange): boolean {
  return one.method === other.method && one.url === other.url && one.body === other.body
}

/** The headers that rules speak of, most telling first. */
const TELLING = [
  'Content-Type',
  'Location',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
]

/** In what two exchanges differ: status, label, body, then the other headers. */
function differences(wrong: Exchange, right: Exchange): readonly Fault[] {
  const [label = '', ...headers] = TELLING.filter((name) => valueOf(wrong, name) !== valueOf(right, name))
  const isLabel = label === 'Content-Type'
  const isSame = isSameRequest(wrong, right)
  const pointer = isSame ? firstDifference(json(wrong), json(right)) : undefined
  const isOtherText = isSame && pointer === undefined && wrong.response?.text !== right.response?.text
  return present<Fault>(
    wrong.response?.status !== right.response?.status && { status: wrong.response?.status },
    isLabel && { header: label },
    pointer !== undefined && { pointer },
    isOtherText && { pointer: '' },
    ...[...(isLabel ? [] : [label]), ...headers].map((header) => header !== '' && { header }),
  )
}

/** The pointer to the first value that is not the same in both; undefined if they are the same. */
function firstDifference(a: unknown, b: unknown, pointer = ''): string | undefined {
  if (Object.is(a, b)) return undefined
  const areAlike = Array.isArray(a) === Array.isArray(b)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || !areAlike) return pointer
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))]
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    const below = firstDifference(left.get(name), right.get(name), pointerTo(pointer, name))
    if (below !== undefined) return below
  }
  return undefined
}

/** An exchange as far as it is shown. */
interface Example extends Pick<Exchange, 'key'> {
  readonly request: WireRequest & Pick<SentRequest, 'authorizationShell'>
  readonly response?: Pick<ReceivedResponse, 'status' | 'headers' | 'text'>
}

/** The same of an exchange in a record. */
export function recordedLines(
  { key, request, response }: RecordedExchange,
  fault: Fault,
): readonly ShownLine[] {
  return exampleLines({ key, request, response: response && { ...response, text: response.body } }, fault)
}

/** An exchange in lines: what was sent, the status, and what came, with what is at fault marked, or its absence: "no …". */
export function exampleLines(exchange: Example, fault: Fault): readonly ShownLine[] {
  const { request, response } = exchange
  const { pointer, inRequest = false, header, status } = fault
  return [
    line(`${request.method} ${pathOf(exchange)}`),
    ...requestHeaders(exchange),
    ...bodyOf(request.body ?? '', SHOWN_LINES.sent, inRequest ? pointer : undefined),
    line(''),
    line(String(response?.status ?? 'no answer'), status !== undefined),
    ...(header === undefined ? [] : [headerLine(exchange, header)]),
    ...bodyOf(response?.text ?? '', SHOWN_LINES.answer, inRequest ? undefined : pointer),
  ].map(({ text, marked }) => line(capChars(visible(text), LONGEST_LINE), marked))
}

/** What was sent, and the status that it got. */
export function askedLines(exchange: Exchange): readonly ShownLine[] {
  const { request, response } = exchange
  return exampleLines({ ...exchange, request, response: response && { ...response, text: '' } }, {})
}

/** Words beside an exchange that does not show what is meant. */
export function saidLines(words: string): readonly ShownLine[] {
  return wrap(visible(words), LONGEST_LINE).map((text) => line(text, true))
}

/** The headers that a case chose. A key shows as its variable, and so does that there is none. */
function requestHeaders({ key, request }: Example): readonly ShownLine[] {
  const shown = (value: string): string => {
    if (request.authorizationShell !== undefined) return request.authorizationShell
    return isOwnedKey(key) ? value.replace(/\S+$/, `$${KEY_VARIABLES[key]}`) : value
  }
  const isKey = (name: string): boolean => name.toLowerCase() === 'authorization'
  const chosen = unusualHeaders(request.headers)
  const lines = request.headers
    .filter((one) => isKey(one[0]) || chosen.includes(one))
    .map(([name, value]) => line(`${name}: ${isKey(name) ? shown(value) : value}`))
  return key === 'none' ? [line('(no Authorization)', true), ...lines] : lines
}

function headerLine(exchange: Example, name: string): ShownLine {
  const value = valueOf(exchange, name)
  return line(value === undefined ? `(no ${name})` : `${name}: ${value}`, true)
}

/** A body around what is at fault in it. Of one that is no JSON, the beginning. */
function bodyOf(text: string, around: number, pointer: string | undefined): readonly ShownLine[] {
  if (text === '') return []
  return bodyLines(text, pointer, around) ?? [line(text, pointer !== undefined)]
}

function line(text: string, marked = false): ShownLine {
  return { text, marked }
}
