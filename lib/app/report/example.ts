import { type Exchange, header as valueOf } from '../../engine/http/exchange.ts'
import { isOwnedKey, KEY_VARIABLES } from '../../engine/http/keys.ts'
import type { Finding } from '../../engine/judge/finding.ts'
import { capChars, visible } from '../../engine/util/text.ts'
import { bodyLines, type ShownLine } from './view/body.ts'
import { pathOf } from './view/evidence.ts'

/** What a finding names in the exchange that shows it. */
type Fault = Pick<Finding, 'pointer' | 'inRequest' | 'header' | 'status'>

const LONGEST_LINE = 96
/** Lines of a body that are shown on either side of what is at fault: of an answer, and of what was sent. */
const SHOWN_LINES = { answer: 6, sent: 20 }

/** Headers that say nothing about a rule, where the request has this value; an answer has them in any case. */
const USUAL: ReadonlyMap<string, string | undefined> = new Map([
  ['accept', 'application/json'],
  ['accept-encoding', 'identity'],
  ['content-type', 'application/json'],
  ['user-agent', undefined],
])

/** An exchange in lines: what was sent, the status, and what came, with what is at fault marked, or its absence: "no …". */
export function exampleLines(exchange: Exchange, fault: Fault): readonly ShownLine[] {
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

/** The headers that a case chose. A key shows as its variable. */
function requestHeaders({ key, request }: Exchange): readonly ShownLine[] {
  const shown = (value: string): string => {
    if (request.authorizationShell !== undefined) return request.authorizationShell
    return isOwnedKey(key) ? value.replace(/\S+$/, `$${KEY_VARIABLES[key]}`) : value
  }
  return request.headers
    .filter(([name, value]) => !isUsual(name.toLowerCase(), value))
    .map(([name, value]) => line(`${name}: ${/^authorization$/i.test(name) ? shown(value) : value}`))
}

function isUsual(name: string, value: string): boolean {
  const usual = USUAL.get(name)
  return USUAL.has(name) && (usual === undefined || usual === value)
}

function headerLine(exchange: Exchange, name: string): ShownLine {
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
