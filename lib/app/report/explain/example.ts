/** The two exchanges of an explanation: how a violation looks, and the same request as it should be answered. */
import type { Exchange, Header } from '../../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../../../engine/http/keys.ts'
import type { Finding } from '../../../engine/judge/finding.ts'
import { bodyLines, type ShownLine } from '../view/body.ts'
import { pathOf } from '../view/exchange.ts'
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

type Fault = Pick<Finding, 'pointer' | 'inRequest' | 'header' | 'status' | 'accepted'>

const LONGEST_LINE = 96
/** Lines of a body that are shown on either side of what is at fault: of an answer, and of what was sent. */
const SHOWN_LINES = { answer: 6, sent: 20 }

/** Headers of each request and answer that say nothing about a rule. */
const USUAL: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'user-agent',
  'content-type',
  'date',
  'connection',
])

/**
 * An exchange in lines: what was sent, the status, and what came. The member, header or status at fault is marked in the
 * request or in the response; what is missing is marked by "no …" beside what is there.
 */
export function exampleLines(exchange: Exchange, fault: Fault): readonly ShownLine[] {
  const { request, response } = exchange
  const { pointer, header, status, accepted } = fault
  const inRequest = fault.inRequest === true
  const isAboutKey = accepted?.includes(401) === true
  return [
    line(`${request.method} ${pathOf(exchange)}`),
    ...headerLines(requestHeaders(exchange), isAboutKey ? 'Authorization' : undefined),
    ...bodyOf(request.body ?? '', SHOWN_LINES.sent, inRequest ? pointer : undefined),
    line(''),
    line(String(response?.status ?? 'no answer'), status !== undefined),
    ...(header === undefined ? [] : headerLines(response?.headers ?? [], header)),
    ...bodyOf(response?.text ?? '', SHOWN_LINES.answer, inRequest ? undefined : pointer),
  ].map(({ text, marked }) => line(capChars(visible(text), LONGEST_LINE), marked))
}

/** The headers that a case chose. A key shows as its variable. */
function requestHeaders({ key, request }: Exchange): readonly Header[] {
  const shown = (value: string): string => {
    if (request.authorizationShell !== undefined) return request.authorizationShell
    return isOwnedKey(key) ? value.replace(/\S+$/, `$${KEY_VARIABLES[key]}`) : value
  }
  return request.headers
    .filter(([name]) => !USUAL.has(name.toLowerCase()))
    .map(([name, value]) => [name, /^authorization$/i.test(name) ? shown(value) : value])
}

/** Headers with the one at fault marked, or its absence. */
function headerLines(headers: readonly Header[], atFault: string | undefined): readonly ShownLine[] {
  const isAtFault = (name: string): boolean => name.toLowerCase() === atFault?.toLowerCase()
  const lines = headers.map(([name, value]) => line(`${name}: ${value}`, isAtFault(name)))
  return atFault === undefined || lines.some(({ marked }) => marked)
    ? lines
    : [line(`(no ${atFault})`, true), ...lines]
}

function bodyOf(text: string, around: number, pointer: string | undefined): readonly ShownLine[] {
  if (text === '') return []
  return bodyLines(text, pointer, around) ?? [line(text, pointer !== undefined)]
}

function line(text: string, marked = false): ShownLine {
  return { text, marked }
}
