/** The two exchanges of an explanation: how a violation looks, and the same request as it should be answered. */
import { pathOf } from '../view/evidence.ts'
import { type Exchange, type HeaderLine, header as valueOf, json } from '../../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../../../engine/http/keys.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import { pointerTo } from '../../../engine/spec/json.ts'
import { bodyLines, type ShownLine } from '../view/body.ts'
import { capChars, visible } from '../../../engine/util/text.ts'

/** What an explanation shows of a violation of its requirement, and of the same exchange as it should be. */
export interface Example {
  /** The exchange with the reference service; absent if none is alike. */
  readonly right?: readonly ShownLine[]
  readonly wrong: {
    readonly mutant: string
    readonly how: string
    readonly expected: string
    readonly received: string
    readonly lines: readonly ShownLine[]
  }
}

/** What is marked in an exchange. */
type Fault = Pick<Finding, 'pointer' | 'inRequest' | 'header' | 'status'> & {
  /** What the request should have been refused for, if it is no member of the body. */
  readonly request?: 'key' | 'address' | 'body' | 'headers'
}

const LONGEST_LINE = 96
/** Lines of a body that are shown on either side of what is at fault: of an answer, and of what was sent. */
const SHOWN_LINES = { answer: 6, sent: 20 }

/** Headers that say nothing about a rule, where the request has this value; an answer has them in any case. */
const USUAL: ReadonlyMap<string, string | undefined> = new Map([
  ['accept', 'application/json'],
  ['accept-encoding', 'identity'],
  ['content-type', 'application/json'],
  ['user-agent', undefined],
  ['date', undefined],
  ['connection', undefined],
])

/**
 * What a finding is about: the place that it names, otherwise the first difference from the answer as it should be. Where
 * that answer has another status, it says what is at fault in the request: 401 its key, 404 its address, 400 its body or,
 * without one, its address; and where it is no refusal, the headers that were added.
 */
export function faultOf(finding: Finding, wrong: Exchange, right: Exchange | undefined): Fault {
  const { pointer, inRequest, header, status } = finding
  const named = [pointer, header, status].some((one) => one !== undefined)
  if (right === undefined) return { pointer, inRequest, header, status }
  if (wrong.response?.status === right.response?.status)
    return named ? { pointer, inRequest, header, status } : differenceOf(wrong, right)
  const request = pointer === undefined ? requestFault(wrong, right.response?.status) : undefined
  return { pointer, inRequest, header, status: wrong.response?.status, request }
}

function requestFault({ request: { body } }: Exchange, due: number | undefined): Fault['request'] {
  if (due === 401) return 'key'
  if (due === 404 || (due === 400 && body === undefined)) return 'address'
  return due === 400 ? 'body' : 'headers'
}

/** The first value of the body that differs, or the first header. */
function differenceOf(wrong: Exchange, right: Exchange): Fault {
  if (wrong.response?.text !== right.response?.text)
    return { pointer: firstDifference(json(wrong), json(right)) ?? '' }
  const names = [right, wrong].flatMap(({ response }) => response?.headers.map(([name]) => name) ?? [])
  return { header: names.find((name) => valueOf(wrong, name) !== valueOf(right, name)) }
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

/** An exchange in lines: what was sent, the status, and what came, with what is at fault marked, or its absence: "no …". */
export function exampleLines(exchange: Exchange, fault: Fault): readonly ShownLine[] {
  const { request, response } = exchange
  const { pointer, header, status } = fault
  const inRequest = fault.inRequest === true
  const inBody = fault.request === 'body' ? '' : pointer
  return [
    line(`${request.method} ${pathOf(exchange)}`, fault.request === 'address'),
    ...headerLines(requestHeaders(exchange, fault), fault.request === 'key' ? 'Authorization' : undefined),
    ...bodyOf(
      request.body ?? '',
      SHOWN_LINES.sent,
      inRequest || fault.request === 'body' ? inBody : undefined,
    ),
    line(''),
    line(String(response?.status ?? 'no answer'), status !== undefined),
    ...(header === undefined ? [] : headerLines((response?.headers ?? []).map(plain), header)),
    ...bodyOf(response?.text ?? '', SHOWN_LINES.answer, inRequest ? undefined : pointer),
  ].map(({ text, marked }) => line(capChars(visible(text), LONGEST_LINE), marked))
}

/** The headers that a case chose. A key shows as its variable. */
function requestHeaders({ key, request }: Exchange, fault: Fault): readonly ShownLine[] {
  const shown = (value: string): string => {
    if (request.authorizationShell !== undefined) return request.authorizationShell
    return isOwnedKey(key) ? value.replace(/\S+$/, `$${KEY_VARIABLES[key]}`) : value
  }
  return request.headers
    .filter(([name, value]) => !isUsual(name, value))
    .map(([name, value]) =>
      /^authorization$/i.test(name)
        ? plain([name, shown(value)])
        : line(`${name}: ${value}`, fault.request === 'headers'),
    )
}

function isUsual(name: string, value: string): boolean {
  const usual = USUAL.get(name.toLowerCase())
  return USUAL.has(name.toLowerCase()) && (usual === undefined || usual === value)
}

function plain([name, value]: HeaderLine): ShownLine {
  return line(`${name}: ${value}`)
}

/** Headers with the one at fault marked, or its absence. */
function headerLines(headers: readonly ShownLine[], atFault: string | undefined): readonly ShownLine[] {
  if (atFault === undefined) return headers
  const prefix = `${atFault}:`.toLowerCase()
  const lines = headers.map(({ text, marked }) => line(text, marked || text.toLowerCase().startsWith(prefix)))
  return lines.some(({ text }) => text.toLowerCase().startsWith(prefix))
    ? lines
    : [line(`(no ${atFault})`, true), ...lines]
}

/** A body around what is at fault in it. Of one that is no JSON, the beginning and the end. */
function bodyOf(text: string, around: number, pointer: string | undefined): readonly ShownLine[] {
  if (text === '') return []
  const marked = pointer !== undefined
  const end = text.length > LONGEST_LINE ? [line(`… ${text.slice(-LONGEST_LINE / 2)}`, marked)] : []
  return bodyLines(text, pointer, around) ?? [line(text, marked), ...end]
}

function line(text: string, marked = false): ShownLine {
  return { text, marked }
}
