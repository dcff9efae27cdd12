import type { Exchange } from '../../../engine/http/exchange.ts'
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

type Fault = Pick<Finding, 'pointer' | 'status'>

const LONGEST_LINE = 96
/** Lines of a body that are shown on either side of what is at fault. */
const SHOWN_LINES = 6

/** An exchange in lines: request, status, and what stands around the fault: in the body, or else among the headers. */
export function exampleLines(exchange: Exchange, fault: Fault): readonly ShownLine[] {
  const { request, response } = exchange
  const body = response?.text ?? ''
  const isInHeaders = fault.pointer === undefined && fault.status === undefined
  const headers = isInHeaders ? (response?.headers ?? []) : []
  return [
    line(`${request.method} ${pathOf(exchange)}`),
    ...(request.body === undefined ? [] : [line(request.body)]),
    line(''),
    line(String(response?.status ?? 'no answer'), fault.status !== undefined),
    ...headers.map(([name, value]) => line(`${name}: ${value}`)),
    ...(bodyLines(body, fault.pointer, SHOWN_LINES) ?? [line(body, fault.pointer !== undefined)]),
  ].map(({ text, marked }) => line(capChars(visible(text), LONGEST_LINE), marked))
}

function line(text: string, marked = false): ShownLine {
  return { text, marked }
}
