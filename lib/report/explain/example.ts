import type { Exchange } from '../../http/exchange.ts'
import type { Finding } from '../../judge/finding.ts'
import { bodyLines, type ShownLine } from '../view/body.ts'
import { capChars, shownLine, visible } from '../../util/text.ts'

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
const ROOM = { items: 1, text: LONGEST_LINE, depth: 2 }

/**
 * An exchange in lines: request, status, and the part of the body that the fault is in.
 * @param other - its counterpart; a fault that is not in the status nor in the body is where the headers differ
 */
export function exampleLines(
  exchange: Exchange,
  { pointer, status }: Fault,
  other?: Exchange,
): readonly ShownLine[] {
  const { request, response } = exchange
  const body = response?.text ?? ''
  return [
    `${request.method} ${request.url.replace(/^[a-z]+:\/\/[^/]*/, '')}`,
    ...(request.body === undefined ? [] : [request.body]),
    '',
    { text: String(response?.status ?? 'no answer'), marked: status !== undefined },
    ...(pointer === undefined && status === undefined ? headerLines(exchange, other) : []),
    ...(bodyLines(body, pointer, ROOM) ??
      (body === '' ? [] : [{ text: body, marked: pointer !== undefined }])),
  ].map((line) =>
    typeof line === 'string'
      ? { text: clipped(shownLine(line)), marked: false }
      : { ...line, text: clipped(visible(line.text)) },
  )
}

function clipped(text: string): string {
  return capChars(text, LONGEST_LINE)
}

/** Headers that differ from one run to the next. */
const VOLATILE = new Set(['date', 'content-length', 'etag'])

/** The headers that this answer has or lacks in comparison with the other one, or has with another value. */
function headerLines({ response }: Exchange, other: Exchange | undefined): ShownLine[] {
  if (response === undefined || other?.response === undefined) return []
  const own = new Map(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  const theirs = new Map(other.response.headers.map(([name, value]) => [name.toLowerCase(), value]))
  return [...new Set([...theirs.keys(), ...own.keys()])]
    .filter((name) => own.get(name) !== theirs.get(name) && !VOLATILE.has(name))
    .map((name) => ({
      text: own.has(name) ? `${name}: ${own.get(name)}` : `(no ${name})`,
      marked: true,
    }))
}
