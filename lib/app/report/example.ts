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

type FaultPlace = Pick<Finding, 'pointer' | 'inRequest' | 'header' | 'status'>

const LONGEST_LINE = 96
/** Lines of a body that are shown before and after the fault: for a response, and for a request. */
const SHOWN_LINES = { answer: 6, sent: 20 }

/** A wrong exchange and the right one, in lines. */
export interface Compared {
  readonly right: readonly ShownLine[]
  readonly wrong: readonly ShownLine[]
  /** Both sides show a value: the absence of one, "(no item 0)", says less. */
  readonly isTelling: boolean
}

/**
 * A wrong exchange next to the right one. The place that the finding names is marked in both, if it shows the
 * difference; otherwise the first difference. Undefined if they are the same there. Bodies are compared only
 * if both exchanges have the same request.
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

/** Whether two exchanges have the same request. */
export function isSameRequest({ request: one }: Exchange, { request: other }: Exchange): boolean {
  return one.method === other.method && one.url === other.url && one.body === other.body
}

/**
 * The differences between two exchanges: status, media type, body, then the place that a redirect names. What
 * a key has left differs between any two, and tells nothing.
 */
function differences(wrong: Exchange, right: Exchange): readonly FaultPlace[] {
  const at = (header: string): FaultPlace | false =>
    valueOf(wrong, header) !== valueOf(right, header) && { header }
  const isSame = isSameRequest(wrong, right)
  const pointer = isSame ? firstDifference(json(wrong), json(right)) : undefined
  const isOtherText = isSame && pointer === undefined && wrong.response?.text !== right.response?.text
  return present<FaultPlace>(
    wrong.response?.status !== right.response?.status && { status: wrong.response?.status },
    at('Content-Type'),
    pointer !== undefined && { pointer },
    isOtherText && { pointer: '' },
    at('Location'),
  )
}

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

interface ShownExchange extends Pick<Exchange, 'key'> {
  readonly request: WireRequest & Pick<SentRequest, 'authorizationShell'>
  readonly response?: Pick<ReceivedResponse, 'status' | 'headers' | 'text'>
}

/** The same lines for an exchange in a record. */
export function recordedLines(
  { key, request, response }: RecordedExchange,
  fault: FaultPlace,
): readonly ShownLine[] {
  return exampleLines({ key, request, response: response && { ...response, text: response.body } }, fault)
}

/**
 * An exchange in lines: the request, the status, and the response. The fault is marked; a missing member as
 * "no …".
 */
export function exampleLines(exchange: ShownExchange, fault: FaultPlace): readonly ShownLine[] {
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

/** The request and its status. */
export function askedLines(exchange: Exchange): readonly ShownLine[] {
  const { request, response } = exchange
  return exampleLines({ ...exchange, request, response: response && { ...response, text: '' } }, {})
}

/** Words next to an exchange that does not show the finding itself. */
export function saidLines(words: string): readonly ShownLine[] {
  return wrap(visible(words), LONGEST_LINE).map((text) => line(text, true))
}

/** The headers that a case chose. A key is shown as its variable; a missing key is shown, too. */
function requestHeaders({ key, request }: ShownExchange): readonly ShownLine[] {
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

function headerLine(exchange: ShownExchange, name: string): ShownLine {
  const value = valueOf(exchange, name)
  return line(value === undefined ? `(no ${name})` : `${name}: ${value}`, true)
}

/** A body around its fault; if the body is not JSON, its beginning. */
function bodyOf(text: string, around: number, pointer: string | undefined): readonly ShownLine[] {
  if (text === '') return []
  return bodyLines(text, pointer, around) ?? [line(text, pointer !== undefined)]
}

function line(text: string, marked = false): ShownLine {
  return { text, marked }
}
